import Interface

/// A part of what was printed.
public struct ConsoleText: Hashable, Sendable {
  /// With its newlines.
  public var text: String
  /// Whether it tells of an error, or was written to standard error.
  public var isError: Bool

  /// A text of this kind.
  public init(_ text: String, isError: Bool = false) {
    self.text = text
    self.isError = isError
  }
}

/// Text that grows at its end, in which errors look as such, of which the last lines are seen, or those that were scrolled back to.
@MainActor
package final class ConsoleView: View {
  private static let maximumLines = 2000
  /// More rows than there ever are.
  static let maximumRows = 1 << 30

  /// The text view that shows it. It ignores keys and clicks, which belong to the pane around it.
  private final class Output: TextView {
    override var canBecomeFirstResponder: Bool { false }

    override func mouseEvent(_ event: MouseEvent) -> Bool {
      guard case .wheel = event.action else { return false }
      return super.mouseEvent(event)
    }
  }

  private let output = Output()
  /// Whether the last line has not ended yet, and whether it is an error.
  private var openLine: (isOpen: Bool, isError: Bool) = (false, false)
  /// Whether the beginning is shown, not the end.
  package var startsAtTop = false { didSet { output.followsEnd = !startsAtTop } }

  /// An empty console.
  package override init() {
    super.init()
    output.isEditable = false
    output.maximumLines = Self.maximumLines
    addSubview(output)
  }

  /// The text, as far as it is kept, a line each.
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

  /// Whether the last line has not ended yet.
  package var isInLine: Bool { openLine.isOpen }

  package func append(_ text: String, isError: Bool = false) {
    guard let last = text.last else { return }
    if isInLine, openLine.isError != isError, text.first?.breaksLine == false { add("\n", isError: openLine.isError) }
    add(text, isError: isError)
    openLine = (!last.breaksLine, isError)
  }

  private func add(_ text: String, isError: Bool) {
    output.append(isError ? Text(AttributedString(text, look: .role(.destructive))) : Text(text))
  }

  /// Shows another text, scrolled as the one before.
  package func replace(with text: String) {
    let (first, followsEnd) = (output.firstVisibleRow, output.followsEnd)
    output.text = ""
    openLine = (false, false)
    append(text)
    output.followsEnd = followsEnd
    if !followsEnd { output.scroll(byRows: first - output.firstVisibleRow) }
  }

  /// Scrolls back by so many rows, forward if negative.
  package func scroll(by rows: Int) {
    output.scroll(byRows: -rows)
    // At the end, too, what is added may not scroll a text that is read from its start.
    if startsAtTop { output.followsEnd = false }
  }

  /// How many rows the text takes at a width.
  package func rowCount(width: Int) -> Int { output.rowCount(width: width) }

  package override func isFlexible(along axis: Axis) -> Bool { true }
  package override func sizeThatFits(_ proposal: Size) -> Size { proposal }
}

extension String {
  /// Its lines, with their newlines.
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
