import Foundation
import Testing

/// What a user does at a terminal and sees there. Consequences are awaited, however long a busy machine takes.
extension TerminalProcess {
  /// Answers the queries of the first frame, as another terminal does.
  func answer(_ answers: [String]) async throws {
    #expect(try await outputs("\u{1b}[c"), "the query that every terminal answers is the last one")
    type(answers.joined())
  }

  /// Quits the app by Control-Q, which restores the terminal.
  func quit() async throws {
    type("\u{11}")
    #expect(try await ended()?.end == .code(0))
    #expect(isLineAsBefore && !isOnAlternateScreen)
  }

  // MARK: Keys

  func press(_ keys: Key...) { for key in keys { type(key.bytes) } }

  /// Types a line and Enter.
  func enter(_ line: String) { type(line + "\r") }

  /// Pastes a text, as terminals do for programs that distinguish pastes from keys.
  func paste(_ text: String) {
    type("\u{1b}[200~" + text.replacingOccurrences(of: "\n", with: "\r") + "\u{1b}[201~")
  }

  /// Presses and releases a button of the mouse, or turns its wheel.
  ///
  /// - Parameters:
  ///   - code: that of xterm's reports: 0 left, 2 right, 64 and 65 the wheel.
  ///   - column: from 1.
  ///   - row: from 1.
  func mouse(_ code: Int = 0, column: Int, row: Int) {
    type("\u{1b}[<\(code);\(column);\(row)M")
    if code < 64 { type("\u{1b}[<\(code);\(column);\(row)m") }
  }

  // MARK: The screen

  /// The text on the screen.
  var screen: String {
    read()
    return emulator.lines.joined(separator: "\n")
  }

  /// Waits until a condition holds, and returns whether it did within the time limit.
  ///
  /// - Parameter reads: whether the terminal reads its output meanwhile.
  func eventually(
    within limit: Duration = .seconds(30), reads: Bool = true, _ condition: () async throws -> Bool
  ) async throws -> Bool {
    try await luahostTests.eventually(within: limit) {
      if reads { read() }
      return try await condition()
    }
  }

  /// Waits until a text is on the screen.
  func shows(_ text: String) async throws -> Bool { try await eventually { screen.contains(text) } }

  /// Waits until a text is not on the screen.
  func hides(_ text: String) async throws -> Bool { try await eventually { !screen.contains(text) } }

  /// Ends the test unless a condition holds within 30 seconds.
  ///
  /// - Parameter rule: what is expected, in a sentence.
  func expect(
    _ rule: String, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
  ) async throws {
    let isMet = try await eventually(condition)
    try #require(isMet, "\(rule); the screen is:\n\(screen)", sourceLocation: sourceLocation)
  }

  /// Ends the test unless a text is on the screen within 30 seconds.
  func expect(
    _ rule: String, shows text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await expect("\(rule): \(text.debugDescription)", sourceLocation: sourceLocation) { screen.contains(text) }
  }

  /// Ends the test unless a text is gone from the screen within 30 seconds.
  func expect(
    _ rule: String, hides text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await expect("\(rule): no \(text.debugDescription)", sourceLocation: sourceLocation) {
      !screen.contains(text)
    }
  }

  /// Waits until a text is on the screen, as a condition of the next step.
  func wait(for text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await expect("the next step is possible", shows: text, sourceLocation: sourceLocation)
  }

  /// Waits until a text is gone from the screen, as a condition of the next step. Escape and a key within 25 ms would
  /// count as that key with Alt.
  func waitUntilGone(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await expect("the next step is possible", hides: text, sourceLocation: sourceLocation)
  }

  /// The text that a program last copied to the terminal's clipboard.
  var clipboard: String? {
    guard let start = output.range(of: "\u{1b}]52;c;", options: .backwards) else { return nil }
    let text = output[start.upperBound...].prefix { $0.isLetter || $0.isNumber || "+/=".contains($0) }
    return Data(base64Encoded: String(text)).map { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: Saves

  /// Waits until the state to be restored contains a text.
  ///
  /// - Parameter source: the app or state folder, and options of `luahost archive`.
  func saves(_ text: String, _ source: String...) async throws -> Bool {
    try await eventually {
      try await CommandRun(["archive", "export"] + source + ["-o", "-"], home: folder.path).output.contains(text)
    }
  }
}
