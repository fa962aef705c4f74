import Interface
import StateRestoration

// Containers without an identifier, which keep everything below them from being saved.
extension ScriptMistakes {
  /// How many paths a note gives.
  private static let mostPaths = 3
  /// How many views are looked at when they get identifiers.
  private static let mostNamedViews = 1000

  /// A script has given a view an identifier.
  func viewWasNamed(_ view: View) {
    guard checkedObjects["named views", default: 0] < Self.mostNamedViews else { return }
    checkedObjects["named views", default: 0] += 1
    atEndOfTurn { [weak self, weak view] in
      guard let self, let view, view.restorationIdentifier != nil, let controller = view.owningViewController,
        controller.window != nil, let unnamed = Self.firstUnnamed(from: controller)
      else { return }
      checkGap(at: unnamed)
    }
  }

  /// Notes, once, that a container has no identifier and how many nodes with identifiers below it are not saved, if there are
  /// any.
  ///
  /// - Parameter container: the one nearest to the root.
  func checkGap(at container: ViewController) {
    guard !isNotedGap(container), !(container is OverlayController),
      host.defines("shouldSaveApplicationState", for: host.application)
    else { return }
    var count = 0
    var paths: [String] = []
    forEachIdentifiedNode(below: container) { path in
      count += 1
      if paths.count < Self.mostPaths { paths.append(path().description) }
      return true
    }
    guard count > 0 else { return }
    notedGaps.insert(Self.name(of: container))
    let nodes =
      count == 1 ? "the node with an identifier below it is" : "the \(count) nodes with identifiers below it are"
    let list = paths.joined(separator: ", ") + (count > paths.count ? ", …" : "")
    let method = container.scriptClassName.flatMap { encoding(ofClass: $0) }
    let clause = method.map { ", and its encodeRestorableState (\($0)) is never called" } ?? ""
    tell(
      "this \(container.className) has no restorationIdentifier, so \(nodes) not saved (\(list))\(clause); give it one: restorationIdentifier = …",
      at: container.madeAt ?? method)
  }

  /// Whether a container was noted, or another that was made in the same place.
  func isNotedGap(_ responder: Responder) -> Bool {
    (responder as? ViewController).map { notedGaps.contains(Self.name(of: $0)) } ?? false
  }

  /// Whether a controller or anything below it has an identifier.
  func hasIdentifiedNodes(_ controller: ViewController) -> Bool {
    if controller.restorationIdentifier != nil, !(controller is AlertController) { return true }
    var isFound = false
    forEachIdentifiedNode(below: controller) { _ in
      isFound = true
      return false
    }
    return isFound
  }

  private static func name(of container: ViewController) -> String {
    "\(container.madeAt ?? "") \(container.className)"
  }

  /// Goes through the nodes below a controller that have identifiers, in the order in which they would be saved, as long as the
  /// closure returns true.
  private func forEachIdentifiedNode(below controller: ViewController, _ body: (_ path: () -> IdentifierPath) -> Bool) {
    let automation = Automation(host.application)
    var pending = [controller]
    var met: Set<ObjectIdentifier> = []
    while let current = pending.popLast() {
      guard !(current is AlertController), met.insert(ObjectIdentifier(current)).inserted else { continue }
      if current !== controller, current.restorationIdentifier != nil, !body({ automation.path(to: current) }) {
        return
      }
      for case let view as View in current.identifiedViews {
        met.insert(ObjectIdentifier(view))
        if !body({ automation.path(to: view) }) { return }
      }
      pending += [current.presentedViewController].compactMap { $0 } + current.children.reversed()
    }
    for object in host.application.registeredObjects {
      guard let parent = object.objectRestorationParent as? Responder, met.contains(ObjectIdentifier(parent)) else {
        continue
      }
      if !body({ automation.path(to: parent).appending(object.restorationIdentifier ?? "") }) { return }
    }
  }
}
