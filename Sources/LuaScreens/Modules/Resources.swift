import FoundationEssentials
import Glibc
import Interface
import LuaRuntime

extension ScriptHost {
  /// Defines `ui.resource`.
  func defineResources() {
    module.function(
      "resource(name: string): string|nil, string|nil",
      "Returns the contents of one of the app's files, by its path relative to the script's folder, also in a bundle; nil and the reason if it cannot be read."
    ) { [unowned self] stack in
      let name = try stack.checkString(1, "resource: the name")
      guard !name.isEmpty, !name.contains("\0"), let path = AppBundle.normalized(name) else {
        throw LuaError.usage(
          "resource: expected the path of a file below the script's folder, such as \"pictures/logo.png\", got \"\(name)\""
        )
      }
      do {
        stack.push(bytes: try resource(path, on: stack))
        return 1
      } catch let missing as MissingResource {
        stack.pushNil()
        stack.push("\(name): \(missing.reason)")
        return 2
      }
    }
  }

  private struct MissingResource: Error {
    let reason: String
  }

  /// Returns the bytes of a file of the app, if there is room for them.
  private func resource(_ path: String, on stack: LuaStack) throws -> [UInt8] {
    if let bundle {
      guard let bytes = bundle.file(path) else { throw MissingResource(reason: "no such file in the bundle") }
      try stack.state.makeRoom(for: bytes.count, on: stack)
      return Array(bytes)
    }
    let folders = scriptFolders.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath() }
    let files = folders.map { $0.appendingPathComponent(path).resolvingSymlinksInPath() }
    let index = files.firstIndex { FileStatus($0.path) != nil } ?? 0
    let (folder, file) = (folders[index], files[index])
    configuration.onScriptFile?(file.path)
    guard let status = FileStatus(file.path) else {
      throw MissingResource(reason: "no such file in the script's folder")
    }
    guard status.isRegular else { throw MissingResource(reason: "it is not a regular file") }
    // A symbolic link may lead elsewhere.
    if !configuration.lua.capabilities.contains(.files),
      !file.path.hasPrefix(folder.path.hasSuffix("/") ? folder.path : folder.path + "/")
    {
      throw MissingResource(reason: "it is outside of the script's folder, which a sandboxed script cannot read")
    }
    try stack.state.makeRoom(for: status.size, on: stack)
    guard let data = try? Data(contentsOf: file) else {
      throw MissingResource(reason: "it cannot be read; check its permissions")
    }
    return Array(data)
  }
}
