import ArgumentParser

@main
struct Luahost: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "luahost")
}
