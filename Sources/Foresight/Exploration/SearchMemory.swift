import AppSession
import ArchiveStore
import FoundationEssentials
import StateRestoration

/// The steps and events that searches of an app have tried, so that later ones prefer other steps and interrupt other states.
struct SearchMemory: Sendable {
  /// The number of states with a part that an event has interrupted, by event and part.
  private var interrupted: [String: [UInt64: Int]] = [:]
  /// The number of times that a step was made on a screen, or in a view; see ``ScreenSteps/place(of:)``.
  private var tries: [String: Int] = [:]
  /// The actions that were taken.
  private var actions: Set<String> = []

  /// Adds what another search has tried.
  mutating func add(_ other: SearchMemory) {
    tries.merge(other.tries, uniquingKeysWith: +)
    actions.formUnion(other.actions)
    for (event, counts) in other.interrupted { interrupted[event, default: [:]].merge(counts, uniquingKeysWith: +) }
  }

  // MARK: Steps

  /// Returns how often a step was made on a screen.
  func tries(of step: ExploredStep, on screen: String) -> Int { tries["\(screen) \(step.code)", default: 0] }

  /// Whether a step is an action of the app that was never taken.
  func isNewAction(_ offer: ScreenSteps.Offer) -> Bool { offer.action.map { !actions.contains($0) } ?? false }

  /// Notes that an offered step was made on a screen.
  mutating func note(_ offer: ScreenSteps.Offer, on screen: String) {
    tries["\(screen) \(offer.step.code)", default: 0] += 1
    if let action = offer.action { actions.insert(action) }
  }

  // MARK: Events

  /// Returns the number of parts of which an event has interrupted fewer states than the given number.
  func count(of parts: [UInt64], interruptedBy event: NeutralEvent, lessThan limit: Int) -> Int {
    guard let counts = interrupted[event.rawValue] else { return parts.count }
    return parts.count { counts[$0, default: 0] < limit }
  }

  /// Notes that an event has interrupted a state with some parts.
  mutating func note(_ event: NeutralEvent, in parts: [UInt64]) {
    var counts = interrupted.removeValue(forKey: event.rawValue) ?? [:]
    for part in parts { counts[part, default: 0] += 1 }
    interrupted[event.rawValue] = counts
  }
}

// Processes exchange it for each part, and it has thousands of numbers, which take long as JSON.
extension SearchMemory: Codable {
  func encode(to encoder: any Encoder) throws {
    var writer = CBORWriter()
    writer.beginMap(count: interrupted.count)
    for (event, counts) in interrupted {
      writer.write(event)
      writer.beginMap(count: counts.count)
      for (part, count) in counts {
        writer.write(Int64(bitPattern: part))
        writer.write(Int64(count))
      }
    }
    writer.beginMap(count: tries.count)
    for (step, count) in tries {
      writer.write(step)
      writer.write(Int64(count))
    }
    writer.beginArray(count: actions.count)
    for action in actions { writer.write(action) }
    var container = encoder.singleValueContainer()
    try container.encode(Data(writer.bytes))
  }

  init(from decoder: any Decoder) throws {
    var reader = CBORReader([UInt8](try decoder.singleValueContainer().decode(Data.self)))
    for _ in 0..<(try reader.readCount()) {
      let event = try reader.readText()
      var counts: [UInt64: Int] = [:]
      let count = try reader.readCount()
      counts.reserveCapacity(count)
      for _ in 0..<count { counts[UInt64(bitPattern: try reader.readInteger())] = Int(try reader.readInteger()) }
      interrupted[event] = counts
    }
    for _ in 0..<(try reader.readCount()) { tries[try reader.readText()] = Int(try reader.readInteger()) }
    for _ in 0..<(try reader.readCount()) { actions.insert(try reader.readText()) }
  }
}

extension CBORReader {
  /// Reads the beginning of a list or map. Returns the number of its items or pairs.
  fileprivate mutating func readCount() throws -> Int {
    let start = offset
    switch try readHead() {
    case .array(let count?), .map(let count?): return count
    default: throw CBORError.unexpected(offset: start)
    }
  }

  fileprivate mutating func readInteger() throws -> Int64 {
    let start = offset
    guard case .integer(let value) = try readHead() else { throw CBORError.unexpected(offset: start) }
    return value
  }

  fileprivate mutating func readText() throws -> String {
    let start = offset
    guard case .text(let length?) = try readHead() else { throw CBORError.unexpected(offset: start) }
    return try withBytes(length) { String(decoding: $0, as: UTF8.self) }
  }
}

extension AppMoment {
  /// The values of nodes by name, as they were first seen.
  typealias FirstValues = [String: [String: StateValue]]

  /// The parts of the state, as numbers that are equal in all processes: the nodes, those on the screen, the keys of nodes with
  /// another value than the first one, the focus, and the size of the screen.
  ///
  /// - Parameter first: the first values, to which those of new nodes are added.
  func parts(since first: inout FirstValues) -> [UInt64] {
    var parts = [Self.part("size", "\(screen.size)"), Self.part("focus", focus ?? "")]
    for node in all {
      let name = node.name
      parts.append(Self.part(node.frame.isEmpty ? "node" : "shown", name))
      let values = partValues(of: node)
      guard let before = first[name] else {
        first[name] = values
        continue
      }
      if before.isEmpty, values.isEmpty { continue }
      guard before != values else { continue }
      for key in Set(before.keys).union(values.keys).sorted() where before[key] != values[key] {
        parts.append(Self.part(key, name))
      }
    }
    return parts
  }

  /// Returns the values of a node, and what the screen shows of a view that a script draws: its state may be nowhere else.
  func partValues(of node: Node) -> [String: StateValue] {
    guard node.isDrawnByScript, !node.frame.isEmpty else { return node.values }
    var text = ""
    for y in node.frame.minY..<node.frame.maxY where (0..<screen.size.height).contains(y) {
      for x in node.frame.minX..<node.frame.maxX where (0..<screen.size.width).contains(x) {
        text += screen[x, y].text
      }
    }
    return node.values.merging(["drawing": .string(text)]) { _, drawing in drawing }
  }

  /// A hash that does not depend on the process.
  private static func part(_ key: String, _ name: String) -> UInt64 {
    var hash = Checksum()
    for text in [key, "\n", name] { hash.add(Array(text.utf8)) }
    return hash.value
  }
}
