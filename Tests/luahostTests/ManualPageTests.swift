import Foundation
import Interface
import Testing

@testable import Manual

@Suite("Manual page")
struct ManualPageTests {
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func page() async throws -> (text: String, root: ManualPage.Command) {
    let declarations = Data(try await CommandRun(["--experimental-dump-help"]).output.utf8)
    let sections = sources.appendingPathComponent("Tests/Manual/sections.man")
    let page = try ManualPage(
      declarations: declarations, help: try await CommandRun(["--help"]).output, version: "luahost 1.2 (abc)",
      date: "2026-01-02", sections: try String(contentsOf: sections, encoding: .utf8))
    return (page.text, try JSONDecoder().decode(ManualPage.Declarations.self, from: declarations).command)
  }

  @Test("the page has every declared command and option")
  func declarations() async throws {
    let (text, root) = try await Self.page()
    func check(_ command: ManualPage.Command, _ path: String) {
      #expect(text.contains(".SS \"\(path)"), "\(path)")
      for argument in command.arguments ?? [] where argument.shouldDisplay {
        for name in argument.names ?? [] where name.kind == "long" {
          #expect(text.contains("\\-\\-\(name.name.replacing("-", with: "\\-"))"), "\(path) --\(name.name)")
        }
      }
      for subcommand in command.subcommands ?? [] where subcommand.commandName != "help" {
        check(subcommand, "\(path) \(subcommand.commandName)")
      }
    }
    for command in root.subcommands ?? [] where command.commandName != "help" {
      check(command, "luahost \(command.commandName)")
    }
    #expect((root.subcommands ?? []).count > 5)
  }

  @Test("every command but the default one is in the help's list of usages")
  func usage() async throws {
    let (text, root) = try await Self.page()
    let synopsis = try #require(text.components(separatedBy: "\n.SH ").first { $0.hasPrefix("SYNOPSIS\n") })
    for command in root.subcommands ?? [] where !["help", "run"].contains(command.commandName) {
      #expect(synopsis.contains("\n.B luahost \(command.commandName)"), "\(command.commandName)")
    }
  }

  @Test("the page's synopsis and exit codes are those of the help")
  func opening() async throws {
    let text = try await Self.page().text
    #expect(text.hasPrefix(".TH \"LUAHOST\" 1 \"2026\\-01\\-02\" \"luahost 1.2 (abc)\" \"User Commands\"\n"))
    #expect(text.contains(".SH SYNOPSIS\n.nf\n.B luahost APP.lua [options] [\\-\\- ARG ...]\n"))
    #expect(text.contains(".TP\n.B 4\nanother process holds this session\n"))
  }

  @Test("the page has every environment variable that the command reads")
  func environment() async throws {
    let text = try await Self.page().text
    let folder = Self.sources.appendingPathComponent("Sources/luahost")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    for case let file as URL in files where file.pathExtension == "swift" {
      for match in try String(contentsOf: file, encoding: .utf8).matches(of: /\bLUAHOST_[A-Z_]+\b/) {
        #expect(text.contains(".B \(match.output)\n"), "\(match.output) in \(file.lastPathComponent)")
      }
    }
  }

  @Test("man's control characters in declarations are escaped")
  func escapes() throws {
    let declarations = """
      {"command": {"commandName": "a-b", "abstract": ".SH is \\\\fB.", "subcommands": [{"commandName": "say", "abstract": \
      "'quoted' \\"words\\"", "discussion": "One.\\n\\n.Two\\nmore."}]}}
      """
    let page = try ManualPage(
      declarations: Data(declarations.utf8), help: "USAGE: a-b x\n       a-b y\n\nREST", version: "1", date: "",
      sections: "")
    #expect(page.text.contains("a\\-b \\- \\&.SH is \\efB\n"))
    #expect(page.text.contains(".nf\n.B a\\-b x\n.B a\\-b y\n.fi\n"))
    #expect(page.text.contains("\n.PP\n\\&'quoted' \"words\"\n.PP\nOne.\n.PP\n\\&.Two more.\n"))
  }

  @Test("the guide's table of keys has each host command, and the texts name no other function key")
  func keys() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: Self.sources.appendingPathComponent(path), encoding: .utf8)
    }
    let guide = try text("Sources/luahost/luahost.docc/Command.md")
    /// The names of keys as in a text: `` `?`, F1 ``, `Ctrl-P`.
    func names(_ command: HostCommand) -> String {
      command.keys.map { $0.description == "?" ? "`?`" : $0.description.replacing("+", with: "-") }
        .joined(separator: ", ")
    }
    for command in HostCommand.all { #expect(guide.contains("\n| \(names(command)) |"), "\(names(command))") }
    let known = Set(HostCommand.all.flatMap(\.keys).map(\.description))
    for path in ["Sources/luahost/luahost.docc/Command.md", "README.md"] {
      for key in try text(path).matches(of: /\bF[0-9]+\b/) { #expect(known.contains(String(key.output)), "\(path)") }
    }
  }
}
