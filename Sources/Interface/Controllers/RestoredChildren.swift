import StateRestoration

extension ViewController {
  /// The children after restoration: those that came back, at the places they had; at a place that no preserved child
  /// claims, the one that stands there already if it could not have been preserved itself.
  ///
  /// A child that came along with its container and has the identifier of one that was restored is replaced by that.
  ///
  /// - Parameter keepsUnpreserved: whether identified children that match no preserved one stay (a new tab of a newer
  ///   version of the app) or give way (the first screen of a stack that was replaced since).
  func mergeRestored(_ restored: [RestoredChild], keepsUnpreserved: Bool) -> [ViewController] {
    let comingBack = restored.compactMap { child in
      (child.viewController as? ViewController).map { (controller: $0, position: child.position) }
    }
    let identifiers = Set(comingBack.compactMap(\.controller.restorationIdentifier))
    let last = max(comingBack.map(\.position).max() ?? -1, children.count - 1)
    guard last >= 0 else { return [] }
    var byPosition: [Int: [ViewController]] = [:]
    for child in comingBack { byPosition[child.position, default: []].append(child.controller) }

    var merged: [ViewController] = []
    for position in 0...last {
      if let claimed = byPosition[position] { merged.append(contentsOf: claimed) }
      guard position < children.count else { continue }
      let existing = children[position]
      if comingBack.contains(where: { $0.controller === existing }) { continue }
      let isReplaced = existing.restorationIdentifier.map(identifiers.contains) ?? false
      let isFree = byPosition[position] == nil
      let stays = keepsUnpreserved ? !isReplaced : isFree && existing.restorationIdentifier == nil
      if stays { merged.append(existing) }
    }
    return merged
  }
}

extension Array where Element == RestoredChild {
  /// The restored child that stood at a place, or the one nearest to it.
  func nearest(to position: Int) -> ViewController? {
    let nearest = self.min { abs($0.position - position) < abs($1.position - position) }
    return nearest?.viewController as? ViewController
  }
}
