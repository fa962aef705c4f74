import ArgumentParser
import Glibc

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
    // The terminal's width, up to a readable maximum.
    let width = isatty(STDOUT_FILENO) == 0 ? 80 : min(max(40, OutputWidth.current ?? 80), 100)
    // After `--`, everything is a name.
    let words = name.first == "--" ? name.dropFirst() : name[...]
    print(try documentation.text(of: words.joined(separator: " "), width: width))
  }
}
