import StateRestoration

/// The undo and redo history of a text.
///
/// A save contains the newest steps, in pieces of a few steps each, so that it writes only those of the last edits.
struct EditingHistory {
  /// A step: the removed and the inserted text at an offset in bytes of UTF-8.
  struct Change: Equatable {
    var start: Int
    var removed: String
    var inserted: String
    /// The cursor before the change.
    var cursor: Int

    /// The approximate memory use, in bytes.
    var heldBytes: Int { MemoryLayout<Change>.stride + removed.utf8.count + inserted.utf8.count }
  }

  private static let limit = 1000
  /// The maximum number of steps in a save, and of their bytes.
  private static let saved = (steps: 200, bytes: 256 << 10)
  private var done = Steps()
  private var undone = Steps()
  /// Whether the next typed character belongs to the last step.
  private(set) var isTypingRun = false

  /// Creates an empty history.
  init() {}

  /// The approximate memory use, in bytes.
  var heldBytes: Int { done.heldBytes + undone.heldBytes }

  /// Records a change. Characters typed consecutively are combined into one step.
  mutating func record(_ change: Change, isTyping: Bool) {
    undone = Steps()
    if isTyping, isTypingRun, change.removed.isEmpty, let last = done.last,
      last.start + last.inserted.utf8.count == change.start
    {
      done.extendLast(by: change.inserted)
    } else {
      done.push(change)
      if done.count > Self.limit { done.dropFirst() }
    }
    isTypingRun = isTyping
  }

  mutating func endRun() { isTypingRun = false }

  mutating func undo() -> Change? {
    endRun()
    guard let change = done.pop() else { return nil }
    undone.push(change)
    return change
  }

  mutating func redo() -> Change? {
    endRun()
    guard let change = undone.pop() else { return nil }
    done.push(change)
    return change
  }

  // MARK: State

  @MainActor mutating func encode(with coder: StateCoder) {
    var room = Self.saved
    for (key, pieces) in [("undo", done.pieces(&room)), ("redo", undone.pieces(&room))] where !pieces.isEmpty {
      coder.encode(StatePieces(.data, pieces), orInOne: 2_048, forKey: key)
    }
    if isTypingRun { coder.encode(true, forKey: "isTypingRun") }
  }

  /// Decodes the history of the saved text.
  @MainActor init(decoding coder: StateCoder) {
    func steps(_ key: String) -> Steps {
      let pieces = coder.decodePieces(forKey: key)?.pieces ?? coder.decodeData(forKey: key).map { [StatePiece($0)] }
      return Steps(decoding: pieces ?? [], atMost: Self.saved.steps)
    }
    (done, undone) = (steps("undo"), steps("redo"))
    isTypingRun = coder.decodeBoolean(forKey: "isTypingRun") ?? false
  }
}

/// Steps, oldest first, in groups that are saved together.
private struct Steps {
  private struct Group {
    var count = 0
    var bytes = 0
    /// The encoded steps, once they have been saved.
    var piece: StatePiece?
  }

  private static let groupLimit = (steps: 16, bytes: 2_048)
  private var changes: [EditingHistory.Change] = []
  private var groups: [Group] = []
  private(set) var heldBytes = 0

  init() {}

  var count: Int { changes.count }
  var last: EditingHistory.Change? { changes.last }

  mutating func push(_ change: EditingHistory.Change) {
    let bytes = change.heldBytes
    let isFull = groups.last.map {
      $0.count >= Self.groupLimit.steps || $0.count > 0 && $0.bytes + bytes > Self.groupLimit.bytes
    }
    if isFull ?? true { groups.append(Group()) }
    changes.append(change)
    changeLastGroup(steps: 1, bytes: bytes)
  }

  mutating func extendLast(by text: String) {
    changes[changes.count - 1].inserted += text
    changeLastGroup(steps: 0, bytes: text.utf8.count)
  }

  mutating func pop() -> EditingHistory.Change? {
    guard let change = changes.popLast() else { return nil }
    changeLastGroup(steps: -1, bytes: -change.heldBytes)
    if groups[groups.count - 1].count == 0 { groups.removeLast() }
    return change
  }

  mutating func dropFirst() {
    let bytes = changes.removeFirst().heldBytes
    heldBytes -= bytes
    groups[0].count -= 1
    groups[0].bytes -= bytes
    groups[0].piece = nil
    if groups[0].count == 0 { groups.removeFirst() }
  }

  private mutating func changeLastGroup(steps: Int, bytes: Int) {
    heldBytes += bytes
    groups[groups.count - 1].count += steps
    groups[groups.count - 1].bytes += bytes
    groups[groups.count - 1].piece = nil
  }

  // MARK: State

  /// Returns the pieces of the newest steps, within the remaining limits.
  mutating func pieces(_ room: inout (steps: Int, bytes: Int)) -> [StatePiece] {
    var pieces: [StatePiece] = []
    var end = changes.count
    for index in groups.indices.reversed() where room.steps > 0 {
      let group = groups[index]
      guard group.bytes <= room.bytes else {
        room.bytes = 0
        break
      }
      let piece = group.piece ?? StatePiece(Self.encode(changes[(end - group.count)..<end]))
      groups[index].piece = piece
      pieces.append(piece)
      room.bytes -= group.bytes
      room.steps -= group.count
      end -= group.count
    }
    return pieces.reversed()
  }

  private static func encode(_ changes: ArraySlice<EditingHistory.Change>) -> [UInt8] {
    var writer = CBORWriter()
    for change in changes {
      writer.beginArray(count: 4)
      writer.write(Int64(change.start))
      writer.write(change.removed)
      writer.write(change.inserted)
      writer.write(Int64(change.cursor))
    }
    return writer.bytes
  }

  /// Decodes steps and keeps their pieces; empty if a piece is invalid.
  init(decoding pieces: [StatePiece], atMost limit: Int) {
    var steps = Steps()
    for piece in pieces {
      guard let changes = Self.changes(piece.bytes), !changes.isEmpty else { return }
      if pieces.count > 1 { steps.groups.append(Group()) }
      for change in changes { steps.push(change) }
      if let last = steps.groups.last, last.count == changes.count {
        steps.groups[steps.groups.count - 1].piece = piece
      }
    }
    while steps.count > limit { steps.dropFirst() }
    self = steps
  }

  private static func changes(_ bytes: [UInt8]) -> [EditingHistory.Change]? {
    var reader = CBORReader(bytes)
    var read: [EditingHistory.Change] = []
    while !reader.isAtEnd {
      guard case .list(let parts)? = try? StateValue(from: &reader), parts.count == 4,
        case .integer(let start) = parts[0], case .string(let removed) = parts[1],
        case .string(let inserted) = parts[2], case .integer(let cursor) = parts[3],
        (0...(1 << 40)).contains(start), (0...(1 << 40)).contains(cursor)
      else { return nil }
      read.append(.init(start: Int(start), removed: removed, inserted: inserted, cursor: Int(cursor)))
    }
    return read
  }
}

extension StateCoder {
  /// Encodes a long value in pieces, or in one item if it has at most `limit` bytes, which costs less.
  func encode(_ value: StatePieces, orInOne limit: Int, forKey key: String) {
    guard value.pieces.reduce(0, { $0 + $1.bytes.count }) <= limit else { return encode(value, forKey: key) }
    switch value.kind {
    case .text: encode(String(decoding: value.bytes, as: UTF8.self), forKey: key)
    case .data: encode(data: value.bytes, forKey: key)
    }
  }
}
