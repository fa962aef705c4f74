import StateRestoration

// Comparing rows, and places of the focus, by their items.
extension AppMoment {
  private static let keysOfRows: Set<String> = ["firstRow", "selectedRows", "focusedRow"]

  /// Whether two rows, lists of rows, or places of the focus are named by the same items: their numbers are those of the last
  /// reload, or, while a position waits for its row, those of the save.
  ///
  /// - Parameter isAnySection: whether an item may be in another section, such as that of the day on which it was created.
  static func haveSameItems(
    _ rows: StateValue?, _ others: StateValue?, for key: String, inAnySection isAnySection: Bool = false
  ) -> Bool {
    if key == "focus" { return leadToSameView(rows, others, inAnySection: isAnySection) }
    return keysOfRows.contains(key) && haveSameItems(rows, others, inAnySection: isAnySection)
  }

  /// Whether two saved places of the focus lead to the same view: on the way to an identified view only rows count, and these by
  /// their items.
  private static func leadToSameView(
    _ place: StateValue?, _ other: StateValue?, inAnySection isAnySection: Bool
  ) -> Bool {
    func steps(_ place: StateValue?) -> (of: [StateValue], path: [StateValue])? {
      guard case .list(var parts)? = place, parts.count > 4, case .integer(let depth) = parts[3],
        case .list(let steps) = parts[4]
      else { return nil }
      parts[3...4] = []
      let path = steps.enumerated().filter { index, step in
        if case .list = step { true } else { index >= depth }
      }
      return (parts, path.map(\.element))
    }
    guard let own = steps(place), let others = steps(other), own.of == others.of,
      own.path.count == others.path.count
    else { return false }
    return zip(own.path, others.path).allSatisfy { step, other in
      step == other || haveSameItems(step, other, inAnySection: isAnySection)
    }
  }

  private static func haveSameItems(
    _ rows: StateValue?, _ others: StateValue?, inAnySection isAnySection: Bool
  ) -> Bool {
    guard case .list(let parts)? = rows, case .list(let otherParts)? = others, parts.count == otherParts.count,
      let first = parts.first, let otherFirst = otherParts.first
    else { return false }
    if case .list = first {
      return zip(parts, otherParts).allSatisfy { haveSameItems($0, $1, inAnySection: isAnySection) }
    }
    return parts.count > 2 && (first == otherFirst || isAnySection) && parts[2] == otherParts[2] && parts[2] != .null
  }
}
