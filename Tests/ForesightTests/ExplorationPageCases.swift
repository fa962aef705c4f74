extension ExplorationCase {
  /// A list whose rows come in pages.
  private static func pages(_ name: String, first: Int, _ body: String) -> (name: String, script: String) {
    let methods = """
      function Note:list()
        self.rows = {}
        self:add(\(first))
        self.table = ui.TableView { restorationIdentifier = "rows", dataSource = self, delegate = self }
        return self.table
      end
      function Note:add(count)
        for row = 1, count do self.rows[#self.rows + 1] = "row " .. #self.rows + 1 end
      end
      function Note:numberOfRowsInSection() return #self.rows end
      function Note:cellForRow(table, section, row) return self.rows[row] end
      function Note:modelIdentifierForElement(table, section, row) return self.rows[row] end
      function Note:indexPathForElement(table, name)
        for row, other in ipairs(self.rows) do if other == name then return 1, row end end
      end
      \(body)
      """
    return (name, note(view: "self:list()", body: methods))
  }

  /// Apps whose rows come in pages. Nothing is lost of rows that come again by themselves, and the scroll bar of others is no loss.
  static let pages: [(name: String, script: String)] = [
    pages(
      "rows that a repeating timer adds when the last ones are near", first: 20,
      """
      function Note:viewDidLoad()
        ui.every(0.1, function()
          if self.isLoading or #self.rows >= 200 or self.table.contentOffset.y <= #self.rows - 30 then return end
          self.isLoading = true
          ui.after(0.5, function()
            self:add(20)
            self.isLoading = false
            self.table:reloadData()
          end)
        end)
      end
      """),
    pages(
      "rows that are added when the user focuses one of the last rows", first: 60,
      """
      function Note:didFocusRow(table, section, row)
        if row < 50 or row > 60 or #self.rows > 60 then return end
        self:add(30)
        self.table:reloadData()
      end
      """),
  ]
}
