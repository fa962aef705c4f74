import Interface
import LuaRuntime
import StateRestoration

/// The host is every table's data source: it asks the object that the script gave the table.
extension ScriptHost: TableViewDataSource {
  private func ask<Result>(
    _ method: String, _ table: TableView, of handlers: [String], _ arguments: [Int], results: Int32 = 1,
    isRequired: Bool = false, isAction: Bool = false, take: (LuaStack) throws -> Result?
  ) -> Result? {
    ask(
      method, table, of: handlers, results: results, isRequired: isRequired, isAction: isAction,
      push: { stack in
        for argument in arguments { stack.push(argument) }
        return Int32(arguments.count)
      }, take: take)
  }

  public func numberOfSections(in table: TableView) -> Int {
    withoutTracing {
      ask("numberOfSections", table, of: ["dataSource"], []) {
        min(try $0.checkCount(-1, "the number of sections"), 1 << 20)
      } ?? 1
    }
  }

  public func tableView(_ table: TableView, numberOfRowsInSection section: Int) -> Int {
    withoutTracing {
      guard hasDataSource(table) else { return table.rows.count }
      return ask("numberOfRowsInSection", table, of: ["dataSource"], [section + 1], isRequired: true) {
        min(try $0.checkCount(-1, "the number of rows"), 1 << 40)
      } ?? 0
    }
  }

  public func tableView(_ table: TableView, cellForRowAt path: IndexPath) -> TableCell {
    withoutTracing {
      guard hasDataSource(table) else {
        return .styled(path.row < table.rows.count ? table.rows[path.row] : "")
      }
      return ask("cellForRow", table, of: ["dataSource"], [path.section + 1, path.row + 1], isRequired: true) {
        try Self.cell($0, of: table, from: "cellForRow")
      }
        ?? .text("", detail: nil, accessory: nil)
    }
  }

  public func tableView(_ table: TableView, titleForHeaderInSection section: Int) -> Text? {
    withoutTracing {
      ask("titleForHeaderInSection", table, of: ["dataSource", "delegate"], [section + 1]) {
        $0.isNil(-1) ? nil : Text.readText($0, -1) ?? Text($0.describe(-1))
      }
    }
  }

  public func tableView(_ table: TableView, canEditRowAt path: IndexPath) -> Bool {
    withoutTracing {
      for name in ["canEditRow", "canEditRowAt"] {
        if let answer = ask(
          name, table, of: ["dataSource", "delegate"], [path.section + 1, path.row + 1], take: { $0.truth(-1) })
        {
          return answer
        }
      }
      return true
    }
  }

  public func tableView(_ table: TableView, commitDeleteAt path: IndexPath) -> Bool {
    ask(
      "commitDelete", table, of: ["dataSource", "delegate"], [path.section + 1, path.row + 1], isAction: true
    ) { _ in true } ?? false
  }

  public func tableView(_ table: TableView, moveRowAt from: IndexPath, to: IndexPath) -> Bool {
    ask(
      "moveRow", table, of: ["dataSource", "delegate"], [from.section + 1, from.row + 1, to.section + 1, to.row + 1],
      isAction: true
    ) { _ in true }
      ?? false
  }

  public func movesRows(_ table: TableView) -> Bool {
    hasMethod("moveRow", of: table, handlers: ["dataSource", "delegate"])
  }

  public func tableView(_ table: TableView, modelIdentifierForRowAt path: IndexPath) -> StateValue? {
    withoutTracing {
      ask("modelIdentifierForElement", table, of: ["dataSource", "delegate"], [path.section + 1, path.row + 1]) {
        try StateValue.takeName($0, from: "modelIdentifierForElement")
      }
    }
  }

  public func tableView(_ table: TableView, indexPathForModelIdentifier identifier: StateValue) -> IndexPath? {
    withoutTracing {
      ask(
        "indexPathForElement", table, of: ["dataSource", "delegate"], results: 2,
        push: {
          identifier.pushName(on: $0)
          return 1
        },
        take: { stack in
          if stack.isNil(-2) { return nil }
          guard let section = stack.quantity(-2), let row = stack.quantity(-1) else {
            throw LuaError.usage(
              "indexPathForElement: expected two numbers, section and row, or nil; got \(stack.describeKind(-2)) and \(stack.describeKind(-1))"
            )
          }
          return IndexPath(section: section - 1, row: row - 1)
        })
    }
  }

  public func findsRowsByModelIdentifier(_ table: TableView) -> Bool {
    hasMethod("indexPathForElement", of: table, handlers: ["dataSource", "delegate"])
  }

  public func tableView(_ table: TableView, trailingSwipeActionsForRowAt path: IndexPath) -> [RowAction] {
    withoutTracing {
      ask(
        "trailingSwipeActionsForRow", table, of: ["delegate", "dataSource"], [path.section + 1, path.row + 1],
        take: { try rowActions($0, of: table, from: "trailingSwipeActionsForRow") }) ?? []
    }
  }

  public func tableView(_ table: TableView, didSelectRowAt path: IndexPath) { tell("didSelectRow", table, path) }

  public func tableView(_ table: TableView, didFocusRowAt path: IndexPath) { tell("didFocusRow", table, path) }

  public func tableView(_ table: TableView, didSortByColumn column: Int, isAscending: Bool) -> Bool {
    tellSorted(table, column: column, isAscending: isAscending)
  }

  private func tell(_ method: String, _ table: TableView, _ path: IndexPath) {
    _ = ask(
      method, table, of: ["delegate", "dataSource"], [path.section + 1, path.row + 1], results: 0, isAction: true
    ) { _ in
      true
    }
    table.invalidateRestorableState()
  }
}
