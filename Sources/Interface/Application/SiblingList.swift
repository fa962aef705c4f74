/// One of several objects that stand in an order below another.
@MainActor
protocol Sibling: AnyObject {
  /// About where it stands. Its ``SiblingList`` sets it.
  var knownPlace: Int { get set }
}

/// Objects in an order, each of which is found, taken out and put in without looking at all the others: ten thousand
/// siblings come and go one by one in a time that they deserve.
///
/// Each knows where it stood when places were last given out. What has come and gone since is counted, and none can stand
/// farther from there than that; when the count is the square root of their number, places are assigned again.
@MainActor
struct SiblingList<Element: Sibling> {
  private(set) var elements: [Element] = []
  /// How far from the place that it knows an element can stand.
  private var drift = 0

  /// Where an object stands; nil if it is none of these.
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

  /// Puts one that is none of these at a place, which is kept inside.
  mutating func insert(_ element: Element, at place: Int) {
    let place = min(max(0, place), elements.count)
    elements.insert(element, at: place)
    element.knownPlace = place
    if place < elements.count - 1 { othersMoved() }
  }

  /// Takes out what stands at a place.
  mutating func remove(at place: Int) {
    elements.remove(at: place)
    if place < elements.count { othersMoved() }
  }

  /// Takes these instead, each once.
  mutating func replace(with new: [Element]) {
    elements = new
    giveOutPlaces()
  }

  private mutating func othersMoved() {
    drift += 1
    if drift * drift > elements.count { giveOutPlaces() }
  }

  private mutating func giveOutPlaces() {
    drift = 0
    for (place, element) in elements.enumerated() { element.knownPlace = place }
  }
}
