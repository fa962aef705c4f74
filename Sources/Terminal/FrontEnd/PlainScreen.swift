import Interface

/// A screen as lines of text, one for each accessibility element.
@MainActor
struct PlainScreen {
  /// The line of an element. It has further lines if the element displays several.
  struct Line: Equatable {
    /// The view of the element. A line's place is its view and its index among the lines of the view.
    let view: ObjectIdentifier
    /// The number of an element that can be used.
    let number: Int?
    /// The element without its number, state and focus.
    let content: String
    /// The content without a value of several lines.
    let name: String
    /// The state besides the focus.
    let states: [String]
    /// Whether the element has keyboard focus.
    let isFocused: Bool

    /// The whole line.
    var text: String { text(content, isFocused: isFocused) }
    /// The line of an element of which only the state has changed.
    var shortText: String { text(name, isFocused: isFocused) }

    fileprivate func text(_ content: String, isFocused: Bool) -> String {
      let start = number.map { "\($0). " } ?? ""
      let all = start + ([content] + states + (isFocused ? ["focused"] : [])).joined(separator: ", ")
      // Indented, so that no line of a text looks like an element of its own.
      let indentation = String(repeating: " ", count: max(2, start.count))
      return all.split(omittingEmptySubsequences: false, whereSeparator: \.breaksLine)
        .joined(separator: "\n" + indentation)
    }
  }

  /// The lines in reading order.
  private(set) var lines: [Line] = []
  /// The elements with a number, which is their position, counted from 1.
  private(set) var elements: [AccessibilityElement] = []
  /// The innermost controller. Another one is another screen.
  private(set) weak var controller: ViewController?

  /// Creates a screen without lines.
  init() {}

  /// Creates the lines of a window's topmost screen.
  init(of window: Window) {
    controller = window.innermostViewController
    for element in window.accessibilityElements where !element.text.isEmpty {
      let hasNumber = element.activationPoint != nil
      if hasNumber { elements.append(element) }
      lines.append(Line(element, number: hasNumber ? elements.count : nil))
    }
  }
}

extension PlainScreen.Line {
  @MainActor
  fileprivate init(_ element: AccessibilityElement, number: Int?) {
    view = ObjectIdentifier(element.view)
    self.number = number
    states = element.states
    isFocused = element.isFocused
    let isReadOnly = element.activationPoint == nil
    switch element.role {
    case .header where isReadOnly: content = "== \(element.displayedLabel) =="
    case .alert where isReadOnly: content = "== Alert: \(element.label) =="
    default: content = element.parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }
    let isLong = element.displayedValue?.contains(where: \.breaksLine) == true
    name = isLong ? element.parts.dropLast().filter { !$0.isEmpty }.joined(separator: ", ") : content
  }

  /// The element as it is named when it is gone.
  fileprivate var description: String {
    name.split(whereSeparator: \.breaksLine).first.map(String.init) ?? ""
  }
}

extension PlainScreen {
  /// The difference between two screens.
  struct Changes {
    /// The texts to print, in reading order.
    var texts: [String] = []
    /// The elements that are gone.
    var removed: [String] = []
  }

  /// Returns the changes since another screen; nil if the whole screen is to be printed, as for another one.
  ///
  /// Lines are compared by their places. Those of views that were replaced, as by an app that builds its views again,
  /// are compared by their texts.
  func changes(since old: PlainScreen) -> Changes? {
    guard controller != nil, controller === old.controller else { return nil }
    let kept = Set(lines.map(\.view)).intersection(old.lines.map(\.view))
    var before: [ObjectIdentifier?: [Line]] = [:]
    for line in old.lines { before[kept.contains(line.view) ? line.view : nil, default: []].append(line) }
    var after: [ObjectIdentifier?: [Line]] = [:]
    var replaced = Dictionary(grouping: before[nil] ?? [], by: \.unfocusedText)
    var previous: [Line?] = []
    for line in lines {
      let view = kept.contains(line.view) ? line.view : nil
      let index = after[view]?.count ?? 0
      after[view, default: []].append(line)
      let places = before[view] ?? []
      previous.append(
        view == nil ? replaced[line.unfocusedText]?.popLast() : index < places.count ? places[index] : nil)
    }
    let hasFocus = lines.contains(where: \.isFocused)
    let changed = lines.indices.filter { index in
      previous[index].map { lines[index].isNews(after: $0, hasFocus: hasFocus) } ?? true
    }
    let removed = Self.removed(old.lines.map { ($0, kept.contains($0.view) ? $0.view : nil) }, before, after)
    if max(changed.count, removed.count) * 2 > lines.count { return nil }
    // The same lines in another order.
    if changed.isEmpty, removed.isEmpty, lines.map(\.unfocusedText) != old.lines.map(\.unfocusedText) { return nil }
    return Changes(texts: texts(ofLines: changed, previous, since: old), removed: removed)
  }

  /// Returns the elements of views that have fewer lines than before.
  private static func removed(
    _ lines: [(line: Line, view: ObjectIdentifier?)], _ before: [ObjectIdentifier?: [Line]],
    _ after: [ObjectIdentifier?: [Line]]
  ) -> [String] {
    var left: [ObjectIdentifier?: [String: Int]] = [:]
    for (view, lines) in before where lines.count > after[view]?.count ?? 0 {
      left[view] = Dictionary((after[view] ?? []).map { ($0.content, 1) }, uniquingKeysWith: +)
    }
    return lines.compactMap { line, view in
      guard let count = left[view]?[line.content, default: 0] else { return nil }
      if count == 0 { return line.description }
      left[view]?[line.content] = count - 1
      return nil
    }
  }

  /// Returns the texts of changed lines. A text that is, or was, elsewhere on the screen as well follows the line before
  /// it, which tells the one from the other.
  private func texts(ofLines changed: [Int], _ previous: [Line?], since old: PlainScreen) -> [String] {
    let counts = Dictionary(lines.map { ($0.text, 1) }, uniquingKeysWith: +)
    let known = Set(old.lines.map(\.text))
    var texts: [String] = []
    var last = -1
    for index in changed {
      let line = lines[index]
      let isStateOnly = previous[index].map { $0.number == line.number && $0.content == line.content } ?? false
      if !isStateOnly, index > 0, last != index - 1, known.contains(line.text) || counts[line.text] ?? 0 > 1 {
        texts.append(lines[index - 1].shortText)
      }
      texts.append(isStateOnly ? line.shortText : line.text)
      last = index
    }
    return texts
  }
}

extension PlainScreen.Line {
  /// The line apart from the focus.
  fileprivate var unfocusedText: String { text(content, isFocused: false) }

  /// Whether the line differs from an older one in more than the loss of the focus, which the line with the focus tells.
  fileprivate func isNews(after old: Self, hasFocus: Bool) -> Bool {
    number != old.number || content != old.content || states != old.states
      || isFocused != old.isFocused && (isFocused || !hasFocus)
  }
}
