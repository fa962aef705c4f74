/// The CBOR tags used in states.
public enum CBORTag {
  /// Seconds since 1970-01-01 00:00 UTC (RFC 8949, section 3.4.2).
  public static let epochDate: UInt64 = 1
  /// An item that later ones may refer to (registered: value sharing).
  public static let shareable: UInt64 = 28
  /// A reference to a shareable item by its number (registered: value sharing).
  public static let sharedReference: UInt64 = 29
  /// Our own tag: a byte string that is a text for the app but is not valid UTF-8.
  public static let byteText: UInt64 = 7_658_001
  /// Our own tag, always inside ``byteText``: a text with styles. A host that does not know it finds no byte string
  /// there, and ignores the value.
  public static let styledText: UInt64 = 7_658_003
  /// Our own tag: an array of identifiers, or of pairs of identifier and ordinal, that refers to a node of the tree.
  public static let nodeReference: UInt64 = 7_658_002
  /// Our own tag: JSON's null, or an empty array of JSON, where these are not the same as no value and an empty table. A host
  /// that does not know it finds null or an empty array.
  public static let json: UInt64 = 7_658_006
  /// Our own tag: the number of a long value that is stored in pieces (see ``StatePieces``).
  public static let pieces: UInt64 = 7_658_005
}
