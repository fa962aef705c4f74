import CLua

/// Finds required modules. With the capability for files, Lua's own `package` does, with the script's folder first on
/// its path. Without it, as in the sandbox, only preloaded modules and the script's own folder are available.
struct ModuleLoader {
  /// The folders to search for `NAME.lua` and `NAME/init.lua`.
  var folders: [String] = []
  /// Files in memory that take precedence over all folders, by path.
  var files: [String: ArraySlice<UInt8>] = [:]
  /// The modules being loaded without Lua's own `package`, outermost first.
  var loading: [String] = []

  /// Returns the possible paths of a module in folders.
  static func paths(of name: String, in folders: [String]) -> [String] {
    let file = path(ofModule: name)
    return folders.flatMap { ["\($0)/\(file).lua", "\($0)/\(file)/init.lua"] }
  }

  /// Returns the path below a folder, without extension, at which a module is searched: `a/b` for `a.b`.
  static func path(ofModule name: String) -> String {
    let (dot, slash) = (UInt8(ascii: "."), UInt8(ascii: "/"))
    return String(decoding: name.utf8.map { $0 == dot ? slash : $0 }, as: UTF8.self)
  }

  /// Returns whether a file exists and is inside one of the folders after resolving symbolic links.
  func isReachable(_ path: String) -> Bool {
    guard let real = ScriptFile.resolved(path) else { return false }
    return folders.contains { folder in
      ScriptFile.resolved(folder).map { real.hasPrefix($0 == "/" ? "/" : $0 + "/") } ?? false
    }
  }
}

extension LuaState {
  /// The folders that `require` searches first; without the capability for files, the only ones. With it, setting them
  /// puts them at the front of `package.path`.
  public var moduleFolders: [String] {
    get { loader.folders }
    set {
      loader.folders = newValue
      if options.capabilities.contains(.files) { addToPackage(newValue) }
    }
  }

  /// Files in memory that `require` searches before any folder, by path: `a/b.lua` or `a/b/init.lua` for `a.b`. Set
  /// them before any script runs.
  public var moduleFiles: [String: ArraySlice<UInt8>] {
    get { loader.files }
    set {
      loader.files = newValue
      if options.capabilities.contains(.files) { addFilesToPackage() }
    }
  }

  /// Adds a searcher for the files after that for preloaded modules. A bundled program therefore runs in any folder
  /// without loading files from there.
  private func addFilesToPackage() {
    guard let stack = try? stack else { return }
    let base = stack.top
    defer { stack.top = base }
    guard stack.pushGlobal("package") == .table else { return }
    for name in ["path", "cpath"] {
      stack.rawGet(-1, name)
      let templates = (stack.lossyString(-1) ?? "").split(separator: ";").filter { $0.hasPrefix("/") }
      stack.pop()
      stack.setField(name, templates.joined(separator: ";"))
    }
    guard stack.rawGet(-1, "searchers") == .table else { return }
    let searchers = stack.top
    for index in stride(from: stack.rawLength(searchers), to: 1, by: -1) {
      stack.rawGet(searchers, Int64(index))
      stack.rawSet(searchers, Int64(index + 1))
    }
    pushFunction(on: stack) { stack in
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

  /// Pushes the function that loads a module from the files and returns the file's path; returns nil and pushes nothing
  /// if there is none.
  private func loadModuleFile(of name: String, on stack: LuaStack) throws -> String? {
    guard let path = Self.filePaths(of: name).first(where: { loader.files[$0] != nil }), let bytes = loader.files[path]
    else { return nil }
    try load(bytes, name: path, mayBePrecompiled: options.capabilities.contains(.nativeCode), on: stack)
    return path
  }

  /// Returns the possible paths of a module among the files.
  public nonisolated static func filePaths(of module: String) -> [String] {
    let file = module.split(whereSeparator: { $0 == "." || $0 == "/" }).joined(separator: "/")
    return file.isEmpty ? [] : ["\(file).lua", "\(file)/init.lua"]
  }

  /// Reports a file that is read as a script.
  package func willLoad(_ path: String) {
    if loader.files[path] == nil { onScriptFile(path) }
  }

  /// Reports a module before it is searched for.
  package func willRequire(_ module: String) {
    ModuleLoader.paths(of: module, in: loader.folders).forEach(onScriptFile)
  }

  private func addToPackage(_ folders: [String]) {
    guard let stack = try? stack else { return }
    let base = stack.top
    defer { stack.top = base }
    guard stack.pushGlobal("package") == .table else { return }
    // These characters have a special meaning in `package.path`.
    let unnamable = folders.filter { $0.contains(";") || $0.contains("?") }
    let templates = folders.filter { !unnamable.contains($0) }.flatMap { ["\($0)/?.lua", "\($0)/?/init.lua"] }
    stack.rawGet(-1, "path")
    let path = stack.lossyString(-1) ?? ""
    stack.pop()
    stack.setField("path", (templates + [path]).joined(separator: ";"))
    guard !unnamable.isEmpty, stack.rawGet(-1, "searchers") == .table else { return }
    pushFunction(on: stack) { stack in
      let name = try stack.checkString(1, "the module's name")
      let paths = ModuleLoader.paths(of: name, in: unnamable)
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
        "module '\(name)' requires itself: \((loader.loading + [name]).joined(separator: " > "))")
    }
    willRequire(name)
    try pushLoader(of: name, on: stack)
    loader.loading.append(name)
    defer { loader.loading.removeLast() }
    try stack.call(arguments: 2, results: 1)
    if stack.isNil(-1) {
      stack.pop()
      // The module may have set package.loaded itself.
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
      loader.files.isEmpty ? ModuleLoader.paths(of: name, in: loader.folders) : Self.filePaths(of: name)
    guard let path = paths.first(where: loader.isReachable) else {
      throw LuaError.usage("module '\(name)' not found; searched: \(paths.joined(separator: ", "))")
    }
    try load(file: path, on: stack)
    stack.push(name)
    stack.push(path)
  }
}
