import Foresight
import Interface
import LuaScreens
import StateRestoration

/// The tree of a running app for pages: controllers with their views, children and presented controllers.
@MainActor
final class InspectedTree {
  private struct Entry {
    let number: Int
    weak var responder: Responder?
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var responders: [Int: ObjectIdentifier] = [:]
  private var lastNumber = 0
  /// The number of nodes that the current report may still contain, besides those on the screen.
  private var room = 0
  /// Whether the current report lacks nodes.
  private var isCut = false
  /// A text that changes with the nodes, but not with their positions.
  private(set) var structure = Hasher()

  /// A page shows at most this many nodes, besides those on the screen.
  private static let maximumNodes = 3000

  /// Returns the controller or view with a number; nil if it no longer exists.
  func responder(numbered number: Int) -> Responder? { responders[number].flatMap { entries[$0]?.responder } }

  /// Returns the number of a responder, which no other gets.
  func number(of responder: Responder) -> Int {
    let identity = ObjectIdentifier(responder)
    if let entry = entries[identity], entry.responder === responder { return entry.number }
    lastNumber += 1
    if let old = entries[identity] { responders[old.number] = nil }
    entries[identity] = Entry(number: lastNumber, responder: responder)
    responders[lastNumber] = identity
    return lastNumber
  }

  /// Returns the tree of an app.
  func report(of host: ScriptHost, _ found: AppFindings?) -> [UInt8] {
    forgetReleased()
    room = Self.maximumNodes
    isCut = false
    structure = Hasher()
    let application = host.application
    var message = JSONWriter()
    message.object {
      $0.field("k", "tree")
      $0.field("nodes") { list in
        let windows = application.windows.filter(\.isKeyWindow) + application.windows.filter { !$0.isKeyWindow }
        for root in windows.compactMap(\.rootViewController) { write(root, application, found, to: &list) }
      }
      if isCut { $0.field("more", Self.maximumNodes) }
    }
    return message.bytes
  }

  /// Forgets all nodes, as those of an app that has exited, which may still be in memory.
  func removeAll() {
    entries = [:]
    responders = [:]
  }

  private func forgetReleased() {
    for (identity, entry) in entries where entry.responder == nil {
      entries[identity] = nil
      responders[entry.number] = nil
    }
  }

  private func write(
    _ controller: ViewController, _ application: Application, _ found: AppFindings?,
    to list: inout JSONWriter
  ) {
    guard hasRoom(for: controller.viewIfLoaded) else { return }
    list.object {
      writeFields(
        controller, "controller", controller.className, controller.restorationIdentifier, application, found,
        to: &$0
      )
      if controller.presentingViewController?.presentedViewController === controller { $0.field("presented", true) }
      if let view = controller.viewIfLoaded { writeFrame(view, to: &$0) }
      $0.field("children") { children in
        if let view = controller.viewIfLoaded { write(view, application, found, to: &children) }
        for child in controller.children { write(child, application, found, to: &children) }
        if let presented = controller.presentedViewController, presented.presentingViewController === controller {
          write(presented, application, found, to: &children)
        }
      }
    }
  }

  private func write(
    _ view: View, _ application: Application, _ found: AppFindings?, to list: inout JSONWriter
  ) {
    guard hasRoom(for: view) else { return }
    list.object {
      writeFields(view, "view", view.className, view.restorationIdentifier, application, found, to: &$0)
      writeFrame(view, to: &$0)
      let subviews = view.subviews.filter { $0.viewController == nil }
      guard !subviews.isEmpty else { return }
      $0.field("children") { children in
        for subview in subviews { write(subview, application, found, to: &children) }
      }
    }
  }

  /// Returns whether a view is written. Those on the screen always are, so that each can be picked.
  private func hasRoom(for view: View?) -> Bool {
    if room > 0 || view?.visibleFrame.isEmpty == false { return true }
    isCut = true
    return false
  }

  private func writeFields(
    _ responder: Responder, _ kind: String, _ className: String, _ identifier: String?, _ application: Application,
    _ found: AppFindings?, to object: inout JSONWriter
  ) {
    room -= 1
    let status = RestorationStatus(of: responder, in: application, found)
    let number = number(of: responder)
    structure.combine(number)
    structure.combine(identifier)
    object.field("id", number)
    object.field("kind", kind)
    object.field("class", className)
    object.field("identifier", identifier)
    // Without it, the page uses the identifier or the class.
    let name = IdentifierPath([Automation.pathComponent(of: responder)]).description
    if name != identifier ?? "<\(className)>" { object.field("name", name) }
    object.field("status", status.kind.rawValue)
    object.field("why", status.reason)
    if let culprit = status.culprit { object.field("culprit", self.number(of: culprit)) }
  }

  /// Writes the visible part of a view. A hidden view, such as one of a tab that is not selected, has none.
  private func writeFrame(_ view: View, to object: inout JSONWriter) {
    let frame = view.visibleFrame
    guard !frame.isEmpty else { return }
    object.field("frame", json: "[\(frame.minX),\(frame.minY),\(frame.width),\(frame.height)]")
  }
}
