import Foundation

// Writes scripts/meta/luahost.lua: `scripts/annotations` runs it.
guard CommandLine.arguments.count == 2 else {
  try FileHandle.standardError.write(contentsOf: Data("usage: Annotations FILE\n".utf8))
  exit(2)
}
try Annotations().text.write(toFile: CommandLine.arguments[1], atomically: true, encoding: .utf8)
