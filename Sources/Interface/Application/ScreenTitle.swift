extension Application {
  /// How many characters of a title are saved.
  private static let longestTitle = 200

  /// The title of the innermost controller on the topmost screen that has one. Saves record it for lists of them.
  public var screenTitle: String? {
    (keyWindow ?? windows.first)?.innermostTitle.map { String($0.prefix(Self.longestTitle)) }
  }
}
