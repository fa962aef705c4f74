import CLua
import FoundationEssentials
import LuaBoundary

// Source locations in scripts.
extension LuaStack {
  /// The place where a script calls the running host function, as `file:line`; nil if no script does.
  public var callerPlace: String? { callerPlace(fromLevel: 1) }

  /// The first place in a script at a level of the stack, or above it.
  ///
  /// - Parameter first: 1 for the caller of the running function, at most 10.
  public func callerPlace(fromLevel first: Int32) -> String? {
    guard let place = lh_caller_place(L, first) else { return nil }
    return String(cString: place)
  }

  /// The script class whose own method of a name is running, the innermost one; nil if none is.
  public func classOfRunningMethod(_ name: String) -> HostClass? {
    guard (try? reserve(8)) != nil else { return nil }
    let base = top
    defer { top = base }
    var owners: [UnsafeRawPointer: HostClass] = [:]
    for hostClass in state.hostClasses where hostClass.isScript {
      hostClass.push(on: self)
      if rawGet(-1, name) == .function, let function = identity(-1) { owners[function] = hostClass }
      top = base
    }
    var level: Int32 = 0
    while !owners.isEmpty, level < 200, lh_push_running(L, level) != 0 {
      if let function = identity(-1), let owner = owners[function] { return owner }
      pop()
      level += 1
    }
    return nil
  }

  /// Returns the place where the function at an index is defined, as `file:line`; nil if it is not a script's.
  public func definition(ofFunctionAt index: Int32) -> String? {
    lh_push_definition(L, index)
    defer { pop() }
    return lossyString(-1)
  }

  /// Returns the file of the function at an index; nil if it has none.
  func file(ofFunctionAt index: Int32) -> String? {
    lh_push_source(L, index)
    defer { pop() }
    guard let source = lossyString(-1), source.hasPrefix("@") else { return nil }
    return String(source.dropFirst())
  }
}

extension LuaState {
  /// Returns the place where a script's method of an object is defined; nil if there is none.
  public func definition(ofMethod name: String, of object: AnyObject) -> String? {
    guard let stack = try? stack, pushOverride(name, of: object, on: stack) else { return nil }
    defer { stack.pop(2) }
    return stack.definition(ofFunctionAt: -2)
  }

  /// Returns the place where a script class itself defines a method, superclasses excluded; nil if it does not.
  public func definition(ofClassMethod name: String, named className: String) -> String? {
    guard let stack = try? stack, let hostClass = hostClass(named: className), hostClass.isScript else { return nil }
    hostClass.push(on: stack)
    stack.rawGet(-1, name)
    defer { stack.pop(2) }
    return stack.kind(-1) == .function ? stack.definition(ofFunctionAt: -1) : nil
  }

  /// The files of the required modules and of the script classes' methods.
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
      guard let name = stack.string(-2), !Self.standardLibraries.contains(name) else { return }
      let path = ModuleLoader.path(ofModule: name)
      let places = templates.lazy.map { $0.joined(separator: path) }
      if let file = places.first(where: FileManager.default.fileExists) { files.insert(file) }
    }
    return files.sorted()
  }

  /// The modules of Lua itself (Lua manual section 6), which have no file.
  private static let standardLibraries: Set = [
    "_G", "coroutine", "debug", "io", "math", "os", "package", "string", "table", "utf8",
  ]

  /// Returns the search templates of modules, split where the name is inserted.
  private func moduleTemplates(_ stack: LuaStack) -> [[String]] {
    guard options.capabilities.contains(.files), stack.pushGlobal("package") == .table,
      stack.rawGet(-1, "path") == .string
    else { return moduleFolders.flatMap { [["\($0)/", ".lua"], ["\($0)/", "/init.lua"]] } }
    return (stack.lossyString(-1) ?? "").split(separator: ";").map {
      $0.split(separator: "?", omittingEmptySubsequences: false).map(String.init)
    }
  }
}
