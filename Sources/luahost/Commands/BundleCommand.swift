import AppSession
import ArgumentParser
import FoundationEssentials
import Glibc
import LuaScreens

/// `luahost bundle APP.lua -o NAME`: writes an app and the modules that it requires to one file.
struct BundleCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "bundle", abstract: "Bundle an app and the modules it requires into one executable file.",
    discussion: """
      Modules are found by their names in the scripts: require "a.b". A module that is not found is an error, unless \
      it is required inside pcall. Arguments after the program's name are passed to the app; put luahost's options in \
      LUAHOST_OPTIONS, or before the name: luahost run --state-dir DIR ./NAME. --help and --version as the first \
      argument print the texts of ui.Application { version = …, help = … }.
      """)

  @Argument(help: "The app's script.", completion: .file(extensions: ["lua"]))
  var script: String

  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file())
  var output: String

  @Flag(help: "Include luahost itself, so that the app runs where it is not installed.")
  var standalone = false

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Also include this module, file or folder; ui.resource and ui.Image find files by their paths relative to the script.",
      valueName: "name"), completion: .file())
  var include: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("Bundle without this module if it is not found.", valueName: "module"))
  var allowMissing: [String] = []

  func perform() throws {
    try AppOptions.check(script: script)
    try checkOutput()
    let bundler = try Bundler(script)
    bundler.excluded = output
    bundler.allowedMissing = Set(allowMissing)
    for name in include { try bundler.include(name) }
    let result = try bundler.make()
    if let source = bundler.readFiles.first(where: { Bundler.isSame($0, output) }) {
      throw UsageError("-o \(output) is \(source), which is part of the bundle; use another name")
    }
    let program = standalone ? try Standalone.program() : AppBundle.firstLine
    try OutputError.write(program + result.bundle.archive(offset: program.count), to: output, mode: 0o777)
    report(result)
  }

  /// Rejects an output path that cannot be written, before anything is read.
  private func checkOutput() throws {
    var isFolder = false
    if output.isEmpty || output == "-" || output.hasSuffix("/") {
      throw UsageError("-o: expected the name of the file to write, got \"\(output)\"")
    }
    if FileManager.default.fileExists(atPath: output, isDirectory: &isFolder), isFolder {
      throw UsageError("-o \(output) is a folder; name the file to write")
    }
    if Bundler.isSame(script, output) { throw UsageError("-o \(output) is the app's script; use another name") }
  }

  /// Reports the contents of the bundle, on standard error if the bundle itself is written to standard output.
  private func report(_ result: Bundler.Result) {
    var lines: [String] = []
    let files = result.bundle.files.sorted { $0.key < $1.key }
    let width = files.map { String($0.value.count).count }.max() ?? 0
    for file in files {
      let size = String(file.value.count)
      lines.append(String(repeating: " ", count: 2 + width - size.count) + size + "  " + file.key)
    }
    let identity = result.bundle.identity
    let name = [identity.identifier, identity.version].compactMap { $0 }.joined(separator: " ")
    lines.append("\(output)\(name.isEmpty ? "" : ": \(name)"), \(files.count) \(files.count == 1 ? "file" : "files")")
    for module in result.needed {
      let package = module == "luv" ? " (Debian: lua-luv)" : ""
      lines.append("required on the machine that runs it: \(module)\(package)")
    }
    let text = lines.joined(separator: "\n")
    if Bundler.isSame(output, "/dev/stdout") { printError(text) } else { print(text) }
    var notes = result.notes.map(Advice.message)
    if standalone, let libraries = Standalone.missingLibraries() { notes.append(libraries) }
    for note in notes { complain(note) }
  }
}
