import StateRestoration

// Saving a text in pieces, which are its chunks.
extension TextLines {
  /// Returns the pieces of the text. Unchanged chunks return the same piece as before.
  mutating func statePieces() -> [StatePiece] {
    chunks.indices.map { index in
      // Some lines of the first chunk may have been removed.
      let hidden = firstByte - chunks[index].firstByte
      if hidden > 0 { return StatePiece(Array(chunks[index].bytes[hidden...])) }
      if let piece = chunks[index].piece { return piece }
      let piece = StatePiece(chunks[index].bytes)
      chunks[index].piece = piece
      return piece
    }
  }

  /// Decodes a text from a save, using its pieces as chunks; nil if there is no text for the key.
  @MainActor init?(decoding coder: StateCoder, forKey key: String) {
    if let value = coder.decodePieces(forKey: key), let lines = TextLines(value) {
      self = lines
    } else if let text = coder.decodeString(forKey: key) {
      self.init(Text(text))
    } else {
      return nil
    }
  }

  /// Creates a text from pieces; nil for pieces that ``statePieces()`` cannot have returned.
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
