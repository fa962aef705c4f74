import CLua
import Foundation
import LuaBoundary

// Where in the scripts something is.
extension LuaStack {
  /// Where the script calls the host's function that runs: `file:line`; nil if no script does.
  public var callerPlace: String? {
    for level in 1...10 as ClosedRange<Int32> {
      let place = place(level: level)
      if !place.isEmpty { return String(place.dropLast(2)) }
    }
    return nil
  }

  /// Where the function at an index is defined: `file:line`; nil if it is not a script's.
  public func definition(ofFunctionAt index: Int32) -> String? {
    lh_push_definition(L, index)
    defer { pop() }
    return lossyString(-1)
  }

  /// The file that the function at an index comes from; nil if it comes from none.
  func file(ofFunctionAt index: Int32) -> String? {
    lh_push_source(L, index)
    defer { pop() }
    guard let source = lossyString(-1), source.hasPrefix("@") else { return nil }
    return String(source.dropFirst())
  }
}

extension LuaState {
  /// Where a script's own method of an object is defined; nil if it has none.
  public func definition(ofMethod name: String, of object: AnyObject) -> String? {
    guard let stack = try? stack, pushOverride(name, of: object, on: stack) else { return nil }
    defer { stack.pop(2) }
    return stack.definition(ofFunctionAt: -2)
  }

  /// Where a script defines a method of a class, and not of its superclass; nil if it does not.
  public func definition(ofClassMethod name: String, named className: String) -> String? {
    guard let stack = try? stack, let hostClass = hostClass(named: className), hostClass.isScript else { return nil }
    hostClass.push(on: stack)
    stack.rawGet(-1, name)
    defer { stack.pop(2) }
    return stack.kind(-1) == .function ? stack.definition(ofFunctionAt: -1) : nil
  }

  /// The files that the methods of the script's classes come from, and the modules that were required.
  public var sourceFiles: [String] {
    guard let stack = try? stack, (try? stack.reserve(12)) != nil else { return [] }
    let base = stack.top
    defer { stack.top = base }
    var files: Set<String> = []
    for hostClass in classes where hostClass.isScript {
      hostClass.push(on: stack)
      try? stack.forEachPair(-1) {
        if let file = stack.file(ofFunctionAt: -1) { files.insert(file) }
      }
      stack.pop()
    }
    let templates = moduleTemplates(stack)
    stack.pushRegistryTable("_LOADED")
    try? stack.forEachPair(-1) {
      guard let name = stack.string(-2) else { return }
      let path = name.replacing(".", with: "/")
      if let file = templates.lazy.map({ $0.replacing("?", with: path) }).first(where: FileManager.default.fileExists) {
        files.insert(file)
      }
    }
    return files.sorted()
  }

  /// Where modules are looked for, with `?` in the place of the name.
  private func moduleTemplates(_ stack: LuaStack) -> [String] {
    guard options.capabilities.contains(.files), stack.pushGlobal("package") == .table,
      stack.rawGet(-1, "path") == .string
    else { return moduleFolders.flatMap { ["\($0)/?.lua", "\($0)/?/init.lua"] } }
    return (stack.lossyString(-1) ?? "").split(separator: ";").map(String.init)
  }
}
