import ArgumentParser
import Glibc
import Terminal

/// `luahost doc`: prints the documentation of a name.
struct DocCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "doc",
    abstract: "Describe a class, property, callback, function, command or option; without a name, list them all.",
    discussion: """
      Write names as in scripts (Label, Label.text, TableView:reloadData, viewDidLoad, ui.run, ui.run.timeout, \
      app:tap), as in the shell (archive list, --watch) or as at the prompt (:tap).
      """)

  @Argument(parsing: .allUnrecognized, help: "The name to describe.")
  var name: [String] = []

  func perform() throws {
    let documentation = try Documentation.shared.get()
    let width = Self.width
    // After `--`, everything is a name.
    let words = name.first == "--" ? name.dropFirst() : name[...]
    print(try documentation.text(of: words.joined(separator: " "), width: width))
  }

  /// The width of the text in columns: the terminal's, up to a readable maximum, and 80 without a terminal.
  private static var width: Int {
    guard isatty(STDOUT_FILENO) != 0 else { return 80 }
    let device = try? TerminalDevice(input: STDOUT_FILENO, output: STDOUT_FILENO)
    return min(max(40, device?.size.width ?? 80), 100)
  }
}
