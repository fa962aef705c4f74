import FoundationEssentials
import Glibc
import Interface
import LuaRuntime

// Running an app's script until it has created the application.
extension ScriptHost {
  /// Runs the script, checks that it returns its application, and defines the global `app`.
  ///
  /// - Throws: ``LuaError`` with file, line and traceback if the script fails or creates no application.
  func loadScript() throws {
    let stack = try lua.stack
    if configuration.source == nil {
      // The file may be a bundle.
      if configuration.bundle == nil { configuration.onScriptFile?(configuration.script) }
      bundle = try configuration.bundle ?? AppBundle(contentsOf: configuration.script)
    }
    if let bundle {
      lua.moduleFiles = bundle.files
    } else {
      lua.moduleFolders = scriptFolders
    }
    try context.log.phase("run the script") {
      try lua.calling(LuaCallback(configuration.script)) { try runScript(on: stack) }
    }
    defer { stack.pop() }
    guard let application = scriptApplication, stack.object(-1) === application || stack.isNil(-1) else {
      throw LuaError.usage(
        "\(configuration.script): expected a script that returns ui.Application { identifier = … }; this one returned \(stack.describeKind(-1))"
      )
    }
    applicationReference = try lua.reference(to: application)
    if let version = configuration.version { application.version = version }
    guard !application.identifier.isEmpty else {
      stack.push(object: application)
      defer { stack.pop() }
      let near = nearestName(to: "identifier", among: stack.memberNames(-1).filter { $0 != "identifier" })
      throw LuaError.usage(
        "\(applicationPlace ?? configuration.script): the application needs an identifier\(near.map { ", but has '\($0)'" } ?? ""): ui.Application { identifier = \"org.example.app\" }"
      )
    }
    // For the prompt and for tests, unless the script has a global with this name.
    if stack.pushGlobal("app") == .nil {
      stack.push(object: application)
      stack.setGlobal("app")
    }
    stack.pop()
  }

  /// Sets `arg`, loads the script, and calls it with its arguments. Pushes its result.
  private func runScript(on stack: LuaStack) throws {
    stack.createTable()
    stack.push(configuration.script)
    stack.rawSet(-2, 0)
    for (index, argument) in configuration.arguments.enumerated() {
      argument.push(on: stack)
      stack.rawSet(-2, Int64(index + 1))
    }
    stack.setGlobal("arg")
    if let source = configuration.source {
      try lua.load(Array(source.utf8), name: configuration.script, on: stack)
    } else if let bundle {
      try lua.load(bundle.file(bundle.script) ?? [], name: bundle.script, on: stack)
    } else {
      try lua.load(file: configuration.script, on: stack)
    }
    for argument in configuration.arguments { argument.push(on: stack) }
    try stack.call(arguments: Int32(configuration.arguments.count), results: 1)
  }

  /// The script's folder; and if the script is a link, such as in a folder of programs, that of the file that it leads to.
  var scriptFolders: [String] { Self.folders(ofScript: configuration.script) }

  /// Returns the folders in which the modules and resources of a script are searched for, in this order.
  package static func folders(ofScript script: String) -> [String] {
    let folder = script.deletingLastPathComponent
    let own = folder.isEmpty ? "." : folder
    guard FileStatus.isSymbolicLink(script),
      let real = ScriptFile.resolved(script)?.deletingLastPathComponent, real != ScriptFile.resolved(own)
    else { return [own] }
    return [own, real]
  }

  /// Returns the identifier of a script's app, or of its bundle. The script is not trusted: it runs in the sandbox, and
  /// only until it creates its application.
  ///
  /// - Throws: ``LuaError`` if the script fails before that.
  public static func identifier(
    ofScript script: String, arguments: [LuaBytes], memoryLimit: Int?
  ) throws -> String {
    let bundle = try AppBundle(contentsOf: script)
    if let identifier = bundle?.identity.identifier { return identifier }
    var configuration = Configuration(script: script, arguments: arguments)
    configuration.bundle = bundle
    configuration.lua.capabilities = []
    configuration.lua.memoryLimit = memoryLimit ?? 64 << 20
    var identifier: String?
    configuration.onIdentifier = { identifier = $0 }
    do {
      return try ScriptHost(configuration, onPrint: { _ in }).application.identifier
    } catch {
      guard let identifier else { throw error }
      return identifier
    }
  }
}
