import FoundationEssentials
import Interface
import LuaRuntime

/// A recording as a test file.
struct RecordedTest {
  /// The file of the test.
  let file: String
  /// The app's script.
  let script: String
  let size: Size
  let isSandboxed: Bool
  /// The file with the state that the recording began with; nil for a fresh launch.
  let archive: String?
  var notes: [String] = []
  var steps: [RecordedStep] = []

  /// The beginning of each recorded file, by which it may be replaced.
  static let mark = "-- Recorded by luahost."

  var text: String {
    let name = URL(fileURLWithPath: file).lastPathComponent.replacing(#/(\.test)?\.lua$/#, with: "")
    var lines = [Self.mark]
    lines += notes.map { "-- \($0)" }
    lines += [
      "local test = require \"luahost.test\"", "",
      "test.case(\("\(name) works as recorded".asLua), function(t)",
      "  local app = t:launch\(launchArguments)",
    ]
    for step in mergedSteps {
      lines += step.lines.map { "  \($0)" }
      if step.endsParagraph { lines.append("") }
    }
    while lines.last == "" { lines.removeLast() }
    return (lines + ["end)"]).joined(separator: "\n") + "\n"
  }

  /// The steps, with single keys joined to texts, and turns of the wheel to one.
  private var mergedSteps: [RecordedStep] {
    steps.reduce(into: []) { merged, step in
      guard let joined = merged.last?.joined(with: step) else { return merged.append(step) }
      merged[merged.count - 1] = joined
    }
  }

  private var launchArguments: String {
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    var options: [String] = []
    if size != Size(width: 80, height: 24) { options.append("size = { \(size.width), \(size.height) }") }
    if let archive {
      options.append("archive = \(Self.path(of: archive, from: folder).asLua)")
    }
    if isSandboxed { options.append("sandbox = true") }
    let path = Self.path(of: script, from: folder).asLua
    return options.isEmpty ? " \(path)" : "(\(path), { \(options.joined(separator: ", ")) })"
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
