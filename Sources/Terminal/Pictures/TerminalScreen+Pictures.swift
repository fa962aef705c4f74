import Interface

extension TerminalScreen {
  /// The size of a cell in pixels, if the terminal can show pictures.
  public var pictureCellSize: Size? { pictureForm == nil ? nil : cellSize }

  /// The way in which the terminal shows pictures; nil for block characters.
  var pictureForm: PictureForm? {
    // Without colours, pictures would not match the rest.
    device.colors == .none ? nil : capabilities.pictureForm(isInline: inlineRows != nil)
  }

  /// The size of a cell in pixels.
  var cellSize: Size { device.cellSize ?? capabilities.cellSize ?? Self.usualCellSize }

  /// The size of a cell that terminals without pixels of their own assume for pictures.
  private static let usualCellSize = Size(width: 10, height: 20)
}
