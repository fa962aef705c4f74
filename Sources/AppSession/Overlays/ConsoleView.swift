import Interface

/// A part of the printed text.
public struct ConsoleText: Hashable, Sendable {
  /// The text, including newlines.
  public var text: String
  /// Whether the text reports an error or was written to standard error.
  public var isError: Bool

  /// Creates a part of the printed text.
  public init(_ text: String, isError: Bool = false) {
    self.text = text
    self.isError = isError
  }
}

/// A scrollable log that follows its end and highlights errors.
@MainActor
package final class ConsoleView: View {
  private static let maximumLines = 2000
  /// More rows than a console can have.
  static let maximumRows = 1 << 30

  /// The text view. It ignores keys and clicks, which belong to the pane around it.
  private final class Output: TextView {
    override var canBecomeFirstResponder: Bool { false }

    override func mouseEvent(_ event: MouseEvent) -> Bool {
      guard case .wheel = event.action else { return false }
      return super.mouseEvent(event)
    }
  }

  private let output = Output()
  /// Whether the last line is incomplete, and whether it is an error.
  private var openLine: (isOpen: Bool, isError: Bool) = (false, false)
  /// Whether the beginning is visible at first, not the end.
  var startsAtTop = false { didSet { output.followsEnd = !startsAtTop } }

  /// Creates an empty console.
  package override init() {
    super.init()
    output.isEditable = false
    output.maximumLines = Self.maximumLines
    addSubview(output)
  }

  /// The lines of the text that are still kept.
  var text: [ConsoleText] {
    var lines: [ConsoleText] = []
    let text = output.attributedText
    for part in text.attributed?.parts ?? [(text.string, .init())] {
      for letters in part.text.lines {
        if lines.last?.text.last?.breaksLine == false {
          lines[lines.count - 1].text += letters
        } else {
          lines.append(ConsoleText(letters, isError: !part.attributes.looks.isEmpty))
        }
      }
    }
    return lines
  }

  /// Whether the last line is incomplete.
  package var isInLine: Bool { openLine.isOpen }

  package func append(_ text: String, isError: Bool = false) {
    guard let last = text.last else { return }
    if isInLine, openLine.isError != isError, text.first?.breaksLine == false { add("\n", isError: openLine.isError) }
    add(text, isError: isError)
    openLine = (!last.breaksLine, isError)
  }

  private func add(_ text: String, isError: Bool) {
    output.append(isError ? Text(AttributedString(text, look: .role(.error))) : Text(text))
  }

  /// Replaces the text and keeps the scroll position.
  func replace(with text: String) {
    let (first, followsEnd) = (output.firstVisibleRow, output.followsEnd)
    output.text = ""
    openLine = (false, false)
    append(text)
    output.followsEnd = followsEnd
    if !followsEnd { output.scroll(byRows: first - output.firstVisibleRow) }
  }

  /// Scrolls back by a number of rows; forward if negative.
  package func scroll(by rows: Int) {
    output.scroll(byRows: -rows)
    // Text appended at the end must not scroll a text that is read from its start.
    if startsAtTop { output.followsEnd = false }
  }

  /// Scrolls to the end, which is then followed.
  package func scrollToEnd() { scroll(by: -Self.maximumRows) }

  /// Returns the number of rows that the text needs at a width.
  func rowCount(width: Int) -> Int { output.rowCount(width: width) }

  package override func isFlexible(along axis: Axis) -> Bool { true }
  package override func sizeThatFits(_ proposal: Size) -> Size { proposal }
}

extension String {
  /// The lines, including their newlines.
  fileprivate var lines: [String] {
    var lines: [String] = []
    var start = startIndex
    while start < endIndex {
      let end = self[start...].firstIndex(where: \.breaksLine).map(index(after:)) ?? endIndex
      lines.append(String(self[start..<end]))
      start = end
    }
    return lines
  }
}
