import StateRestoration

// A text in saves, in the pieces that are its chunks.
extension TextLines {
  /// The text in pieces, those that have not changed since the last time among them.
  mutating func statePieces() -> [StatePiece] {
    chunks.indices.map { index in
      // Of the first chunk a part may be gone.
      let hidden = firstByte - chunks[index].firstByte
      if hidden > 0 { return StatePiece(Array(chunks[index].bytes[hidden...])) }
      if let piece = chunks[index].piece { return piece }
      let piece = StatePiece(chunks[index].bytes)
      chunks[index].piece = piece
      return piece
    }
  }

  /// The text that a save contains, in chunks that are the pieces in which it was saved; nil if it contains none.
  @MainActor init?(decoding coder: StateCoder, forKey key: String) {
    if let value = coder.decodePieces(forKey: key), let lines = TextLines(value) {
      self = lines
    } else if let text = coder.decodeString(forKey: key) {
      self.init(Text(text))
    } else {
      return nil
    }
  }

  /// Returns nil for pieces that ``statePieces()`` does not return.
  private init?(_ value: StatePieces) {
    guard value.kind == .text, !value.pieces.isEmpty else { return nil }
    var made: [Chunk] = []
    for (index, piece) in value.pieces.enumerated() {
      guard piece.bytes.count <= Self.longestLine, String(validating: piece.bytes, as: UTF8.self) != nil,
        made.last.map({ !Self.joins($0.bytes, piece.bytes) }) ?? true
      else { return nil }
      let parts = Self.chunks(of: piece.bytes, isEnd: index == value.pieces.count - 1)
      guard parts.count == 1, var chunk = parts.first else { return nil }
      chunk.piece = piece
      made.append(chunk)
    }
    self.init()
    chunks = Self.placed(made, line: 0, byte: 0)
  }
}
