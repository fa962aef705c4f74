import Foresight
import Interface
import StateRestoration

/// Whether a node of a running app will be restored, and why not.
@MainActor
struct RestorationStatus {
  enum Kind: String {
    /// It will be restored.
    case kept
    /// It will be restored, but something in it needs attention.
    case risk
    /// It will not be restored.
    case lost
    /// It is not saved, and nothing is known to be lost.
    case unsaved
  }

  var kind: Kind
  var reason: String
  /// The ancestor at fault; nil if it is the node itself, or there is none.
  var culprit: Responder?
  var findings: [Finding] = []

  /// Determines the status of a controller or view.
  ///
  /// - Parameter found: the doctor's findings; nil if the app was not examined.
  init(of responder: Responder, in application: Application, _ found: AppFindings?) {
    let shownPath = Automation(application).path(to: responder).description
    let own = found?.byPath[shownPath] ?? []
    if let controller = responder as? ViewController {
      self.init(of: controller, isExamined: found != nil, hasFindings: !own.isEmpty)
    } else {
      self.init(of: responder as? View)
    }
    self.findings = own
    if let loss = own.first(where: \.losesNode) {
      (kind, reason) = (.lost, loss.message)
    } else if kind == .kept || kind == .risk, let refusal = found?.refusal {
      (kind, reason) = (.lost, "It will not be restored, because \(refusal).")
    } else if kind == .kept || kind == .risk,
      let culprit = Self.lostAncestor(of: responder, at: shownPath, in: application, found)
    {
      kind = .lost
      reason = "It will not be restored, because its ancestor \(culprit.className) will not be."
      self.culprit = culprit
    } else if let finding = own.first(where: { $0.code.severity == .error }) ?? own.first {
      if kind != .lost { kind = .risk }
      reason = finding.message
    }
  }

  /// Returns the ancestor that a finding says will not be restored; nil if there is none.
  private static func lostAncestor(
    of responder: Responder, at path: String, in application: Application, _ found: AppFindings?
  ) -> ViewController? {
    guard let lost = found?.lostPaths, lost.contains(where: { path.hasPrefix($0 + "/") }) else { return nil }
    let automation = Automation(application)
    var next = responder as? ViewController ?? (responder as? View)?.owningViewController
    while let controller = next {
      if lost.contains(automation.path(to: controller).description) { return controller }
      next = controller.parent ?? controller.presentingViewController
    }
    return nil
  }

  private init(_ kind: Kind, _ reason: String, culprit: Responder? = nil) {
    self.kind = kind
    self.reason = reason
    self.culprit = culprit
  }

  private init(of controller: ViewController, isExamined: Bool, hasFindings: Bool) {
    if let alert = controller as? AlertController, !alert.isRestorable {
      self.init(.unsaved, "An alert is saved only if it has a restorationIdentifier and is presented with onResult.")
    } else if controller.restorationIdentifierPath != nil {
      self.init(.kept, "It will be restored.")
    } else if let culprit = Self.ancestorAtFault(of: controller), culprit !== controller {
      let isLost = controller.restorationIdentifier != nil
      self.init(
        isLost ? .lost : .unsaved,
        "It is not saved, because its ancestor \(culprit.className) has no restorationIdentifier.",
        culprit: culprit)
    } else {
      self.init(
        isExamined && !hasFindings ? .unsaved : .lost,
        "It has no restorationIdentifier, so neither it nor anything below it is saved.")
    }
  }

  private init(of view: View?) {
    guard let view else {
      self.init(.unsaved, "It is not saved.")
      return
    }
    guard let controller = view.owningViewController else {
      self.init(.unsaved, "It belongs to no view controller, so it is not saved.")
      return
    }
    let isIdentified = view.restorationIdentifier != nil
    let keys = isIdentified ? [] : Self.state(of: view)
    if !isIdentified, keys.isEmpty {
      self.init(.unsaved, "It has no restorationIdentifier, and no state to save.")
    } else if controller is AlertController {
      // It saves the state of its views itself.
      self.init(of: controller, isExamined: false, hasFindings: false)
    } else if controller.restorationIdentifierPath == nil {
      let culprit = Self.ancestorAtFault(of: controller) ?? controller
      self.init(
        .lost, "It is not saved, because its ancestor \(culprit.className) has no restorationIdentifier.",
        culprit: culprit)
    } else if isIdentified {
      self.init(.kept, "It will be restored.")
    } else {
      self.init(
        .risk, "It has no restorationIdentifier, so its state is not saved: \(keys.joined(separator: ", ")).")
    }
  }

  /// The ancestor nearest to the root without an identifier; the controller itself if it is the only one.
  private static func ancestorAtFault(of controller: ViewController) -> ViewController? {
    var culprit: ViewController?
    var next: ViewController? = controller
    while let current = next {
      if current.restorationIdentifier == nil { culprit = current }
      next = current.parent ?? current.presentingViewController
    }
    return culprit
  }

  /// The keys of the state that the view's class would save.
  private static func state(of view: View) -> [String] {
    let coder = StateCoder()
    view.encodeBuiltInState(with: coder)
    return coder.keys.sorted()
  }
}
