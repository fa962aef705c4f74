import AppSession
import ArchiveStore
import FoundationEssentials
import Glibc
import Interface
import LuaRuntime
import Processes
import StateRestoration
import Terminal

/// Facts about this machine: the terminal, optional programs, and the space for saved states.
struct Surroundings: Sendable {
  /// One fact.
  struct Item: Sendable, Equatable {
    /// The group of facts to which it belongs.
    let area: String
    /// The name of the fact.
    let name: String
    /// The value.
    let value: String
    /// The consequence of a missing requirement and its remedy; nil if nothing is missing.
    var advice: String?
    /// Whether apps cannot work as intended without it; false for an optional feature.
    var isEssential = false
  }

  /// The facts, in groups.
  let items: [Item]

  /// Whether nothing essential is missing.
  var isComplete: Bool { !items.contains { $0.isEssential && $0.advice != nil } }

  /// Inspects the surroundings of this process.
  ///
  /// - Parameter stateDirectory: the folder for the state of an app; nil for the standard one of all apps.
  @MainActor
  init(stateDirectory: String?) {
    let environment = ProcessInfo.processInfo.environment
    items =
      Self.versions() + Self.terminal(environment) + Self.parts()
      + Self.state(stateDirectory ?? StateDirectory.home(environment) + "/luahost")
  }

  /// A block of lines for each group; advice follows its fact.
  var text: String {
    let column = (items.map(\.name.count).max() ?? 0) + 2
    var lines: [String] = []
    var area = ""
    for item in items {
      if item.area != area { lines += (lines.isEmpty ? [] : [""]) + [item.area] }
      area = item.area
      lines.append("  \(item.name.padded(to: column))\(item.value)")
      if let advice = item.advice { lines.append("  \(String(repeating: " ", count: column))\(advice)") }
    }
    return lines.joined(separator: "\n")
  }

  /// The facts as a list of JSON objects.
  var table: StateValue {
    .list(
      items.map { item in
        .table([
          ("area", .string(item.area)), ("name", .string(item.name)), ("value", .string(item.value)),
          ("ok", .boolean(item.advice == nil)), ("advice", item.advice.map { .string($0) }),
        ])
      })
  }

  // MARK: Facts

  @MainActor
  private static func versions() -> [Item] {
    let lua = (try? LuaState())?.globalText("_VERSION") ?? "unknown"
    return [
      Item(area: "versions", name: "luahost", value: Luahost.version),
      Item(area: "versions", name: "Lua", value: lua.replacing("Lua ", with: "")),
      Item(area: "versions", name: "system", value: ProcessInfo.processInfo.operatingSystemVersionString),
    ]
  }

  @MainActor
  private static func terminal(_ environment: [String: String]) -> [Item] {
    let name = environment["TERM"] ?? ""
    let isUsable = !name.isEmpty && name != "dumb"
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
    let isASCII = GlyphSet(environment: environment) == .ascii
    let area = "terminal"
    var items = [
      Item(
        area: area, name: "TERM", value: name.isEmpty ? "not set" : name,
        advice: isUsable ? nil : "apps run full screen only in a terminal; use --plain or --headless here"),
      Item(
        area: area, name: "size", value: size().map { "\($0.columns)x\($0.rows)" } ?? "not a terminal"),
      Item(area: area, name: "colours", value: isUsable ? colours(environment) : "none"),
      Item(
        area: area, name: "locale", value: locale ?? "not set; UTF-8 is assumed",
        advice: isASCII ? "apps show ASCII only; set LANG to a locale such as C.UTF-8" : nil),
      Item(
        area: area, name: "mouse", value: isUsable ? (name == "linux" ? "no" : "yes (SGR 1006)") : "no"),
    ]
    items.append(clipboard(name, environment))
    return items + protocols()
  }

  /// Returns the protocols of the terminal, which is asked if there is one.
  @MainActor
  private static func protocols() -> [Item] {
    let area = "terminal protocols"
    guard let device = try? TerminalDevice.standard(), let survey = try? TerminalSurvey(device) else {
      return [Item(area: area, name: "protocols", value: "not asked; standard input or output is not a terminal")]
    }
    return [Item(area: area, name: "terminal", value: survey.terminal ?? "gives no name")]
      + survey.entries.map { entry in
        Item(area: area, name: entry.name, value: entry.isUsed.map { $0 ? "yes" : "no" } ?? "no answer")
      }
  }

  private static func size() -> (columns: Int, rows: Int)? {
    var size = winsize()
    for descriptor in [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO]
    where ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 {
      return (Int(size.ws_col), Int(size.ws_row))
    }
    return nil
  }

  private static func colours(_ environment: [String: String]) -> String {
    switch ColorDepth(environment: environment) {
    case .none: environment["NO_COLOR"]?.isEmpty == false ? "none (NO_COLOR is set)" : "none"
    case .basic: "16"
    case .palette: "256"
    case .full: "16 million"
    }
  }

  @MainActor
  private static func clipboard(_ name: String, _ environment: [String: String]) -> Item {
    var item = Item(area: "terminal", name: "clipboard", value: "OSC 52, if the terminal allows it")
    if name.isEmpty || name == "dumb" || name == "linux" {
      item = Item(area: "terminal", name: "clipboard", value: "inside of the app only")
    } else if environment["TMUX"] != nil {
      let option = output(of: "tmux", "show-options", "-gv", "set-clipboard")
      item = Item(area: "terminal", name: "clipboard", value: "through tmux, set-clipboard \(option ?? "unknown")")
      if let option, option != "on" {
        item.advice = "copied text does not reach the terminal; in ~/.tmux.conf: set -g set-clipboard on"
      }
    }
    return item
  }

  @MainActor
  private static func parts() -> [Item] {
    func part(_ name: String, _ value: String?, without advice: String) -> Item {
      Item(area: "optional parts", name: name, value: value ?? "not found", advice: value == nil ? advice : nil)
    }
    return [
      part("curl", ExternalProgram.path(of: "curl"), without: "ui.fetch needs it; Debian: apt install curl"),
      part(
        "rsvg-convert", ExternalProgram.path(of: "rsvg-convert"),
        without: "PNG snapshots need it; Debian: apt install librsvg2-bin"),
      part(
        "lua-luv", (try? LuaState())?.searchPath(ofLibrary: "luv"),
        without: "require \"luv\" needs it; Debian: apt install lua-luv"),
      part(
        "libfribidi", BidirectionalAlgorithm.isAvailable ? "installed" : nil,
        without: "without it, text from right to left is not ordered; Debian: apt install libfribidi0"),
    ] + pictureFormats()
  }

  private static func state(_ directory: String) -> [Item] {
    var folder = URL(fileURLWithPath: directory).standardizedFileURL
    while !FileManager.default.fileExists(atPath: folder.path), folder.path != "/" { folder.deleteLastPathComponent() }
    let isFolder = FileManager.default.hasFolder(atPath: folder.path)
    let isWritable = access(folder.path, W_OK) == 0
    let megabytes = FreeSpace.bytes(at: folder.path).map { $0 >> 20 }
    return [
      Item(
        area: "saved states", name: "folder", value: directory,
        advice: isFolder && isWritable
          ? nil
          : "\(folder.path) is \(isFolder ? "not writable" : "no folder"), so no state can be saved; use --state-dir",
        isEssential: true),
      Item(
        area: "saved states", name: "free space", value: megabytes.map { "\($0) MiB" } ?? "unknown",
        advice: megabytes.map { $0 < 64 } == true ? "saving will fail soon; free some space" : nil, isEssential: true),
    ]
  }

  /// Returns the first line that a program prints; nil if it fails.
  @MainActor
  private static func output(of command: String...) -> String? {
    let result = ExternalProgram.run(Command(command.map { Array($0.utf8) }))
    guard result.status == 0 else { return nil }
    return String(decoding: result.output, as: UTF8.self).split(separator: "\n").first.map(String.init)
  }
}

extension LuaState {
  /// Returns a global variable that is a text.
  fileprivate func globalText(_ name: String) -> String? {
    (try? withStack { $0.pushGlobal(name) == .string ? $0.string(-1) : nil }) ?? nil
  }

  /// Returns the file of a C library that `require` would load; nil if there is none.
  fileprivate func searchPath(ofLibrary name: String) -> String? {
    (try? withStack { stack in
      guard stack.pushGlobal("package") == .table, stack.rawGet(-1, "cpath") == .string else { return nil }
      return (stack.string(-1) ?? "").split(separator: ";").map { String($0).replacing("?", with: name) }
        .first { FileManager.default.fileExists(atPath: $0) }
    }) ?? nil
  }
}
