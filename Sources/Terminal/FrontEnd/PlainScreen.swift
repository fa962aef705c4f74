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
    let (before, after) = (old.placedLines(kept), placedLines(kept))
    let places = Dictionary(grouping: before, by: \.group).mapValues { $0.map(\.line) }
    var replaced = Dictionary(grouping: before.filter { !$0.group.isKept }.map(\.line), by: \.unfocusedText)
    var counts: [Group: Int] = [:]
    let previous = after.map { line, group -> Line? in
      guard group.isKept else { return replaced[line.unfocusedText]?.popLast() }
      let index = counts[group, default: 0]
      counts[group] = index + 1
      return places[group].flatMap { index < $0.count ? $0[index] : nil }
    }
    let hasFocus = lines.contains(where: \.isFocused)
    let changed = lines.indices.filter { index in
      previous[index].map { lines[index].isNews(after: $0, hasFocus: hasFocus) } ?? true
    }
    let removed = Self.removed(before, after)
    if max(changed.count, removed.count) * 2 > lines.count { return nil }
    // The same lines in another order.
    if changed.isEmpty, removed.isEmpty, lines.map(\.unfocusedText) != old.lines.map(\.unfocusedText) { return nil }
    return Changes(texts: texts(ofLines: changed, previous, since: old), removed: removed)
  }

  /// The lines of a view that two screens have, or those of replaced views between two such views.
  private struct Group: Hashable {
    /// The view, or the one above; nil at the top.
    let view: ObjectIdentifier?
    let isKept: Bool
  }

  private typealias PlacedLine = (line: Line, group: Group)

  private func placedLines(_ kept: Set<ObjectIdentifier>) -> [PlacedLine] {
    var above: ObjectIdentifier?
    return lines.map { line in
      let isKept = kept.contains(line.view)
      if isKept { above = line.view }
      return (line, Group(view: above, isKept: isKept))
    }
  }

  /// Returns the elements of groups that have fewer lines than before.
  private static func removed(_ before: [PlacedLine], _ after: [PlacedLine]) -> [String] {
    let gone = lines(before, withoutThoseIn: after)
    let added = Dictionary(lines(after, withoutThoseIn: before).map { ($0.group, 1) }, uniquingKeysWith: +)
    let counts = Dictionary(gone.map { ($0.group, 1) }, uniquingKeysWith: +)
    return gone.filter { counts[$0.group, default: 0] > added[$0.group, default: 0] }.map(\.line.description)
  }

  /// Returns the lines whose content others do not have in the same view, or in any replaced one.
  private static func lines(_ lines: [PlacedLine], withoutThoseIn others: [PlacedLine]) -> [PlacedLine] {
    func view(_ line: PlacedLine) -> ObjectIdentifier? { line.group.isKept ? line.group.view : nil }
    var left: [ObjectIdentifier?: [String: Int]] = [:]
    for line in others { left[view(line), default: [:]][line.line.content, default: 0] += 1 }
    return lines.filter { line in
      guard let count = left[view(line)]?[line.line.content], count > 0 else { return true }
      left[view(line)]?[line.line.content] = count - 1
      return false
    }
  }

  /// Returns the texts of changed lines. A text that is, or was, elsewhere on the screen as well follows the line before
  /// it, which distinguishes them.
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

  /// Whether the line differs from an older one in more than the loss of the focus, which the line with the focus reports.
  fileprivate func isNews(after old: Self, hasFocus: Bool) -> Bool {
    number != old.number || content != old.content || states != old.states
      || isFocused != old.isFocused && (isFocused || !hasFocus)
  }
}
