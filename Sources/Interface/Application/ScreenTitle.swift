extension Application {
  /// The maximum length of a saved title, in characters.
  private static let longestTitle = 200

  /// The title of the innermost titled controller on the topmost screen. Saves record it for the history.
  public var screenTitle: String? {
    frontWindow?.innermostTitle.map { String($0.prefix(Self.longestTitle)) }
  }
}
