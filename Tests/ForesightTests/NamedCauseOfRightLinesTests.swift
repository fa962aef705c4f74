import Testing

@testable import Foresight

// Lines that are right, although they look like the cause of a mistake.
extension NamedCauseTests {
  @Test("explore names no line that is right, and gives no remedy for it", arguments: Self.besideRightLines)
  func besideRightLines(_ example: Case) throws {
    try explored(example)
    let remedies = try ExplorationCase.explore(example.script, steps: 100).discoveries.compactMap(\.remedy)
    for wrong in ["setmetatable", "set in another object", "only under a condition"] {
      #expect(!remedies.contains { $0.contains(wrong) }, "\(remedies)")
    }
  }

  @Test("the doctor names the decoded table that a method is called on, not the field of its name")
  func metatableOfVariable() throws {
    let script = Self.quiz(
      decode: """
        self.quiz = Quiz.restored(coder:decodeTable "quiz")
          local quiz = coder:decodeTable "past" --!
          quiz:next()
        """)
    let findings = try DoctorCase("variable", script).diagnosis().findings
    #expect(try findings.map(\.place?.line) == [ExplorationCase.markedLine(of: script)], "\(findings)")
    #expect(findings.first?.remedy.contains("the decoded quiz") == true, "\(findings)")
  }

  nonisolated private static let besideRightLines: [Case] = [
    Case(
      name: "a list of tables without metatables, beside a field that gets its metatable in a function of a function",
      code: FindingCode.callbackFailed.rawValue,
      script: quiz(
        decode: """
          self.quiz = Quiz.restored(coder:decodeTable "quiz")
            self.past = coder:decodeTable "past"
            for _, quiz in ipairs(self.past) do quiz:next() end --!
          """)),
    Case(
      name: "a function that the first launch and the restoration set, of a variable that is lost",
      script: ExplorationCase.app(
        root: "Main { restorationIdentifier = 'unused' }",
        methods: """
          function app:willFinishLaunching() self.window = ui.Window {} end
          function app:didFinishLaunching()
            if not self.window.rootViewController then
              local main = Main { restorationIdentifier = "main", restorationClass = Main }
              main.onTick = function() main.count = main.count + step end
              self.window.rootViewController = main
            end
            self.window:makeKeyAndVisible()
          end
          """,
        """
        local ui = require "luahost"
        local Main = ui.ViewController:subclass "Main"
        local step = 1
        function Main:init() self.count = 0 end
        function Main:loadView()
          self.label = ui.Label {}
          self.view = ui.VStack { self.label,
            ui.Button { "Faster", action = function() self:faster() end },
            ui.Button { "Tick", action = function() self.onTick() self:show() end } }
        end
        function Main:faster() step = step + 1 end --!
        function Main:viewWillAppear() self:show() end
        function Main:show() self.label.text = "count " .. self.count end
        function Main:viewControllerWithRestorationIdentifierPath()
          local main = Main()
          main.onTick = function() main.count = main.count + step end
          return main
        end
        function Main:encodeRestorableState(coder) coder:encode("count", self.count) end
        function Main:decodeRestorableState(coder) self.count = coder:decodeInteger "count" end
        """)),
    Case(
      name: "a local table that becomes the field in a function that gets it",
      script: main(
        """
        function Main:init() self.sheet = { rows = 1 } end
        function Main:loadView()
          self.label = ui.Label {}
          self.view = ui.VStack { self.label,
            ui.Button { "Row", action = function() self.sheet.rows = self.sheet.rows + 1 self:show() end } }
        end
        function Main:viewWillAppear() self:show() end
        function Main:show() self.label.text = "rows " .. self.sheet.rows end
        function Main:use(sheet) self.sheet = { rows = math.min(sheet.rows, 2) } end --!
        """, encode: "coder:encode('rows', self.sheet.rows)",
        decode: """
          local sheet = { rows = 1 }
            sheet.rows = coder:decodeInteger "rows"
            self:use(sheet)
          """)),
  ]

  nonisolated private static func quiz(decode: String) -> String {
    main(
      """
      local Quiz = {}
      Quiz.__index = Quiz
      function Quiz.new(fields) return setmetatable(fields or { number = 0 }, Quiz) end
      function Quiz.restored(fields) return Quiz.new { number = fields.number } end
      function Quiz:next() self.number = self.number + 1 end
      function Main:init() self.quiz, self.past = Quiz.new(), {} end
      function Main:loadView()
        self.label = ui.Label {}
        self.view = ui.VStack { self.label,
          ui.Button { "Next", action = function() self.quiz:next() self:show() end },
          ui.Button { "Keep", action = function()
            table.insert(self.past, { number = self.quiz.number })
            self.quiz = Quiz.new()
            self:show()
          end } }
      end
      function Main:show() self.label.text = self.quiz.number .. " of " .. #self.past end
      function Main:viewWillAppear() self:show() end
      """,
      encode: "coder:encode('quiz', { number = self.quiz.number })\n  coder:encode('past', self.past)", decode: decode)
  }
}
