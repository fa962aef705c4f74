import LuaRuntime
import StateRestoration

/// Which tables stand under several keys of a coder: each key has a value of its own, and what is said here makes one table of
/// them again.
///
/// The tables of a value are counted in the order in which they begin. For each key there is a list of runs: the place of a
/// table, its number, and how many tables follow one another in both. Tables of one number are one table.
enum SharedTables {
  /// The key among those that a class keeps by itself.
  static let key = "sharedTables"
}

/// The tables that a script has encoded in a coder, while its callback runs.
@MainActor
final class EncodedTables: StateCoderAttachment {
  /// References that were made already, by node: a value that is encoded again is the same again.
  var references: [ObjectIdentifier: NodeReference] = [:]

  private struct Entry {
    /// Keeps the tables alive, so that no other comes to their address: a list of them, the value first.
    let tables: LuaReference
    let writer: LuaValueWriter
    /// The numbers of its tables, in the order in which they begin; nil as long as nobody had to know.
    var numbers: [Int]?
  }

  private var entries: [String: Entry] = [:]
  private var numbers: [UnsafeRawPointer: Int] = [:]
  /// A key under which the table of a number is.
  private var keys: [Int: String] = [:]
  private var lastNumber = 0
  private var isShared = false

  /// Those of a coder, made if there are none.
  static func attached(to coder: StateCoder) -> EncodedTables {
    if let attached = coder.attachment as? EncodedTables { return attached }
    let made = EncodedTables()
    coder.attachment = made
    return made
  }

  /// Encodes the table at an index.
  func encode(
    _ stack: LuaStack, _ index: Int32, key: String, into coder: StateCoder, _ writer: LuaValueWriter
  ) throws {
    let index = stack.absolute(index)
    remove(key)
    try stack.reserve(8)
    stack.createTable(array: 1)
    let list = stack.top
    defer { stack.top = list - 1 }
    var tables: [UnsafeRawPointer] = []
    var collecting = writer
    collecting.onTable = { stack, index in
      guard let identity = stack.identity(index) else { return }
      tables.append(identity)
      stack.pushValue(index)
      stack.rawSet(list, Int64(tables.count))
    }
    try coder.encode(forKey: key) { try collecting.write(stack, index, to: &$0, name: "key \"\(key)\"") }
    // Nothing can be shared with the first, until there is a second.
    if entries.count == 1, let first = entries.first, first.value.numbers == nil { number(first.key, stack) }
    var entry = Entry(tables: LuaReference(stack, list), writer: writer, numbers: nil)
    if !entries.isEmpty { entry.numbers = assign(tables, key: key, in: coder, stack) }
    entries[key] = entry
  }

  /// Forgets what is under a key.
  func remove(_ key: String) {
    guard let removed = entries.removeValue(forKey: key) else { return }
    for number in removed.numbers ?? [] where keys[number] == key {
      keys[number] = entries.first { $0.value.numbers?.contains(number) == true }?.key
    }
  }

  private func number(_ key: String, _ stack: LuaStack) {
    guard let entry = entries[key] else { return }
    let tables = pointers(of: entry, stack)
    entries[key]?.numbers = tables.map { newNumber(of: $0, key: key) }
  }

  private func pointers(of entry: Entry, _ stack: LuaStack) -> [UnsafeRawPointer] {
    stack.push(entry.tables)
    defer { stack.pop() }
    return (0..<stack.rawLength(-1)).compactMap { place -> UnsafeRawPointer? in
      stack.rawGet(-1, Int64(place + 1))
      defer { stack.pop() }
      return stack.identity(-1)
    }
  }

  private func newNumber(of table: UnsafeRawPointer, key: String) -> Int {
    lastNumber += 1
    numbers[table] = lastNumber
    keys[lastNumber] = key
    return lastNumber
  }

  /// The numbers of the tables of a value: those that they have under other keys, if what stands there is what they hold now. One
  /// that was changed between is another.
  private func assign(
    _ tables: [UnsafeRawPointer], key: String, in coder: StateCoder, _ stack: LuaStack
  ) -> [Int] {
    var isSame: [String: Bool] = [:]
    return tables.map { table -> Int in
      if let number = numbers[table], let other = keys[number] {
        if other == key { return number }
        let isAsBefore = isSame[other] ?? isUnchanged(other, in: coder, stack)
        isSame[other] = isAsBefore
        if isAsBefore {
          isShared = true
          return number
        }
      }
      return newNumber(of: table, key: key)
    }
  }

  /// Whether a value would be written as it was.
  private func isUnchanged(_ key: String, in coder: StateCoder, _ stack: LuaStack) -> Bool {
    guard let entry = entries[key], let item = coder.item(forKey: key) else { return false }
    stack.push(entry.tables)
    let list = stack.top
    defer { stack.top = list - 1 }
    stack.rawGet(list, 1)
    var writer = CBORWriter()
    guard (try? entry.writer.write(stack, stack.top, to: &writer, name: "")) != nil else { return false }
    return writer.bytes[...] == item
  }

  func callbackDidReturn(_ coder: StateCoder) {
    guard isShared else { return }
    var count: [Int: Int] = [:]
    for entry in entries.values {
      for number in Set(entry.numbers ?? []) { count[number, default: 0] += 1 }
    }
    let pairs = entries.keys.sorted().compactMap { key -> StateValue.Pair? in
      var runs: [Int] = []
      for (place, number) in (entries[key]?.numbers ?? []).enumerated() where count[number, default: 0] > 1 {
        if runs.count >= 3, runs[runs.count - 3] + runs[runs.count - 1] == place,
          runs[runs.count - 2] + runs[runs.count - 1] == number
        {
          runs[runs.count - 1] += 1
        } else {
          runs += [place, number, 1]
        }
      }
      guard !runs.isEmpty else { return nil }
      return StateValue.Pair(key: .string(key), value: .list(runs.map { .integer(Int64($0)) }))
    }
    coder.builtIn.encode(pairs.isEmpty ? nil : .map(pairs), forKey: SharedTables.key)
  }
}

/// The tables of a coder that stand under several keys, while a script decodes.
@MainActor
final class DecodedTables: StateCoderAttachment {
  private struct Run {
    let place: Int
    let number: Int
    let count: Int
  }

  private var runs: [String: [Run]] = [:]
  /// Those that were read, by their numbers.
  var tables: [Int: LuaReference] = [:]
  private var current: ArraySlice<Run> = []
  private var place = 0

  /// Those of a coder; nil if no table stands under several of its keys.
  static func attached(to coder: StateCoder) -> DecodedTables? {
    if let attached = coder.attachment as? DecodedTables { return attached }
    guard coder.isDecoding, coder.hasBuiltIn,
      case .map(let pairs)? = coder.builtIn.decodeValue(forKey: SharedTables.key)
    else { return nil }
    let made = DecodedTables()
    for pair in pairs {
      guard case .string(let key) = pair.key, case .list(let items) = pair.value else { continue }
      let numbers = items.map { item -> Int in
        if case .integer(let number) = item, (0...1 << 40).contains(number) { Int(number) } else { 0 }
      }
      made.runs[key] = stride(from: 0, to: numbers.count - numbers.count % 3, by: 3)
        .map { Run(place: numbers[$0], number: numbers[$0 + 1], count: numbers[$0 + 2]) }
    }
    coder.attachment = made
    return made
  }

  /// The value of a key is read next.
  func begin(_ key: String) {
    current = runs[key, default: []][...]
    place = 0
  }

  /// The number of the table that begins next in the value; nil if it stands under one key only.
  func nextTable() -> Int? {
    defer { place += 1 }
    while let run = current.first, place >= run.place + run.count { current.removeFirst() }
    guard let run = current.first, place >= run.place else { return nil }
    return run.number + place - run.place
  }

  func callbackDidReturn(_ coder: StateCoder) {}
}
