extension Discovery {
  /// The waits after a kill in which the work that a relaunch has begun can fail, in seconds.
  private static let waits = [0, 1, 10]

  /// Returns a loss or error as that of a plain kill, if that is enough in place of another event, with the runs after it.
  @MainActor
  func byKill(
    after items: [ExploredItem], _ settings: ExploredRun.Settings, _ monitor: ExplorationMonitor
  ) -> (discovery: Discovery, pair: RunPair)? {
    guard kind == .loss || kind == .error, let last = items.lastIndex(where: { $0.event != nil }),
      items[last].moved == nil, items[last].event != .kill
    else { return nil }
    var items = items
    items[last] = .event(.kill)
    for wait in kind == .error ? Self.waits : [0] where !monitor.isOutOfTime {
      let items = wait == 0 ? items : items + [.step(.advance(wait))]
      guard let pair = RunPair.replay(items, settings), pair.items == items else { continue }
      let found = pair.differences()
      let same = found.first {
        kind == .error
          ? $0.identity == identity
          : $0.kind == .loss && $0.path == path && $0.className == className && $0.property == property
      }
      if let same { return (same.beside(found), pair) }
    }
    return nil
  }

  /// The discovery, with all that its fewest steps lead to.
  func beside(_ found: [Discovery]) -> Discovery {
    var discovery = self
    discovery.others = found.filter { $0.identity != identity }
    return discovery
  }
}
