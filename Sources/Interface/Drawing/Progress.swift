/// The progress shown by the first progress bar of a screen, which terminals can show beside their title.
public enum Progress: Hashable, Sendable {
  /// A number from 0 to 100.
  case percent(Int)
  /// An activity of unknown length.
  case indeterminate
}
