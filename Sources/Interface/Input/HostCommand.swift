/// Something that whoever runs an app does for the user, whatever the app: said once, for its keys, the palette, the help
/// and the app in words.
///
/// Whoever can do it supplies the action, as a ``KeyCommand`` or a ``KeyBinding`` of the command.
public struct HostCommand: Hashable, Sendable {
  /// What it is called among the others.
  public let name: String
  /// What the palette calls it.
  public let title: String
  /// Its keys; none for one that is only in the palette.
  public let keys: [KeyPress]
  /// What the help says that the keys do.
  public let keyTitle: String
  /// How a line says it where the app is used in words; nil if that is not possible.
  public let line: Line?

  /// A line that says a command.
  public struct Line: Hashable, Sendable {
    /// The word.
    public let word: String
    /// What it does, as the help of lines says it.
    public let sentence: String

    /// This word does this.
    public init(_ word: String, _ sentence: String) {
      self.word = word
      self.sentence = sentence
    }
  }

  /// A command of this name.
  public init(_ name: String, title: String, keys: [KeyPress] = [], keyTitle: String? = nil, line: Line? = nil) {
    self.name = name
    self.title = title
    self.keys = keys
    self.keyTitle = keyTitle ?? title
    self.line = line
  }

  /// The keys as they are written: `? F1`.
  public var keyNames: String { KeySet.keys(keys).description }
  /// What the help says of the keys.
  public var help: KeyHelp { KeyHelp(keyNames, keyTitle) }
}

extension HostCommand {
  /// Shows what keys do.
  public static let help = HostCommand(
    "help", title: "Show the keys", keys: [.character("?"), .function(1)], keyTitle: "This help",
    line: Line("keys", "what keys do here"))
  /// Shows what can be done, to choose from.
  public static let commands = HostCommand(
    "commands", title: "Commands", keys: [.control("p")],
    line: Line("commands", "what can be done here, to choose from by number"))
  /// Ends the app.
  public static let quit = HostCommand(
    "quit", title: "Quit", keys: [.control("q")], line: Line("quit", "end; everything is kept"))
  /// Gives the screen to whoever started the process, until that lets it go on.
  public static let suspend = HostCommand("suspend", title: "Leave for the shell", keys: [.control("z")])
  /// Draws the whole screen again, after another program has written on it.
  public static let redraw = HostCommand("redraw", title: "Redraw the screen", keys: [.control("l")])
  /// What everybody tries first.
  public static let interrupt = HostCommand(
    "interrupt", title: "Copy what is selected; nothing: twice quits", keys: [.control("c")])
  /// Changes how everything looks.
  public static func theme(_ theme: Theme) -> HostCommand {
    HostCommand("theme \(theme.name)", title: "Theme: \(theme.name)")
  }
}

extension KeyCommand {
  /// What the host does, for the palette and by its first key.
  public init(_ command: HostCommand, action: @escaping () throws -> Void) {
    self.init(title: command.title, input: command.keys.first, action: action)
  }
}

extension KeyBinding {
  /// What the host does, by its keys. The action returns false if it did nothing.
  public init(_ command: HostCommand, action: @escaping () -> Bool) {
    self.init(command.keyTitle, .keys(command.keys)) { _ in action() }
  }
}
