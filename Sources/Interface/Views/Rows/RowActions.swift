/// An action on one row (UIKit's `UIContextualAction`).
public struct RowAction {
  /// The button's title.
  public var title: String
  /// Whether the action is destructive.
  public var isDestructive: Bool
  /// Performs the action.
  public var handler: () throws -> Void

  /// Creates an action.
  public init(title: String, isDestructive: Bool = false, handler: @escaping () throws -> Void) {
    self.title = title
    self.isDestructive = isDestructive
    self.handler = handler
  }
}

/// The actions shown at the right of a row, as if it was swiped aside.
struct RowActions {
  let row: IndexPath
  let actions: [RowAction]
  private(set) var selected = 0

  init(row: IndexPath, actions: [RowAction]) {
    self.row = row
    self.actions = actions
  }

  /// Returns the positions of the buttons in a row of this width.
  func places(width: Int) -> [(x: Int, title: String)] {
    let titles = actions.map { "[\($0.title)]" }
    var x = width - titles.reduce(titles.count - 1) { $0 + $1.cellWidth }
    return titles.map { title in
      defer { x += title.cellWidth + 1 }
      return (x, title)
    }
  }

  /// Returns the index of the action in a column.
  func index(atColumn column: Int, width: Int) -> Int? {
    places(width: width).firstIndex { column >= $0.x && column < $0.x + $0.title.cellWidth }
  }

  @MainActor
  func draw(in canvas: Canvas, y: Int, width: Int, theme: Theme) {
    for (index, place) in places(width: width).enumerated() {
      let isDestructive = actions[index].isDestructive
      let look =
        index == selected
        ? theme[isDestructive ? .destructiveButtonFocused : .focused] : theme[isDestructive ? .destructive : .accent]
      canvas.put(place.title, x: place.x, y: y, style: look)
    }
  }

  /// The effect of a key while the actions are shown.
  enum Outcome: Equatable {
    /// The actions stay visible; the selected one may have changed.
    case stays
    /// The actions are dismissed.
    case closes
    /// The selected action is performed.
    case performs
  }

  /// Whether a key has an effect here.
  func takes(_ key: KeyPress) -> Bool {
    var tried = self
    return tried.handle(key) != nil
  }

  /// Handles a key and returns its effect; nil if the key has none.
  mutating func handle(_ key: KeyPress) -> Outcome? {
    switch key {
    case .right: selected = min(selected + 1, actions.count - 1)
    case .left where selected > 0: selected -= 1
    case .left, .escape: return .closes
    case .enter, .space: return .performs
    default: return nil
    }
    return .stays
  }
}
