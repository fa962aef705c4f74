/// Finds a shortest list of steps and events, with as few events as possible, that still leads to a discovery.
@MainActor
enum Reduction {
  /// The seconds that may be all that a later step needs of an earlier event, which takes time, too.
  private static let waits = [1, 10]

  /// Returns a list without items that are not needed.
  ///
  /// - Parameters:
  ///   - limit: the largest number of lists to try.
  ///   - attempt: tries a list, and returns the items that were possible if they lead to the discovery. It succeeds for the
  ///     whole list.
  ///   - replacements: returns lists in which one step stands for two.
  static func reduce(
    _ items: [ExploredItem], trying limit: Int, _ attempt: ([ExploredItem]) -> [ExploredItem]?,
    replacements: ([ExploredItem]) -> AnySequence<[ExploredItem]> = { _ in AnySequence([]) }
  ) -> [ExploredItem] {
    var tried = 0
    var current = items
    func holds(_ candidate: [ExploredItem]) -> Bool {
      guard tried < limit else { return false }
      tried += 1
      guard let possible = attempt(candidate), cost(of: possible) < cost(of: current) else { return false }
      current = possible
      return true
    }
    // One event is usually enough.
    if let last = items.lastIndex(where: { $0.event != nil }) {
      let earlier = items[..<last]
      let beginnings =
        [earlier.filter { $0.event == nil }]
        + waits.map { wait in
          earlier.map { $0.event == nil ? $0 : .step(.advance(wait)) }
        }
      let lists = [items[last...last], items[last...]].flatMap { end in beginnings.map { $0 + end } }
      for list in lists where cost(of: list) < cost(of: current) {
        if holds(list) { break }
      }
    }
    // Delta debugging: parts of halving size are omitted.
    var size = max(1, current.count / 2)
    while tried < limit {
      var start = 0
      var wasReduced = false
      while start < current.count, tried < limit {
        if holds(Array(current[..<start] + current[min(start + size, current.count)...])) {
          wasReduced = true
        } else {
          start += size
        }
      }
      if size == 1, !wasReduced {
        guard replacements(current).contains(where: holds) else { break }
      }
      size = max(1, size / 2)
    }
    return current
  }

  /// The keys that press a focused control.
  private static let presses: Set<ExploredStep> = [.key("enter"), .key("space")]

  /// Returns the lists in which a tap stands for a key that moves the focus, and one that presses what is focused. Each press
  /// takes a run, which is made when its lists are asked for.
  static func withTaps(
    _ items: [ExploredItem], _ settings: ExploredRun.Settings, _ monitor: ExplorationMonitor
  ) -> AnySequence<[ExploredItem]> {
    let lists = items.indices.dropFirst().lazy.flatMap { index -> [[ExploredItem]] in
      guard !monitor.isOutOfTime, let press = items[index].step, presses.contains(press),
        case .key(_)? = items[index - 1].step,
        let host = RunPair.replay(Array(items[..<(index - 1)]), settings)?.base.host
      else { return [] }
      return ScreenSteps(host, input: ScriptInput()).offers.filter { $0.kind == .element }.map { offer in
        items[..<(index - 1)] + [.step(offer.step)] + items[(index + 1)...]
      }
    }
    return AnySequence(lists)
  }

  private static func cost(of items: [ExploredItem]) -> (events: Int, items: Int) {
    (items.count { $0.event != nil }, items.count)
  }
}
