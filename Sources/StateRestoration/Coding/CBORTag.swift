/// The tags that states use.
public enum CBORTag {
  /// Seconds since 1970-01-01 00:00 UTC (RFC 8949, section 3.4.2).
  public static let epochDate: UInt64 = 1
  /// An item that a later one may refer to (registered: value sharing).
  public static let shareable: UInt64 = 28
  /// The number of the shareable item that stands here again (registered: value sharing).
  public static let sharedReference: UInt64 = 29
  /// Our own: a byte string that is text to the app, but is not UTF-8.
  public static let byteText: UInt64 = 7_658_001
  /// Our own, always below ``byteText``: a text with looks. A host that does not know it finds no byte string there, and takes
  /// the value for none.
  public static let styledText: UInt64 = 7_658_003
  /// Our own: an array of identifiers (or of pairs of identifier and ordinal) that leads to a node of the tree.
  public static let nodeReference: UInt64 = 7_658_002
}
