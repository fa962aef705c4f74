import Testing

@testable import Foresight

// Rows of data sources that keep a table which the restoration replaces.
extension NamedCauseTests {
  @Test("explore names the line that keeps a table for the rows of a list", arguments: Self.ofStaleTables)
  func ofStaleTables(_ example: Case) throws { try explored(example) }

  nonisolated private static let ofStaleTables: [Case] = [
    Case(
      name: "a data source with the former value of a variable of the application",
      script: ExplorationCase.app(
        root: "List { restorationIdentifier = 'list' }",
        methods: """
          function app:shouldRestoreApplicationState(coder)
            items = coder:decodeTable "items" or items
            return true
          end
          function app:willEncodeRestorableState(coder) coder:encode("items", items) end
          """,
        """
        local ui = require "luahost"
        local items = { { name = "one", count = 0 } }
        local source = { items = items } --!
        function source.numberOfRowsInSection() return #source.items end
        function source.cellForRow(_, _, _, row) return source.items[row].name .. " " .. source.items[row].count end
        function source.modelIdentifierForElement(_, _, _, row) return items[row].name end
        function source.indexPathForElement(_, _, name)
          for row, item in ipairs(items) do if item.name == name then return 1, row end end
        end
        local List = ui.ViewController:subclass "List"
        function List:loadView()
          self.table = ui.TableView { restorationIdentifier = "table", dataSource = source, height = 4 }
          self.view = ui.VStack { self.table, ui.Button { title = "Count", action = function() self:count() end } }
        end
        function List:count()
          items[1].count = items[1].count + 1
          self.table:reloadData()
        end
        """)),
    Case(
      name: "a data source with the former value of a field",
      script: ExplorationCase.app(
        root: "List { restorationIdentifier = 'list' }",
        """
        local ui = require "luahost"
        local source = {}
        function source:numberOfRowsInSection() return 2 end
        function source:cellForRow(_, _, row) return row .. (self.marks.has(row) and " marked" or "") end
        function source:modelIdentifierForElement(_, _, row) return row end
        function source:indexPathForElement(_, row) return 1, row end
        local function newMarks()
          local list = {}
          local marks = {}
          function marks.add(row) list[row] = true end
          function marks.has(row) return list[row] end
          function marks.save() return list end
          function marks.load(saved) list = saved end
          return marks
        end
        local List = ui.ViewController:subclass "List"
        function List:init()
          self.marks = newMarks()
          source.marks = self.marks --!
        end
        function List:loadView()
          self.table = ui.TableView { restorationIdentifier = "table", dataSource = source, height = 4 }
          self.view = ui.VStack { self.table, ui.Button { title = "Mark", action = function() self:mark() end } }
        end
        function List:mark()
          self.marks.add(1)
          self.table:reloadData()
        end
        function List:encodeRestorableState(coder) coder:encode("marks", self.marks.save()) end
        function List:decodeRestorableState(coder)
          self.marks = newMarks()
          self.marks.load(coder:decodeTable "marks" or {})
        end
        """)),
    Case(
      name: "a variable with the former value of a registered object's field",
      script: ExplorationCase.app(
        root: "List { restorationIdentifier = 'list' }",
        methods: "app:registerObjectForStateRestoration(store, 'store')",
        """
        local ui = require "luahost"
        local store = { lines = {} }
        function store:encodeRestorableState(coder) coder:encode("lines", self.lines) end
        function store:decodeRestorableState(coder) self.lines = coder:decodeTable "lines" or {} end
        local lines = store.lines --!
        local List = ui.ViewController:subclass "List"
        function List:loadView()
          self.table = ui.TableView { restorationIdentifier = "table", dataSource = self, height = 4 }
          self.view = ui.VStack { self.table, ui.Button { title = "Add", action = function() self:add() end } }
        end
        function List:add()
          table.insert(store.lines, "line " .. #store.lines)
          self.table:reloadData()
        end
        function List:shown() return lines end
        function List:numberOfRowsInSection() return #self:shown() end
        function List:cellForRow(_, _, row) return self:shown()[row] end
        function List:modelIdentifierForElement(_, _, row) return self:shown()[row] end
        function List:indexPathForElement(_, name)
          for row, line in ipairs(self:shown()) do if line == name then return 1, row end end
        end
        """)),
  ]
}
