/// An element of a ``SiblingList``.
@MainActor
protocol Sibling: AnyObject {
  /// The approximate index, set by the list.
  var knownPlace: Int { get set }
}

/// An ordered list whose elements are found, inserted and removed without a search of the whole list.
///
/// Each element stores its index as of the last renumbering. Insertions and removals since then are counted, and bound
/// the distance of every element from its stored index. When the count reaches the square root of the number of
/// elements, they are renumbered.
@MainActor
struct SiblingList<Element: Sibling> {
  private(set) var elements: [Element] = []
  /// The maximum distance of an element from its stored index.
  private var drift = 0

  /// Returns the index of an element; nil if it is not in the list.
  func place(of element: Element) -> Int? {
    let known = min(max(0, element.knownPlace), elements.count - 1)
    var distance = 0
    while distance <= drift {
      let before = known - distance
      if before >= 0, elements[before] === element { return before }
      let after = known + distance
      if after < elements.count, after >= 0, elements[after] === element { return after }
      distance += 1
    }
    return nil
  }

  /// Inserts a new element at an index, clamped to the valid range.
  mutating func insert(_ element: Element, at place: Int) {
    let place = min(max(0, place), elements.count)
    elements.insert(element, at: place)
    element.knownPlace = place
    if place < elements.count - 1 { didShift() }
  }

  /// Removes the element at an index.
  mutating func remove(at place: Int) {
    elements.remove(at: place)
    if place < elements.count { didShift() }
  }

  /// Replaces all elements. The new ones must be distinct.
  mutating func replace(with new: [Element]) {
    elements = new
    renumber()
  }

  private mutating func didShift() {
    drift += 1
    if drift * drift > elements.count { renumber() }
  }

  private mutating func renumber() {
    drift = 0
    for (place, element) in elements.enumerated() { element.knownPlace = place }
  }
}
