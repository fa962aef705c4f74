extension String {
  /// How many bytes of a message, or of a line of a trace, are kept: names in it come from the app, and can be of any length.
  public static let longestMessage = 64 << 10

  /// The text as a message: cut if it is longer than ``longestMessage``.
  public var cutAsMessage: String {
    guard utf8.count > Self.longestMessage else { return self }
    // A character that is cut in two can become three bytes longer.
    return String(decoding: utf8.prefix(Self.longestMessage - 6), as: UTF8.self) + "…"
  }
}
