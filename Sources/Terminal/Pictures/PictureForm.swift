import Interface

/// The ways of terminals to show pictures.
enum PictureForm: Equatable {
  /// Pictures are stored by the terminal, placed, and removed (kitty's graphics protocol).
  case kitty
  /// Pictures take the place of characters, in PNG (OSC 1337).
  case iterm
  /// Pictures take the place of characters, in rows of six pixels.
  case sixel

  /// Whether a picture remains until it is removed, whatever is written over it.
  var isLayer: Bool { self == .kitty }
}

extension TerminalCapabilities {
  /// The best way to show pictures; nil if there is none.
  ///
  /// - Parameter isInline: whether the screen is below the prompt, where a picture must not move the cursor.
  func pictureForm(isInline: Bool) -> PictureForm? {
    if has(.kittyPictures) { return .kitty }
    if isInline { return nil }
    if has(.itermPictures) { return .iterm }
    return has(.sixelPictures) ? .sixel : nil
  }
}
