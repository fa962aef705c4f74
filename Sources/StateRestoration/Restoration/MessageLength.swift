extension String {
  /// The maximum length of a message or trace line in bytes, as names in it come from the app and can be of any length.
  public static let longestMessage = 64 << 10

  /// The text truncated to ``longestMessage``.
  public var cutAsMessage: String {
    guard utf8.count > Self.longestMessage else { return self }
    // A character cut in two can become three bytes longer.
    return String(decoding: utf8.prefix(Self.longestMessage - 6), as: UTF8.self) + "…"
  }
}
