import Interface
import LuaRuntime

extension ScriptCalls {
  private static let elementFields = ["role", "label", "value", "frame", "action"]

  /// Returns the elements that a script supplies for a view: the assigned list, or the result of the assigned function
  /// or of the class's method. Nil if there is none of these.
  func accessibilityElements(of view: View) throws -> [AccessibilityElement]? {
    let callback = Handlers.accessibilityElements
    let list = try lua.withStack { stack in
      lua.pushHandler(callback.name, of: view, on: stack) && stack.kind(-1) != .function
        ? try elements(at: stack.top, of: view, on: stack) : nil
    }
    if let list { return list }
    let take = { (stack: LuaStack) in
      stack.isNil(-1) ? nil : try self.elements(at: stack.top, of: view, on: stack)
    }
    return try call(callback, of: .handler(of: view), view, take: take)
      ?? call(callback, of: .object(view), take: take) ?? nil
  }

  /// Returns the elements described by a list of tables.
  func elements(at index: Int32, of view: View, on stack: LuaStack) throws -> [AccessibilityElement] {
    let fields = "{ role =, label =, value =, frame =, action = }"
    return try stack.takeTables(index, "accessibilityElements", fields: fields) { table, position in
      try element(at: table, number: position, of: view, on: stack)
    }
  }

  private func element(at table: Int32, number: Int, of view: View, on stack: LuaStack) throws -> AccessibilityElement {
    let what = "accessibilityElements[\(number)]"
    try stack.checkNames(table, what, among: Self.elementFields)
    let role: AccessibilityRole? = try stack.takeField("role", of: table, "\(what).role")
    stack.rawGet(table, "label")
    let label = try stack.checkString(-1, "\(what).label")
    let value: String? = try stack.takeField("value", of: table, "\(what).value")
    let frame: Rect = try stack.takeField("frame", of: table, "\(what).frame") ?? .zero
    var action: (() -> Void)?
    if stack.rawGet(table, "action") != .nil {
      guard stack.kind(-1) == .function else { throw stack.wrongType(-1, "\(what).action", expected: "a function") }
      let handler = Callback(named: "accessibility action \(number)", .action)
      lua.setHandler(handler.name, of: view, toValueAt: -1, on: stack)
      action = { [weak self, weak view] in
        if let view { self?.run(handler, of: .handler(of: view), view) }
      }
    }
    return AccessibilityElement(
      role ?? (action == nil ? .text : .button), label, value: value, of: view,
      activationPoint: action == nil ? nil : frame.origin, action: action)
  }
}
