/// The style of the border around a view.
public enum Border: String, Sendable, CaseIterable {
  case none, single, rounded, double, heavy

  /// The characters of a border.
  struct Lines {
    let topLeft, topRight, bottomLeft, bottomRight, horizontal, vertical: Character
  }

  /// The border's characters; nil for ``none``.
  var lines: Lines? {
    let characters: [Character]
    switch self {
    case .none: return nil
    case .single: characters = ["┌", "┐", "└", "┘", "─", "│"]
    case .rounded: characters = ["╭", "╮", "╰", "╯", "─", "│"]
    case .double: characters = ["╔", "╗", "╚", "╝", "═", "║"]
    case .heavy: characters = ["┏", "┓", "┗", "┛", "━", "┃"]
    }
    return Lines(
      topLeft: characters[0], topRight: characters[1], bottomLeft: characters[2], bottomRight: characters[3],
      horizontal: characters[4], vertical: characters[5])
  }
}

/// The number of empty cells at each edge of a view.
public struct Insets: Hashable, Sendable {
  /// Rows at the top.
  public var top: Int
  /// Columns at the left.
  public var left: Int
  /// Rows at the bottom.
  public var bottom: Int
  /// Columns at the right.
  public var right: Int

  /// Creates insets for each edge.
  public init(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Creates insets that are equal on every edge.
  public init(all cells: Int) {
    self.init(top: cells, left: cells, bottom: cells, right: cells)
  }

  /// No insets.
  public static let zero = Insets()

  /// Columns on the left and right together.
  public var width: Int { left + right }
  /// Rows at the top and bottom together.
  public var height: Int { top + bottom }

  static func + (first: Insets, second: Insets) -> Insets {
    Insets(
      top: first.top + second.top, left: first.left + second.left, bottom: first.bottom + second.bottom,
      right: first.right + second.right)
  }
}
