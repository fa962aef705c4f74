/// An error in CBOR data.
public enum CBORError: Error, Equatable, CustomStringConvertible {
  /// The data ends inside the item at this offset.
  case truncated(offset: Int)
  /// The data at this offset is not valid according to RFC 8949.
  case malformed(offset: Int)
  /// Items are nested deeper than ``CBORReader/maximumDepth``.
  case tooDeep(offset: Int)
  /// An item of another type is at this offset.
  case unexpected(offset: Int)

  public var description: String {
    switch self {
    case .truncated(let offset): "the CBOR data ends inside the item at byte \(offset)"
    case .malformed(let offset): "the CBOR data is malformed at byte \(offset)"
    case .tooDeep(let offset): "the CBOR data is nested too deeply at byte \(offset)"
    case .unexpected(let offset): "the CBOR data has an unexpected kind of item at byte \(offset)"
    }
  }
}
