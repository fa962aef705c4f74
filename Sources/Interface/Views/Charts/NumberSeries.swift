import StateRestoration

/// A series of numbers that grows at its end. A long one is saved in pieces, so that a save after a number was appended
/// encodes the last piece only.
struct NumberSeries {
  /// The numbers, oldest first.
  private(set) var values: [Double] = []
  /// The number of values that were removed at the beginning, as far as it matters: pieces begin at multiples of
  /// ``pieceCount``, counted with them.
  private var removedCount = 0
  /// The encoded pieces that have not changed since, by their place in the whole series.
  private var pieces: [Int: StatePiece] = [:]

  private static let pieceCount = 1_024
  /// The number of values up to which they are saved as a list, which tools show.
  private static let longestList = 256

  /// Creates a series.
  init(_ values: [Double] = []) { self.values = values }

  private var end: Int { removedCount + values.count }

  /// Appends the newest number.
  mutating func append(_ value: Double) {
    pieces[end / Self.pieceCount] = nil
    values.append(value)
  }

  /// Removes the oldest numbers.
  mutating func removeFirst(_ count: Int) {
    let first = removedCount / Self.pieceCount
    values.removeFirst(count)
    removedCount += count
    for place in first...removedCount / Self.pieceCount { pieces[place] = nil }
  }

  // MARK: State

  /// Encodes the numbers.
  @MainActor mutating func encode(with coder: StateCoder, forKey key: String) {
    guard values.count > Self.longestList else {
      return coder.encode(.list(values.map { .float($0) }), forKey: key)
    }
    coder.encode(StatePieces(.data, statePieces()), forKey: key)
  }

  /// Returns the pieces of the series. Unchanged ones are those that were returned before.
  private mutating func statePieces() -> [StatePiece] {
    (removedCount / Self.pieceCount...(end - 1) / Self.pieceCount).map { place in
      if let piece = pieces[place] { return piece }
      let start = place * Self.pieceCount
      let range = max(start, removedCount)..<min(start + Self.pieceCount, end)
      let piece = StatePiece(Self.encode(values[range.lowerBound - removedCount..<range.upperBound - removedCount]))
      pieces[place] = piece
      return piece
    }
  }

  /// Decodes a series, and keeps its pieces; nil if there is none for the key.
  @MainActor init?(decoding coder: StateCoder, forKey key: String) {
    if case .list(let list)? = coder.decodeValue(forKey: key) {
      values = list.compactMap { if case .float(let value) = $0 { value } else { nil } }
      return
    }
    let decoded = coder.decodePieces(forKey: key)?.pieces ?? coder.decodeData(forKey: key).map { [StatePiece($0)] }
    guard let decoded else { return nil }
    for piece in decoded { values += Self.decode(piece.bytes) }
    let full = Self.pieceCount * Self.valueSize
    let isDivided =
      decoded.count > 1 && decoded.allSatisfy { $0.bytes.count <= full && $0.bytes.count % Self.valueSize == 0 }
      && decoded.dropFirst().dropLast().allSatisfy { $0.bytes.count == full }
    guard isDivided else { return }
    removedCount = Self.pieceCount - decoded[0].bytes.count / Self.valueSize
    for (place, piece) in decoded.enumerated() { pieces[place] = piece }
  }

  private static let valueSize = MemoryLayout<UInt64>.size

  /// Returns the bits of numbers, the lowest byte first.
  private static func encode(_ values: ArraySlice<Double>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(values.count * valueSize)
    for value in values { withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) } }
    return bytes
  }

  /// Returns the numbers of a series that was saved in pieces; nil for other values.
  static func values(of state: StateValue) -> [Double]? {
    guard case .data(let bytes) = state, bytes.count > longestList * valueSize, bytes.count % valueSize == 0 else {
      return nil
    }
    return decode(bytes)
  }

  private static func decode(_ bytes: [UInt8]) -> [Double] {
    bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / valueSize).map { index in
        let bits = bytes.loadUnaligned(fromByteOffset: index * valueSize, as: UInt64.self)
        return Double(bitPattern: UInt64(littleEndian: bits))
      }
    }
  }
}
