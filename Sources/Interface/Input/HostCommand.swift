/// A command that the host offers in every app, defined once for its keys, the command palette, the help and `--plain`.
///
/// The object that can run the command supplies its action, as a ``KeyCommand`` or a ``KeyBinding``.
public struct HostCommand: Hashable, Sendable {
  /// The short name, for key hints.
  public let name: String
  /// The title in the command palette.
  public let title: String
  /// The command's keys; empty if it is only in the palette.
  public let keys: [KeyPress]
  /// The description of the keys in the help.
  public let keyTitle: String
  /// The line command for `--plain`; nil if there is none.
  public let line: Line?

  /// A command typed as a line.
  public struct Line: Hashable, Sendable {
    /// The keyword.
    public let word: String
    /// The description in the help of line commands.
    public let sentence: String
  }

  /// Creates a host command.
  public init(_ name: String, title: String, keys: [KeyPress] = [], keyTitle: String? = nil, line: Line? = nil) {
    self.name = name
    self.title = title
    self.keys = keys
    self.keyTitle = keyTitle ?? title
    self.line = line
  }

  /// The keys as displayed: `? F1`.
  public var keyNames: String { KeySet.keys(keys).description }
  /// The entry in the key help.
  public var help: KeyHelp { KeyHelp(keyNames, keyTitle) }
}

extension HostCommand {
  /// Shows the key help.
  public static let help = HostCommand(
    "help", title: "Show the key help", keys: [.character("?"), .function(1)], keyTitle: "This help",
    line: Line(word: "keys", sentence: "list the keys available here"))
  /// Shows the command palette.
  public static let commands = HostCommand(
    "commands", title: "Commands", keys: [.control("p")],
    line: Line(word: "commands", sentence: "list the commands available here, to choose by number"))
  /// Quits the app.
  public static let quit = HostCommand(
    "quit", title: "Quit", keys: [.control("q")], line: Line(word: "quit", sentence: "save the state and quit"))
  /// Suspends the process and returns to the shell.
  public static let suspend = HostCommand("suspend", title: "Suspend to the shell", keys: [.control("z")])
  /// Redraws the whole screen, after another program has written to it.
  public static let redraw = HostCommand("redraw", title: "Redraw the screen", keys: [.control("l")])
  /// Copies the selection; with no selection, pressing twice quits.
  public static let interrupt = HostCommand(
    "interrupt", title: "Copy the selection; with no selection, press twice to quit", keys: [.control("c")])
  /// Toggles the mouse between the app and the terminal.
  public static let mouse = HostCommand("mouse", title: "Mouse: app or terminal", keys: [.function(9)])
  /// Toggles the output of the app beside it.
  public static let console = HostCommand("console", title: "App output", keys: [.function(11)])
  /// Shows the saves, to return to one.
  public static let saves = HostCommand(
    "saves", title: "Saves", keys: [.function(10)], keyTitle: "Saves, to return to one",
    line: Line(word: "saves", sentence: "list the saves, to return to one"))
  /// Toggles the prompt.
  public static let prompt = HostCommand("prompt", title: "Lua prompt", keys: [.function(12)])
  /// Changes the theme.
  public static func theme(named name: String) -> HostCommand {
    HostCommand("theme \(name)", title: "Theme: \(name)")
  }

  /// The commands with keys. No key has two of them.
  public static let all: [HostCommand] = [
    .help, .commands, .redraw, .suspend, .mouse, .saves, .console, .prompt, .interrupt, .quit,
  ]

  private static let byKey = Dictionary(
    all.flatMap { command in command.keys.map { ($0, command) } }, uniquingKeysWith: { first, _ in first })

  /// The command with this key; nil if there is none.
  public init?(_ key: KeyPress) {
    guard let command = Self.byKey[key] else { return nil }
    self = command
  }

  /// Whether the host takes the command's keys before the app, so that they never reach the app at a terminal.
  public var precedesApp: Bool { [.quit, .suspend, .mouse, .console, .prompt].contains(self) }

  /// Whether the command works whatever covers the app, so that dialogs and overlays pass its keys on.
  var passesDialogs: Bool { self == .interrupt || self == .redraw }
}

extension KeyCommand {
  /// Creates a command for the palette, with the host command's first key.
  public init(_ command: HostCommand, action: @escaping () throws -> Void) {
    self.init(title: command.title, input: command.keys.first, action: action)
    isOfHost = true
  }
}

extension KeyBinding {
  /// Creates a binding for the host command's keys. The action returns false if it did nothing.
  public init(_ command: HostCommand, action: @escaping () -> Bool) {
    self.init(command.keyTitle, .keys(command.keys)) { _ in action() }
  }
}
