import Interface
import LuaRuntime
import StateRestoration

/// The key, in the built-in state, of the table of runs, which restores the identity of tables shared by several keys of a
/// coder, as each key is encoded as a separate value.
///
/// The tables of a value are counted in the order in which they begin. For each key there is a list of runs: the index
/// of a table, its number, and how many tables follow consecutively in both. Tables with the same number are one table.
private let sharedTablesKey = "sharedTables"

/// The tables that a script has encoded in a coder during its callback.
///
/// Values with a table in common are rare. Until there are some, the tables are only listed.
@MainActor
final class EncodedTables: StateCoderAttachment {
  private unowned let host: ScriptHost
  private unowned let coder: StateCoder
  /// The references created so far, by node, so that a value encoded again is unchanged.
  private var references: [ObjectIdentifier: NodeReference] = [:]
  /// Whether an object without a reference was met since the value began.
  private(set) var hasMetUnreachable = false
  /// The views and controllers to which the last value refers.
  private(set) var lastReferenced: [Responder] = []

  /// The addresses of the tables of all values, also of those since replaced, in the order in which they begin.
  private var tables = TableAddresses()
  /// A list of these tables, which keeps their addresses from being reused.
  private var list: LuaReference?
  /// The index of the list while a value is written.
  private var listIndex: Int32?

  /// A value that was encoded under a key; without tables if the key was removed.
  private struct Value {
    let key: String
    let tables: Range<Int>?
  }

  private var values: [Value] = []
  /// The numbers of shared tables; nil while there are none.
  private var numbering: TableNumbering?

  private init(_ host: ScriptHost, _ coder: StateCoder) {
    self.host = host
    self.coder = coder
  }

  /// Returns the tables attached to a coder, creating them if necessary.
  static func attached(to coder: StateCoder, _ host: ScriptHost) -> EncodedTables {
    if let attached = coder.attachment as? EncodedTables { return attached }
    let made = EncodedTables(host, coder)
    coder.attachment = made
    return made
  }

  /// Adds the tables of values that were encoded before.
  ///
  /// - Parameter list: the tables, in the order in which they begin.
  func add(_ encoded: EncodedValues, _ list: LuaReference) {
    self.list = list
    encoded.tables.forEach { tables.append($0) }
    for number in 0..<encoded.count {
      let places = encoded.tables(number)
      values.append(Value(key: Self.text(encoded.key(number)), tables: places.isEmpty ? nil : places))
    }
  }

  /// Encodes the table or object at an index.
  func encode(_ stack: LuaStack, _ index: Int32, key: UnsafeRawBufferPointer) throws {
    (hasMetUnreachable, lastReferenced) = (false, [])
    guard stack.kind(index) == .table else { return try replace(key) { try write(stack, index, key) } }
    // The tables of values that C has encoded come before those of this one.
    coder.takeEncodedValues()
    try stack.reserve(8)
    if let list {
      stack.push(list)
    } else {
      stack.createTable(array: 4)
      list = LuaReference(stack, -1)
    }
    let first = tables.count
    let listIndex = stack.top
    self.listIndex = listIndex
    defer {
      self.listIndex = nil
      stack.top = listIndex - 1
    }
    try write(stack, index, key)
    noteValue(key, first..<tables.count, stack)
  }

  private func write(_ stack: LuaStack, _ index: Int32, _ key: UnsafeRawBufferPointer) throws {
    try coder.encode(forKey: key) { writer in
      try LuaValueWriter(encodedTables: self).write(stack, index, to: &writer) { "key \"\(Self.text(key))\"" }
    }
  }

  private static func text(_ key: UnsafeRawBufferPointer) -> String { String(decoding: key, as: UTF8.self) }

  /// Notes a table that is written. Called in the order in which the tables begin.
  func tableBegins(_ stack: LuaStack, _ index: Int32) {
    guard let listIndex, let identity = stack.identity(index) else { return }
    tables.append(identity)
    stack.pushValue(index)
    stack.rawSet(listIndex, Int64(tables.count))
  }

  /// Whether a value is an object of the tree, for which a reference is written.
  func isReference(_ stack: LuaStack, _ index: Int32) -> Bool { host.node(at: index, on: stack) != nil }

  /// Returns the reference to an object of the tree; nil for other values.
  func reference(_ stack: LuaStack, _ index: Int32) -> NodeReference? {
    guard let node = host.node(at: index, on: stack) else { return nil }
    if let responder = node as? Responder { lastReferenced.append(responder) }
    if let object = node as? ScriptObject { object.isReferenced = true }
    if let known = references[ObjectIdentifier(node)] { return known }
    guard let reference = coder.references?.reference(to: node) else {
      hasMetUnreachable = true
      return NodeReference(path: [])
    }
    references[ObjectIdentifier(node)] = reference
    return reference
  }

  // MARK: Shared tables

  private func noteValue(_ key: UnsafeRawBufferPointer, _ new: Range<Int>, _ stack: LuaStack) {
    let value = Value(key: Self.text(key), tables: new)
    if numbering == nil, tables.containsEarlier(new) {
      numbering = TableNumbering()
      for earlier in values { number(earlier, stack) }
    }
    if numbering == nil { values.append(value) } else { number(value, stack) }
  }

  /// Encodes a value without tables. An earlier value of its key stays if that fails.
  func replace(_ key: UnsafeRawBufferPointer, _ encode: () throws -> Void) rethrows {
    let isKnown = coder.contains(key)
    try encode()
    if isKnown { remove(key) }
  }

  /// Removes the value of a key.
  func remove(_ key: UnsafeRawBufferPointer) {
    guard coder.contains(key), numbering != nil || !values.isEmpty else { return }
    let key = Self.text(key)
    if numbering == nil { values.append(Value(key: key, tables: nil)) } else { numbering?.remove(key) }
  }

  private func number(_ value: Value, _ stack: LuaStack) {
    numbering?.remove(value.key)
    guard let places = value.tables else { return }
    numbering?.add(value.key, tables.addresses[places], from: places.lowerBound) { key, first in
      isUnchanged(key, from: first, stack)
    }
  }

  /// Whether a value would be encoded as before.
  ///
  /// - Parameter first: the place of its first table, which is the value itself.
  private func isUnchanged(_ key: String, from first: Int, _ stack: LuaStack) -> Bool {
    guard let list, let item = coder.item(forKey: key) else { return false }
    let (base, listIndex) = (stack.top, self.listIndex)
    self.listIndex = nil
    defer {
      stack.top = base
      self.listIndex = listIndex
    }
    stack.push(list)
    stack.rawGet(-1, Int64(first + 1))
    var writer = CBORWriter()
    guard (try? LuaValueWriter(encodedTables: self).write(stack, stack.top, to: &writer) { "" }) != nil
    else { return false }
    return writer.bytes[...] == item
  }

  func callbackDidReturn(_ coder: StateCoder) {
    guard let numbering, numbering.isShared else { return }
    coder.builtIn.encode(numbering.runs.map { .map($0) }, forKey: sharedTablesKey)
  }
}

/// The addresses of tables, in the order in which values contain them.
private struct TableAddresses {
  private(set) var addresses: [UnsafeRawPointer] = []
  /// Most of the addresses, if there are many.
  private var known: Set<UnsafeRawPointer> = []
  private static let linearSearchLimit = 16

  var count: Int { addresses.count }

  mutating func append(_ address: UnsafeRawPointer) { addresses.append(address) }

  /// Returns whether one of the last addresses is also an earlier one.
  ///
  /// - Parameter new: the places of the last addresses. They were not the last ones before.
  mutating func containsEarlier(_ new: Range<Int>) -> Bool {
    if addresses.count <= Self.linearSearchLimit {
      for address in addresses[new] {
        for earlier in addresses[..<new.lowerBound] where earlier == address { return true }
      }
      return false
    }
    known.formUnion(addresses[known.count..<new.lowerBound])
    return addresses[new].contains { known.contains($0) }
  }
}

/// Numbers the tables of values, so that values with a table in common have the same number for it.
private struct TableNumbering {
  private struct Entry {
    let tables: ArraySlice<UnsafeRawPointer>
    let first: Int
    /// The numbers of the tables in the order in which they begin; nil until they are needed.
    var numbers: [Int]?
  }

  private var entries: [String: Entry] = [:]
  private var numbers: [UnsafeRawPointer: Int] = [:]
  /// A key that contains the table with a number.
  private var keys: [Int: String] = [:]
  private var lastNumber = 0
  /// Whether a table was shared.
  private(set) var isShared = false

  /// Adds the value of a key, which must not have one.
  ///
  /// - Parameter isUnchanged: whether the value of a key, whose first table has this place, would be encoded as before.
  mutating func add(
    _ key: String, _ tables: ArraySlice<UnsafeRawPointer>, from first: Int, isUnchanged: (String, Int) -> Bool
  ) {
    // The first value is numbered only when there is a second that could share tables with it.
    if entries.count == 1, let only = entries.first, only.value.numbers == nil {
      let numbers = only.value.tables.map { newNumber(of: $0, key: only.key) }
      entries[only.key]?.numbers = numbers
    }
    var entry = Entry(tables: tables, first: first, numbers: nil)
    if !entries.isEmpty { entry.numbers = assign(tables, key: key, isUnchanged) }
    entries[key] = entry
  }

  /// Removes the value of a key.
  mutating func remove(_ key: String) {
    guard let removed = entries.removeValue(forKey: key) else { return }
    for number in removed.numbers ?? [] where keys[number] == key {
      keys[number] = entries.first { $0.value.numbers?.contains(number) == true }?.key
    }
  }

  private mutating func newNumber(of table: UnsafeRawPointer, key: String) -> Int {
    lastNumber += 1
    numbers[table] = lastNumber
    keys[lastNumber] = key
    return lastNumber
  }

  /// Returns the numbers of a value's tables: their numbers under other keys if those values are unchanged since. A
  /// changed table gets a new number.
  private mutating func assign(
    _ tables: ArraySlice<UnsafeRawPointer>, key: String, _ isUnchanged: (String, Int) -> Bool
  ) -> [Int] {
    var isSame: [String: Bool] = [:]
    return tables.map { table -> Int in
      if let number = numbers[table], let other = keys[number] {
        if other == key { return number }
        let isAsBefore = isSame[other] ?? entries[other].map { isUnchanged(other, $0.first) } ?? false
        isSame[other] = isAsBefore
        if isAsBefore {
          isShared = true
          return number
        }
      }
      return newNumber(of: table, key: key)
    }
  }

  /// The runs of shared tables by key; nil if no table is shared any more.
  var runs: [StateValue.Pair]? {
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
    return pairs.isEmpty ? nil : pairs
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
      case .map(let pairs)? = coder.builtIn.decodeValue(forKey: sharedTablesKey)
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
