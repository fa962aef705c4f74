import Interface
import LuaRuntime
import Synchronization

/// An item of an outline: any Lua value, compared by raw equality.
struct ScriptItem: Hashable {
  private enum Key: Hashable {
    case boolean(Bool)
    case integer(Int64)
    case float(UInt64)
    case string([UInt8])
    /// A table, function, userdata or coroutine, by identity.
    case object(UInt)
  }

  private let key: Key
  /// Keeps an object alive, so that its address is not reused.
  private let kept: KeptItem?

  static func == (left: ScriptItem, right: ScriptItem) -> Bool { left.key == right.key }
  func hash(into hasher: inout Hasher) { hasher.combine(key) }

  /// Creates an item from the value at an index; nil for nil.
  @MainActor
  init?(_ stack: LuaStack, _ index: Int32, in items: ScriptItems) {
    switch stack.kind(index) {
    case .none, .nil: return nil
    case .boolean: (key, kept) = (.boolean(stack.truth(index)), nil)
    case .string: (key, kept) = (.string(stack.bytes(index) ?? []), nil)
    case .number:
      // In Lua, 1 and 1.0 are equal.
      if let integer = stack.integer(index) {
        (key, kept) = (.integer(integer), nil)
      } else {
        (key, kept) = (.float((stack.number(index) ?? 0).bitPattern), nil)
      }
    default:
      guard let pointer = stack.identity(index), let item = items.keep(stack, index) else { return nil }
      (key, kept) = (.object(UInt(bitPattern: pointer)), item)
    }
  }

  @MainActor
  func push(on stack: LuaStack, from items: ScriptItems) {
    switch key {
    case .boolean(let value): stack.push(value)
    case .integer(let value): stack.push(value)
    case .float(let bits): stack.push(Double(bitPattern: bits))
    case .string(let bytes): stack.push(bytes: bytes)
    case .object: if let kept { items.push(kept, on: stack) } else { stack.pushNil() }
    }
  }
}

/// The objects among an outline's items. They are kept on the Lua side of the outline rather than by references, which
/// would keep an outline alive that its own items reference.
@MainActor
final class ScriptItems {
  private unowned let outline: OutlineView
  private var lastSlot: Int64 = 0
  private let released = ReleasedSlots()
  private static let handler = "items"

  init(of outline: OutlineView) { self.outline = outline }

  /// Keeps the object at an index.
  func keep(_ stack: LuaStack, _ index: Int32) -> KeptItem? {
    let index = stack.absolute(index)
    guard (try? stack.reserve(6)) != nil else { return nil }
    if !stack.state.pushHandler(Self.handler, of: outline, on: stack) {
      stack.createTable()
      stack.state.setHandler(Self.handler, of: outline, toValueAt: -1, on: stack)
    }
    defer { stack.pop() }
    for slot in released.take() {
      stack.pushNil()
      stack.rawSet(-2, slot)
    }
    lastSlot += 1
    stack.pushValue(index)
    stack.rawSet(-2, lastSlot)
    return KeptItem(slot: lastSlot, released: released)
  }

  func push(_ item: KeptItem, on stack: LuaStack) {
    guard stack.state.pushHandler(Self.handler, of: outline, on: stack) else { return stack.pushNil() }
    let table = stack.top
    stack.rawGet(table, item.slot)
    stack.replace(table)
  }
}

/// Keeps an object alive.
final class KeptItem: Sendable {
  fileprivate let slot: Int64
  private let released: ReleasedSlots

  fileprivate init(slot: Int64, released: ReleasedSlots) {
    self.slot = slot
    self.released = released
  }

  // Deferred, because the last owner may be released while Lua runs.
  deinit { released.add(slot) }
}

/// The slots of released objects.
private final class ReleasedSlots: Sendable {
  private let slots = Mutex<[Int64]>([])
  func add(_ slot: Int64) { slots.withLock { $0.append(slot) } }
  func take() -> [Int64] {
    slots.withLock { slots in
      defer { slots = [] }
      return slots
    }
  }
}
