extension Discovery {
  /// Notes the lost keys that the lost view shows, among those that its fewest steps lose.
  ///
  /// - Parameter pair: the runs at the end of its steps.
  @MainActor
  mutating func noteShownKeys(in pair: RunPair) {
    guard kind == .loss, !others.isEmpty, let moment = try? pair.base.moment(),
      let twin = try? pair.disturbed?.moment()
    else { return }
    let keys = moment.lostKeys(shownBy: self, in: twin).map { Discovery($0, items).identity }
    sources.formUnion(companions.intersection(keys))
  }
}
