import Foundation
import Testing

/// Creates an app, bundles it in both ways, and uses the bundles as programs in a real terminal: from the PATH, with
/// options in the environment, with kills.
@Suite("Bundles in a terminal")
struct BundleTerminalTests {
  @Test("a bundle runs as a program from the PATH, and is restored after SIGKILL, with and without luahost")
  func use() async throws {
    let command = try CommandRun.command()
    let terminal = try await TerminalProcess.shell(columns: 70, rows: 18)
    let folder = terminal.folder
    let bin = folder.appendingPathComponent("bin")
    try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: false)
    symlink(command, bin.appendingPathComponent("luahost").path)
    for (rule, arguments) in [
      ("luahost new creates an app", ["new", "things"]),
      ("luahost bundle bundles it", ["bundle", "things/things.lua", "-o", "bin/things"]),
      (
        "luahost bundle --standalone appends it to a copy of the host",
        ["bundle", "things/things.lua", "-o", "bin/alone", "--standalone"]
      ),
    ] {
      let run = try await CommandRun.run(arguments, in: folder)
      try #require(run.status == 0, "\(rule): \(run)")
    }
    try FileManager.default.removeItem(at: folder.appendingPathComponent("things"))

    terminal.enter("PATH=$HOME/bin:$PATH")
    terminal.run("cd /; LUAHOST_OPTIONS='--theme dark' things; echo code $?")
    try await terminal.expect("the bundle runs by its name, in any folder", shows: "Add")
    terminal.press(.character("a"))
    try await terminal.expect("the bundle contains its screens", shows: "Save")
    terminal.press(.control("a"))
    terminal.type("Water the plants")
    try await terminal.wait(for: "Water the plants")
    let state = folder.appendingPathComponent(".local/state/luahost/org.example.things").path
    #expect(try await terminal.saves("Water the plants", state))
    try await terminal.killApp()
    try await terminal.expectUsable("after SIGKILL the terminal is usable")
    terminal.run("things; echo code $?")
    try await terminal.expect("typed text is restored after SIGKILL", shows: "Water the plants")
    terminal.press(.control("q"))
    try await terminal.expect("the bundle exits in order", shows: "code 0")
    // The state belongs to the app, whichever program runs it.
    terminal.run("rm ~/bin/luahost; alone; echo code $?")
    try await terminal.expect(
      "a standalone bundle needs no luahost, and restores the same state", shows: "Water the plants")
    let name = try String(contentsOfFile: "/proc/\(try await terminal.app())/comm", encoding: .utf8)
    #expect(name == "alone\n", "a standalone bundle runs as a program with its own name")
    try await terminal.killApp()
    terminal.run("alone --version; alone --help")
    try await terminal.expect("help and version of a bundle are the app's", shows: "Usage: things")
    let stripped = try await CommandRun.run(["-o", "bin/stripped", "bin/alone"], in: folder, program: "/usr/bin/strip")
    #expect(stripped.status == 0, "\(stripped)")
    terminal.run("stripped; echo code $?")
    try await terminal.expect("an executable whose app strip removed reports that") {
      terminal.screen.replacing("\n", with: "").contains("was cut off")
    }
    try await terminal.expectUsable("the terminal is usable at the end")
  }
}
