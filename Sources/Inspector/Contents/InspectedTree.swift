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
  /// Finds the nodes that pages look for, during a report.
  private var search: NodeSearch?
  /// The nodes that pages look for, with those above them, besides the listed ones; nil as long as all nodes are listed.
  private var wanted: Set<ObjectIdentifier>?
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
  ///
  /// - Parameter queries: the texts that pages look for.
  func report(of host: ScriptHost, _ found: AppFindings?, queries: [String]) -> [UInt8] {
    forgetReleased()
    wanted = nil
    room = Self.maximumNodes
    structure = Hasher()
    let application = host.application
    let windows = application.windows.filter(\.isKeyWindow) + application.windows.filter { !$0.isKeyWindow }
    let roots = windows.compactMap(\.rootViewController)
    search = NodeSearch(queries, in: roots, besidesFirst: Self.maximumNodes)
    defer { search = nil }
    return JSONWriter.message("tree") {
      $0.field("nodes") { list in
        for root in roots { write(root, application, found, to: &list) }
      }
      if wanted != nil { $0.field("more", Self.maximumNodes) }
    }
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
    _ responder: Responder, _ application: Application, _ found: AppFindings?, to list: inout JSONWriter
  ) {
    let controller = responder as? ViewController
    // Those on the screen are always listed, so that each can be picked.
    let isListed = room > 0 || NodeSearch.isOnScreen(responder)
    guard isListed || isWanted(responder) else { return }
    room -= 1
    // A search changes nothing in the app.
    if isListed {
      structure.combine(number(of: responder))
      structure.combine(NodeSearch.names(of: responder).identifier)
    }
    list.object {
      writeFields(responder, application, found, to: &$0)
      if let controller, controller.presentingViewController?.presentedViewController === controller {
        $0.field("presented", true)
      }
      if let view = NodeSearch.view(of: responder) { writeFrame(view, to: &$0) }
      let children = NodeSearch.children(of: responder)
      guard !children.isEmpty else { return }
      $0.field("children") { list in for child in children { write(child, application, found, to: &list) } }
    }
  }

  /// Returns whether a page looks for a node that is not listed.
  private func isWanted(_ responder: Responder) -> Bool {
    let found = wanted ?? search?.nodes() ?? []
    wanted = found
    return found.contains(ObjectIdentifier(responder))
  }

  private func writeFields(
    _ responder: Responder, _ application: Application, _ found: AppFindings?, to object: inout JSONWriter
  ) {
    let names = NodeSearch.names(of: responder)
    let className = names.className.showingControlsInLine
    let identifier = names.identifier?.showingControlsInLine
    let status = RestorationStatus(of: responder, in: application, found)
    let number = number(of: responder)
    object.field("id", number)
    object.field("kind", responder is ViewController ? "controller" : "view")
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
