extension UnsafeBufferPointer<UInt8> {
  /// Whether UTF-8 contains a character that the bidirectional algorithm may reorder: a letter written from right to
  /// left, or an Arabic digit. One pass over the bytes decides for nearly all other text.
  var hasRightToLeft: Bool {
    // Such characters begin with 0xd6...0xe0, 0xef or 0xf0; other bytes of UTF-8 below 0xf5 are no candidates.
    var highest: UInt8 = 0
    for byte in self { highest = byte > highest ? byte : highest }
    guard highest >= 0xd6 else { return false }
    var place = 0
    while place < count {
      let byte = self[place]
      guard byte >= 0xd6 else {
        place += 1
        continue
      }
      let next = place + 1 < count ? self[place + 1] : 0
      let third = place + 2 < count ? self[place + 2] : 0
      switch byte {
      case 0xd6: if next >= 0x90 { return true }  // Hebrew, after Armenian
      case 0xd7...0xdf: return true  // Hebrew, Arabic, Syriac, Thaana, N'Ko
      case 0xe0: if (0xa0...0xa3).contains(next) { return true }  // up to U+08FF
      case 0xef:  // presentation forms
        if next == 0xac && third >= 0x9d || (0xad...0xb7).contains(next) { return true }
        if next == 0xb9 && third >= 0xb0 || next == 0xba || next == 0xbb { return true }
      case 0xf0:  // U+10800–U+10FFF and U+1E800–U+1EFFF
        if next == 0x90 && (0xa0...0xbf).contains(third) || next == 0x9e && (0xa0...0xbf).contains(third) {
          return true
        }
      default: break
      }
      place += 1
    }
    return false
  }
}

extension String {
  /// Whether the text contains a character that the bidirectional algorithm may reorder.
  var hasRightToLeft: Bool {
    var text = self
    return text.withUTF8 { $0.hasRightToLeft }
  }
}
