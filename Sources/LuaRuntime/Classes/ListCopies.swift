import CLua
import LuaBoundary

/// A list that a script has read from a property, changed, and neither assigned nor kept.
public struct DroppedListCopy: Sendable {
  /// The property's name.
  public let property: String
  /// Where it was read: `file:line`.
  public let place: String
}

/// The lists that scripts have read from properties in this turn.
///
/// Each is a copy: to change it does nothing until it is assigned. Who changes one and lets go of it has most likely forgotten
/// that. They are held until the turn ends, so that what was changed is known however the collector runs, and only if one was
/// changed and not assigned a collection finds out whether the script still holds it. That is rare, and at a place where it is
/// found once, or where the script keeps what it has changed, nobody looks again.
@MainActor
public final class ListCopies {
  private struct Copy {
    let property: String
    let place: String
    let print: UInt64
    var isAssigned = false
  }

  /// Longer ones are not looked at.
  private static let mostEntries = 1_000
  /// How many are held in a turn; later ones are not looked at.
  private static let mostCopies = 200
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

  /// A script has read the list on top of the stack.
  func wasRead(_ property: String, on stack: LuaStack) {
    guard copies.count < Self.mostCopies, stack.rawLength(-1) <= Self.mostEntries, let list = stack.identity(-1),
      numbers[list] == nil, (try? stack.reserve(8)) != nil, let place = stack.callerPlace, !knownPlaces.contains(place)
    else { return }
    copies.append(Copy(property: property, place: place, print: lh_list_print(stack.L, -1)))
    numbers[list] = copies.count - 1
    stack.pushValue(-1)
    stack.push(held)
    lua_rotate(stack.L, -2, 1)
    stack.rawSet(-2, Int64(copies.count))
    stack.pop()
  }

  /// A script has assigned the table at an index to a property.
  func wasAssigned(_ index: Int32, on stack: LuaStack) {
    guard !copies.isEmpty, let list = stack.identity(index), let number = numbers[list] else { return }
    copies[number].isAssigned = true
  }

  /// Those that the script has changed since it read them, and has neither assigned nor kept. To be called when a turn ends.
  ///
  /// - Parameter isWanted: false only to forget them.
  public func takeDropped(isWanted: Bool = true) -> [DroppedListCopy] {
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
      return DroppedListCopy(property: copy.property, place: copy.place)
    }
  }
}

extension LuaState {
  /// Looks from now on at the lists that scripts read from properties, for ``ListCopies/takeDropped(isWanted:)``.
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
  /// How deep tables stand in each other in a list that is copied: a list of tables of which a field may be one.
  private static let depthOfLists = 3

  /// Pushes a copy of the list at an index, with the plain tables in it; a value that is no table is pushed itself.
  func copyList(_ index: Int32) { copyList(absolute(index), depth: Self.depthOfLists) }

  private func hasMetatable(_ index: Int32) -> Bool {
    guard lua_getmetatable(L, index) != 0 else { return false }
    pop()
    return true
  }

  private func copyList(_ index: Int32, depth: Int) {
    // A table with a metatable is something else than a list of values, as a class.
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
