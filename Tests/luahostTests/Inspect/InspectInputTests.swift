import Foundation
import Testing

/// What a user of the page of `luahost inspect` does besides typing: opening its address again, pasting, host keys.
@Suite(
  "Inspect page input", .serialized,
  .enabled(if: Browser.path != nil, "Chromium is not installed: apt-get install chromium"))
struct InspectInputTests {
  /// An app that shows the length of its text and prints, with a password, and a value with a bidirectional control.
  private static let app = """
    local ui = require "luahost"
    local Form = ui.ViewController:subclass "Form"
    function Form:loadView()
      local count = ui.Label { text = "empty" }
      self.view = ui.VStack { count, ui.TextField { isSecure = true, text = "hunter2", accessibilityIdentifier = "pass" },
        ui.TextView { accessibilityIdentifier = "text", onChange = function(view) count.text = "length " .. #view.text end },
        ui.Button { title = "Print", action = function() print("printed text") end } }
    end
    function Form:encodeRestorableState(coder) coder:encode("Value", "a\\u{202E}b\\u{9b}c") end
    local app = ui.Application { identifier = "org.example.form" }
    function app:shouldSaveApplicationState() return true end
    function app:didFinishLaunching()
      self.window = ui.Window { rootViewController = Form { restorationIdentifier = "form" } }
      self.window:makeKeyAndVisible()
    end
    return app

    """

  private static func withApp(_ body: (InspectedRun, Browser, BundleFolder) throws -> Void) throws {
    try InspectPageTests.withApp(app, showing: "Print", body)
  }

  private static let details = "document.getElementById('node-panel').textContent"

  private static func click(_ text: String, in browser: Browser) throws {
    let rows = try browser.screen.components(separatedBy: "\n")
    try browser.click(column: 3, row: try #require(rows.firstIndex { $0.contains(text) }))
  }

  @Test("the whole address works in a tab that shows the page without the secret, or with another one")
  func addressInSameTab() throws {
    try Self.withApp { run, _, _ in
      let secret = try #require(run.address.split(separator: "#").last)
      for old in ["", "#" + String(repeating: "0", count: 64)] {
        let browser = try Browser(run.address.prefix { $0 != "#" } + old)
        try browser.wait(for: "/secret|refuses/.test(document.getElementById('process').textContent)")
        try browser.evaluate("location.hash = '#\(secret)'")
        try browser.wait(forText: "Print")
        #expect(try browser.evaluate("location.hash") == "")
      }
    }
  }

  @Test("F12 opens the prompt over the app, and F11 shows what the app prints")
  func hostKeys() throws {
    try Self.withApp { _, browser, _ in
      try Self.click("Print", in: browser)
      try browser.press("F11", code: 122)
      try browser.wait(forText: "printed text")
      try browser.press("F11", code: 122)
      try browser.wait(for: "!document.getElementById('rows').textContent.includes('printed text')")
      try browser.press("F12", code: 123)
      try browser.wait(forText: "closes the prompt")
      try browser.type("6 * 7")
      try browser.press("Enter", code: 13)
      try browser.wait(forText: "42")
      try browser.press("Escape", code: 27)
      try browser.wait(for: "!document.getElementById('rows').textContent.includes('closes the prompt')")
    }
  }

  @Test("a paste of several MiB arrives whole, and one of more than 16 MiB is ignored with a message")
  func longPaste() throws {
    try Self.withApp { _, browser, _ in
      try browser.click(column: 3, row: 2)
      func paste(lines: Int) throws {
        try browser.evaluate(
          """
          (() => { const data = new DataTransfer(); data.setData('text/plain', 'pasted\\n'.repeat(\(lines)));
          document.getElementById('keys').dispatchEvent(new ClipboardEvent('paste', { clipboardData: data })) })()
          """)
      }
      try paste(lines: 300_000)
      try browser.wait(forText: "length 2100000")
      try paste(lines: 2_500_000)
      try browser.wait(for: "document.getElementById('message').textContent.includes('longer than 16 MiB')")
      try browser.type("x")
      try browser.wait(forText: "length 2100001")
    }
  }

  @Test("the text of a secure field is hidden in its properties, and control characters of values are visible")
  func shownTexts() throws {
    try Self.withApp { _, browser, _ in
      try browser.wait(for: "document.querySelectorAll('.node').length > 3")
      func find(_ text: String) throws {
        try browser.evaluate(
          """
          (() => { const field = document.getElementById('find'); field.value = '\(text)';
          field.dispatchEvent(new Event('input')) })()
          """)
      }
      try find("TextField")
      try browser.wait(for: "\(Self.details).includes('isSecure')")
      #expect(try browser.evaluate("\(Self.details).includes('•••••••')") == "true")
      #expect(try browser.evaluate("\(Self.details).includes('hunter2')") == "false")
      try find("form")
      try browser.wait(for: "\(Self.details).startsWith('form · Form')")
      let shown = try browser.evaluate(Self.details)
      #expect(shown.contains("Value") && shown.contains("a\\u{202E}b\\u{9B}c"), "\(shown)")
    }
  }
}
