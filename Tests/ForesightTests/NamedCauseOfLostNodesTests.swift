import Testing

@testable import Foresight

// What follows elsewhere from a controller that is not restored, or from rows that are not found again.
extension NamedCauseTests {
  @Test("explore names what is not restored, and nothing that follows from it", arguments: Self.ofLostNodes)
  func ofLostNodes(_ example: Case) throws { try explored(example) }

  nonisolated private static let ofLostNodes: [Case] = [
    Case(
      name: "a screen without identifier, and the gauge of another tab that shows its entries",
      code: FindingCode.noIdentifier.rawValue,
      script: ExplorationCase.app(
        root: """
          ui.TabBarController { restorationIdentifier = "tabs",
            List { title = "List" }, --!
            Charts { restorationIdentifier = "charts", title = "Charts" } }
          """,
        """
        local ui = require "luahost"
        local ledger = { entries = { 12.5, 700.0 } }
        local List = ui.ViewController:subclass "List"
        function List:loadView()
          self.label = ui.Label {}
          self.view = ui.VStack { self.label, ui.Button { "Clear", action = function() ledger.entries = {} self:refresh() end } }
        end
        function List:refresh() self.label.text = #ledger.entries .. " entries" end
        function List:viewWillAppear() self:refresh() end
        function List:encodeRestorableState(coder)
          List.super.encodeRestorableState(self, coder)
          coder:encode("entries", ledger.entries)
        end
        function List:decodeRestorableState(coder)
          List.super.decodeRestorableState(self, coder)
          ledger.entries = coder:decodeTable "entries"
        end
        local Charts = ui.ViewController:subclass "Charts"
        function Charts:loadView()
          self.gauge = ui.Gauge { maximumValue = 1000 }
          self.view = ui.VStack { self.gauge }
        end
        function Charts:viewWillAppear()
          local total = 0
          for _, amount in ipairs(ledger.entries) do total = total + amount end
          self.gauge.value = total
        end
        """)),
    Case(
      name: "a screen without identifier, and an error of another one that uses its field",
      code: FindingCode.noIdentifier.rawValue,
      script: ExplorationCase.app(
        root: """
          ui.TabBarController { restorationIdentifier = "tabs",
            Side { restorationIdentifier = "side", title = "Side" },
            List { title = "List" }, --!
          }
          """,
        """
        local ui = require "luahost"
        local Side = ui.ViewController:subclass "Side"
        function Side:list() return self.tabBarController.viewControllers[2] end
        function Side:loadView()
          self.label = ui.Label { "-" }
          self.view = ui.VStack { self.label,
            ui.Button { "Open", action = function() self.isOpen, self:list().folder = true, "work" self:list():invalidateRestorableState() end },
            ui.Button { "Count", action = function() if self.isOpen then print(#self:list().folder) end end } }
        end
        function Side:encodeRestorableState(coder)
          Side.super.encodeRestorableState(self, coder)
          coder:encode("isOpen", self.isOpen)
        end
        function Side:decodeRestorableState(coder)
          Side.super.decodeRestorableState(self, coder)
          self.isOpen = coder:decode "isOpen"
        end
        local List = ui.ViewController:subclass "List"
        function List:loadView() self.view = ui.VStack { ui.Label { "The folder" } } end
        function List:encodeRestorableState(coder)
          List.super.encodeRestorableState(self, coder)
          coder:encode("folder", self.folder)
        end
        function List:decodeRestorableState(coder)
          List.super.decodeRestorableState(self, coder)
          self.folder = coder:decode "folder"
        end
        """)),
    Case(
      name: "rows that a data source cannot name, and the field in which one is edited", code: Discovery.error,
      script: ExplorationCase.note(
        view: "self:goods()",
        body: """
          Note.count = "12"
          function Note:goods()
            self.table = ui.TableView {
              restorationIdentifier = "goods", columns = { { title = "Good" }, { title = "Count" } }, dataSource = self,
            }
            return self.table
          end
          function Note:numberOfRowsInSection() return 1 end
          function Note:cellForRow() return { "Apples", self.count } end
          function Note:modelIdentifierForElement() return tostring({}) end
          function Note:indexPathForElement(_, id)
            if id == 1 or id > 1 then return 1, 1 end --!
          end
          function Note:canEditCell(_, _, _, column) return column == 2 end
          function Note:commitEdit(_, _, _, _, text) self.count = text end
          """, encode: "coder:encode('Count', self.count)",
        decode: "self.count = coder:decode 'Count' or self.count self.table:reloadData()")),
  ]
}
