/// Where a view draws: the cells of its own rectangle, clipped to what is visible of it.
@MainActor
public final class Canvas {
  /// The grid that is drawn into.
  public internal(set) var grid: Grid

  /// A canvas over a whole grid.
  public init(grid: Grid) { self.grid = grid }
}
