import StateRestoration

/// A container's children after restoration.
public struct MergedChildren {
  /// The children, in order.
  public var children: [ViewController] = []
  /// The restored children with their preserved positions.
  public var preserved: [(controller: ViewController, position: Int)] = []

  /// Creates an empty list of children.
  public init() {}

  init(children: [ViewController], preserved: [(controller: ViewController, position: Int)]) {
    self.children = children
    self.preserved = preserved
  }

  /// Returns the restored child whose preserved position is nearest to a position; nil if there is none.
  public func nearest(to position: Int) -> ViewController? {
    let position = min(max(0, position), RestoredChild.greatestPosition)
    return preserved.min { abs($0.position - position) < abs($1.position - position) }?.controller
  }
}

extension ViewController {
  /// Merges restored children with the current ones. Restored children keep their order, and new ones keep their
  /// position among them.
  ///
  /// A current child is replaced by the restored one with its identifier. A current child without an identifier, at a
  /// position that no restored child claims, is assumed to have been there without being saved.
  ///
  /// - Parameter keepsNew: whether other current children stay (a new tab of a newer version of the app) or are removed
  ///   (the first screen of a stack that was replaced since).
  public func mergeRestored(_ restored: [RestoredChild], keepsNew: Bool) -> MergedChildren {
    var preserved: [(controller: ViewController, position: Int)] = []
    var controllers: [ViewController] = []
    var isSorted = true
    for child in restored {
      guard let controller = child.viewController as? ViewController else { continue }
      isSorted = isSorted && child.position >= preserved.last?.position ?? 0
      preserved.append((controller, child.position))
      controllers.append(controller)
    }
    // As in most restorations.
    if children.isEmpty, isSorted { return MergedChildren(children: controllers, preserved: preserved) }
    let claimed = Set(preserved.map(\.position))
    let last = claimed.max() ?? -1
    let restoredControllers = Set(preserved.map { ObjectIdentifier($0.controller) })
    var awaited: [String: Int] = [:]
    for child in preserved where !contains(child.controller) {
      if let identifier = child.controller.restorationIdentifier { awaited[identifier, default: 0] += 1 }
    }
    let identifiers = Set(preserved.compactMap(\.controller.restorationIdentifier))

    // The current children; nil marks the place of a restored child.
    var pattern: [ViewController?] = []
    for (position, child) in children.enumerated() {
      if restoredControllers.contains(ObjectIdentifier(child)) {
        pattern.append(nil)
      } else if let identifier = child.restorationIdentifier {
        if let count = awaited[identifier], count > 0 {
          awaited[identifier] = count - 1
          pattern.append(nil)
        } else if keepsNew, !identifiers.contains(identifier) {
          pattern.append(child)
        }
      } else if !claimed.contains(position), position < last || !keepsNew {
        preserved.append((child, position))
        pattern.append(nil)
      } else if keepsNew {
        pattern.append(child)
      }
    }
    preserved = preserved.enumerated().sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
      .map(\.element)
    return MergedChildren(children: fill(pattern, with: preserved.map(\.controller)), preserved: preserved)
  }

  /// Inserts restored children at their places, in order. A child without a place follows its predecessor, or precedes
  /// the first.
  private func fill(_ pattern: [ViewController?], with preserved: [ViewController]) -> [ViewController] {
    let current = Set(children.map { ObjectIdentifier($0) })
    let identifiers = Set(children.compactMap(\.restorationIdentifier))
    var places = pattern.count { $0 == nil }
    // A restored child has a place if it, or its identifier, is among the current children.
    var groups: [[ViewController]] = []
    var early: [ViewController] = []
    for child in preserved {
      let isExpected =
        current.contains(ObjectIdentifier(child)) || child.restorationIdentifier.map(identifiers.contains) == true
      if isExpected, places > 0 {
        places -= 1
        groups.append(early + [child])
        early = []
      } else if groups.isEmpty {
        early.append(child)
      } else {
        groups[groups.count - 1].append(child)
      }
    }
    var filled: [ViewController] = []
    var rest = groups[...]
    for place in pattern {
      if let place { filled.append(place) } else if let group = rest.popFirst() { filled += group }
    }
    return filled + rest.flatMap { $0 } + early
  }
}
