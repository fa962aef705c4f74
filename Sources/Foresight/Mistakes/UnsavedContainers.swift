import Interface
import LuaScreens
import StateRestoration

// Containers without an identifier, which prevent their descendants from being saved.
extension ScriptMistakes {
  /// The maximum number of paths in a note.
  private static let maximumPaths = 3
  /// The maximum number of views to check when they get identifiers.
  private static let maximumNamedViews = 1000

  /// Called when a view has got an identifier.
  func viewWasNamed(_ view: View) {
    guard view.restorationIdentifier != nil,
      checkedObjects["named views", default: 0] < Self.maximumNamedViews
    else { return }
    checkedObjects["named views", default: 0] += 1
    atEndOfTurn { [weak self, weak view] in
      guard let self, let view, view.restorationIdentifier != nil, let controller = view.owningViewController,
        controller.window != nil, let unnamed = Self.firstUnnamed(from: controller)
      else { return }
      checkGap(at: unnamed)
    }
  }

  /// Reports, once, that a container has no identifier, with the number of identified descendants that are not saved,
  /// if any.
  ///
  /// - Parameter container: the container nearest to the root.
  func checkGap(at container: ViewController) {
    guard !isNotedGap(container), !(container is OverlayController),
      host.has(ApplicationCallbacks.shouldSaveApplicationState, of: host.application)
    else { return }
    var count = 0
    var paths: [String] = []
    forEachIdentifiedNode(below: container) { path in
      count += 1
      if paths.count < Self.maximumPaths { paths.append(path().description) }
      return true
    }
    guard count > 0 else { return }
    notedGaps.insert(Self.name(of: container))
    let nodes =
      count == 1 ? "the node with an identifier below it is" : "the \(count) nodes with identifiers below it are"
    let list = paths.joined(separator: ", ") + (count > paths.count ? ", …" : "")
    let method = container.scriptClassName.flatMap { encoding(ofClass: $0) }
    let clause = method.map { ", and its encodeRestorableState (\($0)) is never called" } ?? ""
    report(
      "this \(container.className) has no restorationIdentifier, so \(nodes) not saved (\(list))\(clause); give it one: restorationIdentifier = …",
      at: container.createdAt ?? method)
  }

  /// Whether a container, or another one created at the same place, was reported.
  func isNotedGap(_ responder: Responder) -> Bool {
    (responder as? ViewController).map { notedGaps.contains(Self.name(of: $0)) } ?? false
  }

  /// Whether a controller or any of its descendants has an identifier.
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
    "\(container.createdAt ?? "") \(container.className)"
  }

  /// Visits the identified descendants of a controller in the order in which they would be saved, while the closure
  /// returns true.
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
