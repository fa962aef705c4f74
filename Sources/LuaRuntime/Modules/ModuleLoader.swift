import CLua

/// Finds what scripts `require`. With the capability for files that is Lua's own `package`, with the script's folder first
/// on its path. Without, as in the sandbox, it is what Swift preloaded, then the script's own folder, and no more.
struct ModuleLoader {
  /// Where modules are looked for: `NAME.lua` and `NAME/init.lua`.
  var folders: [String] = []
  /// Files that stand before all folders, by their paths.
  var files: [String: ArraySlice<UInt8>] = [:]
  /// What is being loaded without Lua's own `package`, outermost first.
  var loading: [String] = []
}

extension LuaState {
  /// The folders in which `require` looks first; without the capability for files, the only ones. Setting them with it puts
  /// them at the front of `package.path`.
  public var moduleFolders: [String] {
    get { loader.folders }
    set {
      loader.folders = newValue
      if options.capabilities.contains(.files) { addToPackage(newValue) }
    }
  }

  /// Files in memory in which `require` looks before any folder, by their paths: `a/b.lua` or `a/b/init.lua` for `a.b`.
  /// They are set before any script runs.
  public var moduleFiles: [String: ArraySlice<UInt8>] {
    get { loader.files }
    set {
      loader.files = newValue
      if options.capabilities.contains(.files) { addFilesToPackage() }
    }
  }

  /// Puts a searcher of the files behind that of what is preloaded. Who has a program's files in one place runs it in any folder:
  /// nothing is loaded from there.
  private func addFilesToPackage() {
    guard let stack = try? stack else { return }
    let base = stack.top
    defer { stack.top = base }
    guard stack.pushGlobal("package") == .table else { return }
    for name in ["path", "cpath"] {
      stack.rawGet(-1, name)
      let templates = (stack.lossyString(-1) ?? "").split(separator: ";").filter { $0.hasPrefix("/") }
      stack.pop()
      stack.push(templates.joined(separator: ";"))
      stack.rawSet(-2, name)
    }
    guard stack.rawGet(-1, "searchers") == .table else { return }
    let searchers = stack.top
    for index in stride(from: stack.rawLength(searchers), to: 1, by: -1) {
      stack.rawGet(searchers, Int64(index))
      stack.rawSet(searchers, Int64(index + 1))
    }
    push(function: "searcher", on: stack) { stack in
      let name = try stack.checkString(1, "the module's name")
      if let path = try stack.state.loadModuleFile(of: name, on: stack) {
        stack.push(path)
        return 2
      }
      stack.push(Self.filePaths(of: name).map { "no file '\($0)' in the bundle" }.joined(separator: "\n\t"))
      return 1
    }
    stack.rawSet(searchers, 2)
  }

  /// Pushes the function that loads a module from the files. Returns the path of its file; nil, and pushes nothing, if there
  /// is none.
  private func loadModuleFile(of name: String, on stack: LuaStack) throws -> String? {
    guard let path = Self.filePaths(of: name).first(where: { loader.files[$0] != nil }), let bytes = loader.files[path]
    else { return nil }
    try load(bytes, name: path, mayBePrecompiled: options.capabilities.contains(.nativeCode), on: stack)
    return path
  }

  /// The paths that a module may have among files.
  public nonisolated static func filePaths(of module: String) -> [String] {
    let file = module.split(whereSeparator: { $0 == "." || $0 == "/" }).joined(separator: "/")
    return file.isEmpty ? [] : ["\(file).lua", "\(file)/init.lua"]
  }

  func willLoad(_ path: String) {
    if loader.files[path] == nil { onScriptFile(path) }
  }

  func willRequire(_ module: String) { Self.paths(of: module, in: loader.folders).forEach(onScriptFile) }

  private func addToPackage(_ folders: [String]) {
    guard let stack = try? stack else { return }
    let base = stack.top
    defer { stack.top = base }
    guard stack.pushGlobal("package") == .table else { return }
    // To `package.path` these characters mean something else.
    let unnamable = folders.filter { $0.contains(";") || $0.contains("?") }
    let templates = folders.filter { !unnamable.contains($0) }.flatMap { ["\($0)/?.lua", "\($0)/?/init.lua"] }
    stack.rawGet(-1, "path")
    let path = stack.lossyString(-1) ?? ""
    stack.pop()
    stack.push((templates + [path]).joined(separator: ";"))
    stack.rawSet(-2, "path")
    guard !unnamable.isEmpty, stack.rawGet(-1, "searchers") == .table else { return }
    push(function: "searcher", on: stack) { stack in
      let name = try stack.checkString(1, "the module's name")
      let paths = Self.paths(of: name, in: unnamable)
      guard let path = paths.first(where: { ScriptFile.resolved($0) != nil }) else {
        stack.push(paths.map { "no file '\($0)'" }.joined(separator: "\n\t"))
        return 1
      }
      try stack.state.load(file: path, on: stack)
      stack.push(path)
      return 2
    }
    stack.rawSet(-2, Int64(stack.rawLength(-2) + 1))
  }

  private static func paths(of name: String, in folders: [String]) -> [String] {
    let file = name.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "/")
    return folders.flatMap { ["\($0)/\(file).lua", "\($0)/\(file)/init.lua"] }
  }

  // MARK: In the sandbox

  /// `require(name)`: pushes the module (Lua manual, section 6.3), loading it the first time.
  func requireInSandbox(_ stack: LuaStack) throws -> Int32 {
    let name = try stack.checkString(1, "the module's name")
    stack.pushRegistryTable("_LOADED")
    let loaded = stack.top
    if stack.rawGet(loaded, name) != .nil { return 1 }
    stack.pop()
    if loader.loading.contains(name) {
      throw LuaError.usage(
        "module '\(name)' is required in a circle: \((loader.loading + [name]).joined(separator: " > "))")
    }
    willRequire(name)
    try pushLoader(of: name, on: stack)
    loader.loading.append(name)
    defer { loader.loading.removeLast() }
    try stack.call(arguments: 2, results: 1)
    if stack.isNil(-1) {
      stack.pop()
      // The module may have put itself into package.loaded.
      if stack.rawGet(loaded, name) == .nil {
        stack.pop()
        stack.push(true)
      }
    }
    stack.pushValue(-1)
    stack.rawSet(loaded, name)
    return 1
  }

  /// Pushes the function that loads a module, and its two arguments.
  private func pushLoader(of name: String, on stack: LuaStack) throws {
    stack.pushRegistryTable("_PRELOAD")
    if stack.rawGet(-1, name) == .function {
      lua_rotate(stack.L, -2, -1)
      stack.pop()
      stack.push(name)
      stack.push(":preload:")
      return
    }
    stack.pop(2)
    if let path = try loadModuleFile(of: name, on: stack) {
      stack.push(name)
      stack.push(path)
      return
    }
    let paths =
      loader.files.isEmpty ? Self.paths(of: name, in: loader.folders) : Self.filePaths(of: name)
    guard let path = paths.first(where: isReachable) else {
      throw LuaError.usage("module '\(name)' not found; looked for: \(paths.joined(separator: ", "))")
    }
    try load(file: path, on: stack)
    stack.push(name)
    stack.push(path)
  }

  /// Whether the file exists and stands inside one of the folders with links followed.
  private func isReachable(_ path: String) -> Bool {
    guard let real = ScriptFile.resolved(path) else { return false }
    return loader.folders.contains { folder in
      ScriptFile.resolved(folder).map { real.hasPrefix($0 == "/" ? "/" : $0 + "/") } ?? false
    }
  }
}
