import AppSession
import Foresight
import Interface
import LuaRuntime
import LuaScreens
import StateRestoration

/// The details of a controller or view of a running app.
@MainActor
struct NodeReport {
  let responder: Responder
  let number: Int
  let status: RestorationStatus
  let host: ScriptHost
  let places: CreationPlaces
  /// The names of the properties and fields whose values are reported as a whole.
  let wholeValues: Set<String>

  /// The longest value in a report, in characters.
  private static let longestValue = 300
  /// The longest value that is reported as a whole.
  private static let longestWholeValue = 200_000

  /// Returns the report.
  ///
  /// - Parameter archive: the state as it would be saved now.
  func report(archive: ArchiveOutline?) -> [UInt8] {
    let path = path
    return JSONWriter.message("node") {
      $0.field("id", number)
      $0.field("path", Automation(host.application).path(to: responder).description.showingControlsInLine)
      $0.field("saved", path != nil)
      $0.field("status", status.kind.rawValue)
      $0.field("why", status.reason)
      $0.field("place", places.place(of: responder).map(host.wholePlace))
      $0.field("classes") { list in classes.forEach { list.value($0) } }
      $0.field("findings") { list in status.findings.forEach { list.raw($0.table.jsonLine) } }
      $0.field("state") { list in
        guard let state = path.flatMap({ archive?.node(at: $0) })?.state else { return }
        list.values(of: state, cutTo: Self.longestValue)
      }
      writeProperties(to: &$0)
    }
  }

  private var path: IdentifierPath? {
    if let controller = responder as? ViewController { return controller.restorationIdentifierPath }
    guard let view = responder as? View, let identifier = view.restorationIdentifier else { return nil }
    return view.owningViewController?.restorationIdentifierPath?.appending(identifier)
  }

  private var classes: [String] {
    sequence(first: host.lua.hostClass(of: responder), next: { $0?.superclass }).prefix { $0 != nil }
      .compactMap { $0?.name }
  }

  private func cut(_ text: String, named name: String) -> String {
    text.showingControls.cut(to: wholeValues.contains(name) ? Self.longestWholeValue : Self.longestValue)
  }

  // MARK: Properties

  private func writeProperties(to object: inout JSONWriter) {
    var properties: [(name: String, value: String, about: String)] = []
    var fields: [(name: String, value: String)] = []
    // What is read does not count as changed.
    try? host.withUntracedStack(reserving: 20) { stack in
      stack.push(object: responder)
      for property in host.lua.hostClass(of: responder)?.properties ?? []
      where property.isListable?(responder) != false {
        let base = stack.top
        defer { stack.top = base }
        guard (try? stack.getField(base, property.name)) != nil, !stack.isNil(-1) else { continue }
        let isSecret = property.name == "text" && (responder as? View)?.holdsSecret == true
        properties.append((property.name, isSecret ? Self.hidden(stack) : Self.text(stack), property.about))
      }
      let base = stack.top
      guard stack.pushFields(base) else { return }
      try stack.forEachPair(stack.top) {
        if stack.kind(-2) == .string, let name = stack.string(-2) { fields.append((name, Self.text(stack))) }
      }
      stack.top = base
    }
    object.field("properties") { list in
      for property in properties {
        list.array {
          $0.value(property.name)
          $0.value(cut(property.value, named: property.name))
          $0.value(property.about)
        }
      }
    }
    object.field("fields") { list in
      for field in fields.sorted(by: { $0.name < $1.name }) {
        list.array {
          $0.value(field.name)
          $0.value(cut(field.value, named: field.name))
        }
      }
    }
  }

  /// Returns the text of a secure field as the screen shows it.
  private static func hidden(_ stack: LuaStack) -> String {
    "\"\(String(repeating: "•", count: stack.string(-1)?.count ?? 0))\""
  }

  private static func text(_ stack: LuaStack) -> String {
    stack.object(-1) != nil ? stack.describe(-1) : ValuePrinter(stack).text(-1)
  }
}

extension ScriptHost {
  /// Returns a place, as `file:line`, with the whole name of its file, which Lua shortens.
  func wholePlace(_ place: String) -> String {
    guard let colon = place.lastIndex(of: ":") else { return place }
    return (wholeName(ofScript: String(place[..<colon])) ?? String(place[..<colon])) + place[colon...]
  }
}
