import ArchiveStore
import FoundationEssentials
import Glibc
import LuaRuntime
import LuaScreens

/// Bundles an app with the modules that it requires. Scans its scripts for required modules, finds the modules as the
/// host would, and runs the script without access to files and processes to determine the app's identity.
@MainActor
public final class Bundler {
  /// The result of bundling.
  public struct Result {
    /// The bundle.
    public let bundle: AppBundle
    /// The modules that are not in the bundle and must be installed where it runs: C libraries.
    public let needed: [String]
    /// Notes for the user.
    public let notes: [BundlingNote]
  }

  private let script: String
  /// The folders of the script, in which files are searched for.
  private let folders: [String]
  private let lua: LuaState
  private let searchPath: [String]
  private let librarySearchPath: [String]

  private var files: [String: ArraySlice<UInt8>] = [:]
  /// The path from which each file was read, for messages.
  private var sources: [String: String] = [:]
  private var unread: [String] = []
  private var needed: Set<String> = []
  private var notes: [BundlingNote] = []
  private var missing: [BundlingError.Missing] = []
  private var provided: Set<String> = []
  private var literals: [(place: String, literal: RequiredModules.Literal)] = []
  private var size = 0

  /// A file to exclude from included folders: the bundle to be written.
  public var excluded: String?
  /// Modules that may be missing.
  public var allowedMissing: Set<String> = []

  /// Creates a bundler for a script's app.
  ///
  /// - Throws: ``BundlingError`` if the script is a bundle; ``LuaError`` if it cannot be read.
  public init(_ script: String) throws {
    self.script = script
    folders = ScriptHost.folders(ofScript: script)
    lua = try LuaState()
    if try AppBundle(contentsOf: script) != nil { throw BundlingError.isBundle(script) }
    searchPath = try lua.packagePath("path")
    librarySearchPath = try lua.packagePath("cpath")
    try addScript()
  }

  private var scriptName: String { script.lastPathComponent }

  private func addScript() throws {
    try lua.withStack { try lua.load(file: script, on: $0) }
    try add(script, as: scriptName)
  }

  // MARK: Files

  /// The paths of the files read so far.
  public var readFiles: [String] { Array(sources.values) }

  /// Adds a file, a folder with its contents, or a module.
  ///
  /// - Throws: ``BundlingError`` if nothing has this name.
  public func include(_ name: String) throws {
    guard !name.isEmpty else { throw BundlingError.noSuchFile(name, searched: []) }
    let candidates = [name] + folders.map { "\($0)/\(name)" }
    var isFolder = false
    for path in candidates where FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
      isFolder ? try addFolder(path, as: try self.name(of: path)) : try add(path, as: try self.name(of: path))
      return
    }
    if try addModule(name) { return }
    throw BundlingError.noSuchFile(name, searched: candidates + places(of: name))
  }

  /// Adds the contents of a folder, following symbolic links and skipping hidden files.
  ///
  /// - Parameter outer: the enclosing folders.
  private func addFolder(_ path: String, as base: String, in outer: [String] = []) throws {
    let folder = Self.resolved(path)
    // A link to an enclosing folder would recurse forever.
    guard !outer.contains(folder) else { return }
    guard let entries = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw BundlingError.cannotRead(path, "check its permissions")
    }
    for entry in entries.sorted() where !entry.hasPrefix(".") {
      let file = "\(path)/\(entry)"
      let name = base.isEmpty ? entry : "\(base)/\(entry)"
      var isFolder = false
      guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) else {
        let isLink = FileStatus.isSymbolicLink(file)
        throw BundlingError.cannotRead(
          file, isLink ? "it is a symbolic link whose target does not exist" : "its name is not UTF-8; rename it")
      }
      if let excluded, Self.isSame(file, excluded) { continue }
      isFolder ? try addFolder(file, as: name, in: outer + [folder]) : try add(file, as: name)
    }
  }

  /// Returns the path in the bundle: relative to a folder of the script, or the last component for a file elsewhere.
  private func name(of path: String) throws -> String {
    let file = Self.absolute(path)
    for own in folders.map(Self.resolved) {
      if file == own { return "" }
      if file.hasPrefix(own + "/") { return String(file.dropFirst(own.count + 1)) }
    }
    return file.lastPathComponent
  }

  private func add(_ path: String, as name: String) throws {
    if let source = sources[name] {
      guard Self.isSame(source, path) else { throw BundlingError.sameName(name, source, path) }
      return
    }
    guard !name.hasPrefix(AppBundle.reservedFolder), name.utf8.count < 0xffff else { throw BundlingError.badName(name) }
    guard let status = FileStatus(path), status.isRegular else {
      throw BundlingError.cannotRead(path, "it is not a regular file")
    }
    size += status.size
    guard size <= AppBundle.maximumSize, files.count < 0xfff0 else { throw BundlingError.tooLarge }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw BundlingError.cannotRead(path, "check its permissions")
    }
    files[name] = Array(data)[...]
    sources[name] = path
    if name == scriptName || name.hasSuffix(".lua") { unread.append(name) }
  }

  // MARK: Modules

  /// The modules that the host provides, or opens from its installation.
  private static let hostModules: Set = [
    "luahost", "luahost.test", "_G", "coroutine", "debug", "io", "math", "os", "package", "string", "table", "utf8",
  ]

  private func places(of module: String) -> [String] {
    let file = module.replacing(".", with: "/")
    let own = folders.flatMap { folder in AppBundle.modulePaths(of: module).map { "\(folder)/\($0)" } }
    return own + searchPath.map { $0.replacing("?", with: file) }.filter { !own.contains($0) }
  }

  /// Adds a module if it exists, or records that a library is needed. Returns whether either was possible.
  private func addModule(_ name: String) throws -> Bool {
    if Self.hostModules.contains(name) { return true }
    if name == "luv" {
      needed.insert(name)
      return true
    }
    for folder in folders {
      for path in AppBundle.modulePaths(of: name) where Self.isFile("\(folder)/\(path)") {
        try add("\(folder)/\(path)", as: path)
        return true
      }
    }
    // Included from another folder.
    if AppBundle.modulePaths(of: name).contains(where: { files[$0] != nil }) { return true }
    let file = name.replacing(".", with: "/")
    for template in searchPath {
      let path = template.replacing("?", with: file)
      guard Self.isFile(path) else { continue }
      let own = AppBundle.modulePaths(of: name)
      guard own.count == 2 else { return false }
      try add(path, as: own[template.hasSuffix("/init.lua") ? 1 : 0])
      return true
    }
    // A library may contain several modules; it then has the name of their first component.
    let root = name.split(separator: ".").first.map(String.init) ?? name
    for template in librarySearchPath {
      for file in [file, root] where Self.isFile(template.replacing("?", with: file)) {
        needed.insert(name)
        return true
      }
    }
    return false
  }

  private func readRequirements() throws {
    while !unread.isEmpty {
      let name = unread.removeFirst()
      guard let source = files[name], let path = sources[name] else { continue }
      if source.starts(with: [0x1b, 0x4c, 0x75, 0x61]) {
        notes.append(.precompiled(path))
        continue
      }
      try lua.withStack { try lua.load(source, name: path, on: $0) }
      let required = RequiredModules(of: source)
      provided.formUnion(required.provided)
      literals += required.literals.map { ("\(path):\($0.line)", $0) }
      for line in required.computedLines {
        notes.append(.computed(place: "\(path):\(line)"))
      }
      for line in required.renamedLines {
        notes.append(.renamed(place: "\(path):\(line)"))
      }
      for requirement in required.requirements where try !addModule(requirement.name) {
        missing.append(
          BundlingError.Missing(
            module: requirement.name, place: "\(path):\(requirement.line)", isOptional: requirement.isOptional,
            searched: places(of: requirement.name)))
      }
    }
  }

  // MARK: The bundle

  /// Creates the bundle with all included files and required modules.
  ///
  /// - Throws: ``BundlingError`` if a required module does not exist; ``LuaError`` if a script has a syntax error.
  public func make() throws -> Result {
    try readRequirements()
    let open = missing.filter { !provided.contains($0.module) && !allowedMissing.contains($0.module) }
    let fatal = open.filter { !$0.isOptional }
    guard fatal.isEmpty else { throw BundlingError.missing(fatal) }
    for missing in open {
      notes.append(.absent(module: missing.module, place: missing.place))
    }
    noteForgottenFiles()
    let bundle = AppBundle(script: scriptName, identity: identity(), files: files)
    return Result(bundle: bundle, needed: needed.sorted(), notes: notes)
  }

  /// Determines the app's identity without launching the app.
  private func identity() -> AppIdentity {
    var configuration = ScriptHost.Configuration(script: script)
    configuration.bundle = AppBundle(script: scriptName, identity: AppIdentity(), files: files)
    let (identity, failure) = ScriptHost.identity(of: configuration, without: needed.sorted() + allowedMissing.sorted())
    if identity.identifier == nil, let failure {
      notes.append(.unknownIdentity(reason: (failure as? LuaError)?.message ?? "\(failure)"))
    }
    return identity
  }

  /// Adds notes about strings in scripts that are names of files next to them, if the file is not in the bundle or
  /// would be searched for elsewhere.
  private func noteForgottenFiles() {
    var noted: Set<String> = []
    for (place, literal) in literals where literal.text.utf8.count < 256 {
      guard literal.opener != nil || literal.text.contains("."), let path = AppBundle.normalized(literal.text),
        !path.isEmpty, folders.contains(where: { Self.isFile("\($0)/\(path)") }),
        literal.opener != nil || files[path] == nil,
        noted.insert((literal.opener ?? "") + path).inserted
      else { continue }
      notes.append(
        literal.opener.map { .opensBesideScript(file: path, opener: $0, place: place) }
          ?? .omitted(file: path, place: place))
    }
  }

  // MARK: Paths

  private static func isFile(_ path: String) -> Bool { FileStatus(path)?.isRegular == true }

  /// Whether two paths refer to the same file.
  public nonisolated static func isSame(_ first: String, _ second: String) -> Bool {
    var statuses = (stat(), stat())
    return stat(first, &statuses.0) == 0 && stat(second, &statuses.1) == 0 && statuses.0.st_ino == statuses.1.st_ino
      && statuses.0.st_dev == statuses.1.st_dev
  }

  private static func resolved(_ path: String) -> String { ScriptFile.resolved(path) ?? path }

  /// Returns an absolute path with the symbolic links of its folder resolved.
  private static func absolute(_ path: String) -> String {
    let url = FileContents.url(path).standardizedFileURL
    if FileManager.default.hasFolder(atPath: path) { return resolved(path) }
    return resolved(url.deletingLastPathComponent().path) + "/" + url.lastPathComponent
  }
}

extension LuaState {
  /// Returns the templates of a search path of `package`.
  fileprivate func packagePath(_ name: String) throws -> [String] {
    try withStack { stack in
      stack.pushGlobal("package")
      stack.rawGet(-1, name)
      return (stack.lossyString(-1) ?? "").split(separator: ";").map(String.init)
    }
  }
}
