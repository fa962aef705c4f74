import CLua

/// Finds what scripts `require`: first what Swift preloaded, then files in the given folders, then, outside the sandbox,
/// along `package.path` and `package.cpath`.
struct ModuleLoader {
  /// Where modules are looked for: `NAME.lua` and `NAME/init.lua`.
  var folders: [String] = []
  /// What is being loaded, outermost first.
  var loading: [String] = []
  /// How a path is shown in messages.
  var displayName: (String) -> String = { $0 }
}

extension LuaState {
  /// The folders in which `require` looks first; in the sandbox, the only ones.
  public var moduleFolders: [String] {
    get { loader.folders }
    set { loader.folders = newValue }
  }

  /// `require(name)`: pushes the module (Lua manual, section 6.3), loading it the first time.
  func require(_ stack: LuaStack) throws -> Int32 {
    let name = try stack.checkString(1, "the module's name")
    stack.pushRegistryTable("_LOADED")
    let loaded = stack.top
    if stack.rawGet(loaded, name) != .nil { return 1 }
    stack.pop()
    if loader.loading.contains(name) {
      throw LuaError.usage(
        "module '\(name)' is required in a circle: \((loader.loading + [name]).joined(separator: " > "))")
    }
    var tried: [String] = []
    guard try pushLoader(of: name, on: stack, tried: &tried) else {
      throw LuaError.usage("module '\(name)' not found; looked for: \(tried.joined(separator: ", "))")
    }
    loader.loading.append(name)
    defer { loader.loading.removeLast() }
    let result = stack.top
    try stack.call(arguments: 2, results: 1)
    _ = result
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
  private func pushLoader(of name: String, on stack: LuaStack, tried: inout [String]) throws -> Bool {
    stack.pushRegistryTable("_PRELOAD")
    if stack.rawGet(-1, name) == .function {
      lua_rotate(stack.L, -2, -1)
      stack.pop()
      stack.push(name)
      stack.push(":preload:")
      return true
    }
    stack.pop(2)
    for path in candidates(for: name, stack) {
      guard isReachable(path) else {
        tried.append(path)
        continue
      }
      try load(file: path, name: loader.displayName(path), on: stack)
      stack.push(name)
      stack.push(path)
      return true
    }
    return options.isSandboxed ? false : try pushNativeLoader(of: name, on: stack, tried: &tried)
  }

  private func candidates(for name: String, _ stack: LuaStack) -> [String] {
    let file = name.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "/")
    var paths = loader.folders.flatMap { ["\($0)/\(file).lua", "\($0)/\(file)/init.lua"] }
    if !options.isSandboxed, let templates = packageField("path", stack) {
      paths += templates.split(separator: ";").map {
        $0.split(separator: "?", omittingEmptySubsequences: false).joined(separator: file)
      }
    }
    return paths
  }

  /// Whether the file exists and, in the sandbox, stands inside one of the folders with links followed.
  private func isReachable(_ path: String) -> Bool {
    guard let real = ScriptFile.resolved(path) else { return false }
    guard options.isSandboxed else { return true }
    return loader.folders.contains { folder in
      ScriptFile.resolved(folder).map { real.hasPrefix($0 == "/" ? "/" : $0 + "/") } ?? false
    }
  }

  private func packageField(_ field: String, _ stack: LuaStack) -> String? {
    stack.pushRegistryTable("_LOADED")
    defer { stack.pop() }
    guard stack.rawGet(-1, "package") == .table else {
      stack.pop()
      return nil
    }
    defer { stack.pop(2) }
    stack.rawGet(-1, field)
    return stack.string(-1)
  }

  /// A library of C functions along `package.cpath`, loaded by Lua's own searcher.
  private func pushNativeLoader(of name: String, on stack: LuaStack, tried: inout [String]) throws -> Bool {
    guard let nativeSearcher else { return false }
    stack.push(nativeSearcher)
    stack.push(name)
    try stack.call(arguments: 1, results: 2)
    if stack.kind(-2) == .function {
      stack.push(name)
      lua_rotate(stack.L, -2, 1)
      return true
    }
    stack.pop(2)
    if let templates = packageField("cpath", stack) { tried.append(templates) }
    return false
  }
}
