import AppSession
import Foundation
import LuaScreens

// Writes luahost.lua and luahost.test.lua into scripts/meta: `scripts/annotations` runs it.
guard CommandLine.arguments.count == 2 else {
  try FileHandle.standardError.write(contentsOf: Data("usage: Annotations FOLDER\n".utf8))
  exit(2)
}
for reference in try [ScriptHost.reference(), TestRunner.reference()] {
  try Annotations(reference).text.write(
    toFile: "\(CommandLine.arguments[1])/\(reference.module).lua", atomically: true, encoding: .utf8)
}
