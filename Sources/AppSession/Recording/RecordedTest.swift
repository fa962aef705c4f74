import FoundationEssentials
import Interface
import Loop
import LuaRuntime
import StateRestoration

/// A recording as a test file.
package struct RecordedTest {
  /// The file of the test.
  private(set) var file: String
  /// The app's script.
  let script: String
  let size: Size
  let isSandboxed: Bool
  /// The file with the state that the recording began with; nil for a fresh launch.
  var archive: String?
  /// The contents of the files with states beside the test, by path.
  var states: [String: [UInt8]] = [:]
  /// The error that has left the launched app without a screen. The test ends there, as nothing can be done in the app.
  var launchFailure: String?
  /// The script's arguments.
  var arguments: [[UInt8]] = []
  var steps: [RecordedStep] = []
  /// The results of the programs that had the terminal, by case.
  var programs: [[ProcessEnd]] = [[]]

  /// Returns the expression that launches an app in a test.
  ///
  /// - Parameter options: further options, such as `size = { 60, 20 }`.
  package static func launch(
    _ script: String, options: [String] = [], isSandboxed: Bool, arguments: [[UInt8]]
  ) -> String {
    var options = options
    if isSandboxed { options.append("sandbox = true") }
    if !arguments.isEmpty {
      options.append("arguments = { \(arguments.map(String.luaLiteral).joined(separator: ", ")) }")
    }
    let path = script.asLua
    return "t:launch" + (options.isEmpty ? " \(path)" : "(\(path), { \(options.joined(separator: ", ")) })")
  }

  /// Returns the file beside a test for a state from which it starts.
  ///
  /// - Parameter number: the save of the recording session that is kept; nil for the state at the beginning.
  static func stateFile(of file: String, number: SaveNumber? = nil) -> String {
    stem(of: file) + (number.map { ".save\($0)" } ?? "") + ".state.json"
  }

  private static func stem(of file: String) -> String { file.replacing(#/(\.test)?\.lua$/#, with: "") }

  /// Gives it another file, and with it the states beside it.
  mutating func move(to file: String) {
    let (former, stem) = (Self.stem(of: self.file), Self.stem(of: file))
    func moved(_ state: String) -> String { stem + state.dropFirst(former.count) }
    archive = archive.map(moved)
    states = Dictionary(uniqueKeysWithValues: states.map { (moved($0), $1) })
    steps = steps.map { step in
      if case .launch(let archive, let size) = step { .launch(archive: moved(archive), size: size) } else { step }
    }
    self.file = file
  }

  /// The beginning of each recorded file, by which it may be replaced.
  static let mark = "-- Recorded by luahost."

  var text: String {
    let name = Self.stem(of: URL(fileURLWithPath: file).lastPathComponent)
    var lines = [Self.mark]
    lines += ["local test = require \"luahost.test\"", ""]
    var count = 0
    func begin(_ size: Size, _ archive: String?) {
      count += 1
      let title = "\(name) works as recorded\(count == 1 ? "" : ", part \(count)")"
      lines.append("test.case(\(title.asLua), function(t)")
      let programs = programs[count - 1]
      if !programs.isEmpty {
        lines.append("  -- The results of the programs that had the terminal.")
        lines.append("  local results = { \(programs.map(Self.literal).joined(separator: ", ")) }")
      }
      let launch = launch(size, archive, hasPrograms: !programs.isEmpty)
      if count == 1, let launchFailure {
        lines.append("  t:expect(function() \(launch) end):fails \(launchFailure.asLua)")
      } else {
        lines.append("  local app = \(launch)")
      }
    }
    func end() {
      while lines.last == "" { lines.removeLast() }
      lines.append("end)")
    }
    begin(size, archive)
    for step in mergedSteps {
      if case .launch(let archive, let size) = step {
        end()
        lines.append("")
        begin(size, archive)
        continue
      }
      if count == 1, launchFailure != nil { continue }
      lines += step.lines.map { "  \($0)" }
      if step.endsParagraph { lines.append("") }
    }
    end()
    return lines.joined(separator: "\n") + "\n"
  }

  /// The steps, with single keys joined to texts, and turns of the wheel to one, and without resizes to the same size.
  private var mergedSteps: [RecordedStep] {
    neededSteps.reduce(into: []) { merged, step in
      if let joined = merged.last?.joined(with: step) { merged[merged.count - 1] = joined } else { merged.append(step) }
      if case .resize(let size) = step, size == lastSize(in: merged.dropLast()) { merged.removeLast() }
    }
  }

  /// Returns the size of the screen after some steps.
  private func lastSize(in steps: some BidirectionalCollection<RecordedStep>) -> Size {
    for step in steps.reversed() {
      switch step {
      case .resize(let size), .launch(_, let size): return size
      default: continue
      }
    }
    return size
  }

  /// The steps without the lines whose values no other line uses.
  private var neededSteps: [RecordedStep] {
    var needed: [RecordedStep] = []
    var isValueNeeded = false
    for step in steps.reversed() where isValueNeeded || !step.isLook {
      if step.isLook { isValueNeeded = false }
      if step.usesLastValue { isValueNeeded = true }
      needed.append(step)
    }
    return needed.reversed()
  }

  private static func literal(_ end: ProcessEnd) -> String {
    end.signal.map { "{ signal = \($0) }" } ?? "\(end.status ?? 0)"
  }

  private func launch(_ size: Size, _ archive: String?, hasPrograms: Bool) -> String {
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    var options: [String] = []
    if size != Size(width: 80, height: 24) { options.append("size = { \(size.width), \(size.height) }") }
    if let archive { options.append("archive = \(Self.path(of: archive, from: folder).asLua)") }
    if hasPrograms { options.append("terminal = function() return table.remove(results, 1) end") }
    return Self.launch(
      Self.path(of: script, from: folder), options: options, isSandboxed: isSandboxed, arguments: arguments)
  }

  /// Returns the path of a file relative to a folder.
  private static func path(of file: String, from folder: URL) -> String {
    let components = URL(fileURLWithPath: file).resolvingFolder.pathComponents
    let base = folder.appendingPathComponent("x").resolvingFolder.deletingLastPathComponent().pathComponents
    var common = 0
    while common < min(base.count, components.count - 1), base[common] == components[common] { common += 1 }
    return (Array(repeating: "..", count: base.count - common) + components[common...]).joined(separator: "/")
  }
}

extension URL {
  /// The file in its folder's real place; the file itself may be a link, or missing.
  fileprivate var resolvingFolder: URL {
    deletingLastPathComponent().resolvingSymlinksInPath().standardizedFileURL.appendingPathComponent(lastPathComponent)
  }
}
