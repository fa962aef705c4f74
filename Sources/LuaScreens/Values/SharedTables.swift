import LuaRuntime
import StateRestoration

/// The tables shared by several keys of a coder. Each key is encoded as a separate value, and this table of runs
/// restores the identity of shared tables.
///
/// The tables of a value are counted in the order in which they begin. For each key there is a list of runs: the index
/// of a table, its number, and how many tables follow consecutively in both. Tables with the same number are one table.
enum SharedTables {
  /// The key in the built-in state.
  static let key = "sharedTables"
}

/// The tables that a script has encoded in a coder during its callback.
@MainActor
final class EncodedTables: StateCoderAttachment {
  /// The references created so far, by node, so that a value encoded again is unchanged.
  var references: [ObjectIdentifier: NodeReference] = [:]

  private struct Entry {
    /// A list of the value and its tables, which keeps their addresses from being reused.
    let tables: LuaReference
    let writer: LuaValueWriter
    /// The numbers of the tables in the order in which they begin; nil until they are needed.
    var numbers: [Int]?
  }

  private var entries: [String: Entry] = [:]
  private var numbers: [UnsafeRawPointer: Int] = [:]
  /// A key that contains the table with a number.
  private var keys: [Int: String] = [:]
  private var lastNumber = 0
  private var isShared = false

  /// Returns the tables attached to a coder, creating them if necessary.
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
    // The first value is numbered only when there is a second that could share tables with it.
    if entries.count == 1, let first = entries.first, first.value.numbers == nil { number(first.key, stack) }
    var entry = Entry(tables: LuaReference(stack, list), writer: writer, numbers: nil)
    if !entries.isEmpty { entry.numbers = assign(tables, key: key, in: coder, stack) }
    entries[key] = entry
  }

  /// Removes the value of a key.
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

  /// Returns the numbers of a value's tables: their numbers under other keys if those values are unchanged since. A
  /// changed table gets a new number.
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

  /// Whether a value would be encoded as before.
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

/// The tables shared by several keys of a coder, while a script decodes.
@MainActor
final class DecodedTables: StateCoderAttachment {
  private struct Run {
    let place: Int
    let number: Int
    let count: Int
  }

  private var runs: [String: [Run]] = [:]
  /// The decoded tables by number.
  var tables: [Int: LuaReference] = [:]
  private var current: ArraySlice<Run> = []
  private var place = 0

  /// Returns the tables attached to a coder; nil if none is shared.
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

  /// Starts reading the value of a key.
  func begin(_ key: String) {
    current = runs[key, default: []][...]
    place = 0
  }

  /// Returns the number of the next table in the value; nil if the table is not shared.
  func nextTable() -> Int? {
    defer { place += 1 }
    while let run = current.first, place >= run.place + run.count { current.removeFirst() }
    guard let run = current.first, place >= run.place else { return nil }
    return run.number + place - run.place
  }

  func callbackDidReturn(_ coder: StateCoder) {}
}
