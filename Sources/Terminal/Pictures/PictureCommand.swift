import Interface

/// Bytes that show, move or remove a picture.
struct PictureCommand: Equatable {
  /// The cell in which the cursor must be; nil if its position does not matter.
  var place: Point?
  let bytes: [UInt8]
  /// Whether the cursor does not move.
  var leavesCursor = true
}
