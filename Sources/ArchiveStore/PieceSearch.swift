import StateRestoration

/// Searches texts that are stored in pieces, each piece once, however many saves contain it.
struct PieceSearch {
  private struct Piece {
    /// The whole text, if it contains the text searched for.
    var match: String?
    /// The leading characters that an occurrence continuing from another piece can include.
    var start: String
    var end: String
    /// Whether the piece is so short that an occurrence may extend beyond both of its ends.
    var isShort: Bool
  }

  private struct Seam: Hashable {
    var left: NodeID
    var right: NodeID
  }

  private let text: String
  private let reach: Int
  private var pieces: [NodeID: Piece] = [:]
  private var seams: [Seam: String?] = [:]

  init(_ text: String) {
    self.text = text
    // A character may have three in the other case.
    reach = 3 * text.count
  }

  /// Adds a piece. All pieces are added before ``reduced(_:)`` is called.
  mutating func add(_ piece: ArchivedNode) {
    guard piece.className == StatePieces.Kind.text.rawValue else { return }
    let letters = String(decoding: piece.state, as: UTF8.self)
    pieces[piece.id] = Piece(
      match: StateValue.string(letters).text(containing: text), start: String(letters.prefix(reach)),
      end: String(letters.suffix(reach)),
      isShort: letters.utf8.count <= 16 * reach && letters.count <= reach)
  }

  /// Returns a node with its long texts reduced to the first part that contains the text searched for, or to nothing.
  mutating func reduced(_ node: ArchivedNode) -> ArchivedNode {
    guard let (end, values) = try? PieceRows.values(node) else { return node }
    var reduced = node
    reduced.state.removeSubrange(end...)
    reduced.pieces = values.map { kind, ids in
      let match = kind == .text ? match(in: ids) : nil
      return StatePieces(kind, match.map { [StatePiece(Array($0.utf8))] } ?? [])
    }
    return reduced
  }

  private mutating func match(in ids: [NodeID]) -> String? {
    var last: NodeID?
    var before = ""
    for id in ids {
      guard let piece = pieces[id] else { continue }
      let seam = last.map { Seam(left: $0, right: id) }
      if let match = piece.match ?? match(at: seam, before + piece.start) { return match }
      last = piece.isShort ? nil : id
      before = piece.isShort ? String((before + piece.end).suffix(reach)) : piece.end
    }
    return nil
  }

  /// - Parameter seam: where two pieces meet; nil if the text on the left consists of several pieces.
  private mutating func match(at seam: Seam?, _ letters: String) -> String? {
    if let seam, let known = seams[seam] { return known }
    let match = StateValue.string(letters).text(containing: text)
    if let seam { seams[seam] = .some(match) }
    return match
  }
}
