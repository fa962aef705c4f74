import CLua
import LuaBoundary

/// A list, or a table with fields, that a script has read from a property and changed, and then neither assigned nor kept.
public struct DroppedListCopy: Sendable {
  /// The property's name.
  public let property: String
  /// Whether it is a list.
  public let isList: Bool
  /// The place where it was read, as `file:line`.
  public let place: String
}

/// The lists, and tables with fields such as a point, that scripts have read from properties in this turn.
///
/// Each is a copy, so changing it has no effect until it is assigned. A script that changes a copy and drops it
/// has most likely forgotten the assignment. The copies are held until the turn ends, so that changes are detected
/// independently of the collector. Only if a copy was changed and not assigned, a garbage collection finds out whether
/// the script still holds it. Each place is reported, or found to keep its copy, only once.
@MainActor
public final class ListCopies {
  private struct Copy {
    let property: String
    let isList: Bool
    let place: String
    let print: UInt64
    var isAssigned = false
  }

  /// The maximum length of a list; longer ones are ignored.
  private static let maximumEntries = 1_000
  /// The maximum number of copies held in a turn; later ones are ignored.
  private static let maximumCopies = 200
  private unowned let state: LuaState
  private var copies: [Copy] = []
  private var numbers: [UnsafeRawPointer: Int] = [:]
  private let held: LuaReference
  private let changed: LuaReference
  private var knownPlaces: Set<String> = []

  init(_ state: LuaState, held: LuaReference, changed: LuaReference) {
    self.state = state
    self.held = held
    self.changed = changed
  }

  /// Records that a script has read the list or table on top of the stack.
  func wasRead(_ property: HostProperty, on stack: LuaStack) {
    guard copies.count < Self.maximumCopies, stack.rawLength(-1) <= Self.maximumEntries, let list = stack.identity(-1),
      numbers[list] == nil, (try? stack.reserve(8)) != nil, let place = stack.callerPlace, !knownPlaces.contains(place)
    else { return }
    copies.append(
      Copy(property: property.name, isList: property.isList, place: place, print: lh_list_print(stack.L, -1)))
    numbers[list] = copies.count - 1
    stack.pushValue(-1)
    stack.push(held)
    lua_rotate(stack.L, -2, 1)
    stack.rawSet(-2, Int64(copies.count))
    stack.pop()
  }

  /// Records that a script has assigned the table at an index to a property.
  func wasAssigned(_ index: Int32, on stack: LuaStack) {
    guard !copies.isEmpty, let list = stack.identity(index), let number = numbers[list] else { return }
    copies[number].isAssigned = true
  }

  /// Returns the copies that the script has changed and neither assigned nor kept. Call it when a turn ends.
  ///
  /// - Parameter isWanted: false only clears the copies.
  public func takeDropped(isWanted: Bool) -> [DroppedListCopy] {
    guard !copies.isEmpty, let stack = try? state.stack, (try? stack.reserve(8)) != nil else { return [] }
    let base = stack.top
    defer { if state.isOpen { stack.top = base } }
    let all = copies
    copies = []
    numbers = [:]
    stack.push(held)
    stack.push(changed)
    var suspects: [(number: Int, copy: Copy)] = []
    for (number, copy) in all.enumerated() {
      stack.rawGet(base + 1, Int64(number + 1))
      if isWanted, !copy.isAssigned, lh_list_print(stack.L, -1) != copy.print, !knownPlaces.contains(copy.place) {
        suspects.append((number, copy))
        stack.rawSet(base + 2, Int64(number + 1))
      } else {
        stack.pop()
      }
      stack.pushNil()
      stack.rawSet(base + 1, Int64(number + 1))
    }
    guard !suspects.isEmpty else { return [] }
    state.collectGarbage()
    guard state.isOpen else { return [] }
    return suspects.compactMap { number, copy in
      let isDropped = stack.rawGet(base + 2, Int64(number + 1)) == .nil
      stack.pop()
      stack.pushNil()
      stack.rawSet(base + 2, Int64(number + 1))
      guard knownPlaces.insert(copy.place).inserted, isDropped else { return nil }
      return DroppedListCopy(property: copy.property, isList: copy.isList, place: copy.place)
    }
  }
}

extension LuaState {
  /// Starts recording the lists that scripts read from properties, for ``ListCopies/takeDropped(isWanted:)``.
  ///
  /// - Throws: ``LuaError/closed``.
  public func noticeListCopies() throws -> ListCopies {
    if let listCopies { return listCopies }
    let stack = try stack
    stack.createTable()
    defer { stack.pop() }
    let copies = ListCopies(self, held: LuaReference(stack, -1), changed: makeWeakTable("v", on: stack))
    listCopies = copies
    return copies
  }
}

extension LuaStack {
  /// The depth to which a list is copied: a list of tables with fields that may be tables.
  private static let depthOfLists = 3

  /// Pushes a copy of the list at an index, including plain tables in it. Pushes any other value itself.
  func copyList(_ index: Int32) { copyList(absolute(index), depth: Self.depthOfLists) }

  private func hasMetatable(_ index: Int32) -> Bool {
    guard lua_getmetatable(L, index) != 0 else { return false }
    pop()
    return true
  }

  private func copyList(_ index: Int32, depth: Int) {
    // A table with a metatable is not a plain list; it may be a class.
    guard depth > 0, kind(index) == .table, (try? reserve(8)) != nil, !hasMetatable(index) else {
      return pushValue(index)
    }
    createTable(array: rawLength(index))
    let copy = top
    try? forEachPair(index) {
      let value = absolute(-1)
      pushValue(value - 1)
      copyList(value, depth: depth - 1)
      rawSet(copy)
    }
  }
}
