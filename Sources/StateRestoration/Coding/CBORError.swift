/// CBOR that cannot be read.
public enum CBORError: Error, Equatable, CustomStringConvertible {
  /// The bytes end inside an item that began at this offset.
  case truncated(offset: Int)
  /// A form that RFC 8949 does not allow, at this offset.
  case malformed(offset: Int)
  /// Items are nested deeper than ``CBORReader/maximumDepth``.
  case tooDeep(offset: Int)
  /// Another kind of item stands at this offset.
  case unexpected(offset: Int)

  public var description: String {
    switch self {
    case .truncated(let offset): "the CBOR data ends inside the item at byte \(offset)"
    case .malformed(let offset): "the CBOR data is malformed at byte \(offset)"
    case .tooDeep(let offset): "the CBOR data is nested too deeply at byte \(offset)"
    case .unexpected(let offset): "the CBOR data has another kind of item than expected at byte \(offset)"
    }
  }
}
