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
  var selected = 0

  /// Returns the visible buttons in a row of this width: all, or those around the selected one.
  func page(width: Int) -> ItemPage {
    ItemPage(
      actions.map { $0.title.cellWidth + 2 }, spacing: 1, in: width, showing: selected, isTrailing: true)
  }

  @MainActor
  func draw(in canvas: Canvas, y: Int, width: Int, theme: Theme) {
    let page = page(width: width)
    for place in page.places {
      let action = actions[place.index]
      let look =
        place.index == selected
        ? theme[action.isDestructive ? .destructiveButtonFocused : .focused]
        : theme[action.isDestructive ? .destructive : .accent]
      let title = action.title.truncated(to: max(0, place.columns.count - 2))
      canvas.put("[\(title)]", x: place.columns.lowerBound, y: y, style: look)
    }
    page.drawMarks(in: canvas, y: y, style: theme[.accent])
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
