import Foundation

// Writes luahost's manual page to standard output; `scripts/install` runs it.
guard CommandLine.arguments.count == 4 else {
  try FileHandle.standardError.write(contentsOf: Data("usage: Manual LUAHOST YYYY-MM-DD PREFIX\n".utf8))
  exit(2)
}

func output(of option: String) throws -> Data {
  let (process, pipe) = (Process(), Pipe())
  process.executableURL = URL(fileURLWithPath: CommandLine.arguments[1])
  process.arguments = [option]
  process.standardOutput = pipe
  try process.run()
  let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  return output
}

func text(of option: String) throws -> String { String(decoding: try output(of: option), as: UTF8.self) }

let page = try ManualPage(
  declarations: try output(of: "--experimental-dump-help"), help: try text(of: "--help"),
  version: try text(of: "--version").trimmingCharacters(in: .newlines),
  date: CommandLine.arguments[2],
  sections: String(decoding: PackageResources.sections_man, as: UTF8.self)
    .replacing("@PREFIX@", with: CommandLine.arguments[3]))
print(page.text, terminator: "")
