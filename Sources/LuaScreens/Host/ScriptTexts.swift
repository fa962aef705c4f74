import FoundationEssentials
import LuaRuntime

extension ScriptHost {
  /// The full names of the app's script and of the files with its classes and modules.
  package var scriptNames: Set<String> { Set(lua.sourceFiles + [bundle?.script ?? configuration.script]) }

  /// Returns the name of a script of the app by its name in messages; nil if several match.
  ///
  /// Lua shortens a long name to `...` and its end (manual, section 4.7, `lua_Debug`).
  package func wholeName(ofScript name: String) -> String? {
    // Collecting the names of all scripts takes time.
    name.hasPrefix("...") ? Self.wholeName(ofScript: name, among: scriptNames) : name
  }

  /// Returns the full name of a script by its name in messages; nil if several match.
  nonisolated package static func wholeName(ofScript name: String, among scripts: Set<String>) -> String? {
    guard name.hasPrefix("...") else { return name }
    let whole = scripts.filter { $0.hasSuffix(name.dropFirst(3)) }
    return whole.count == 1 ? whole.first : nil
  }

  /// Returns the text of a script of the app by its name in messages; nil if it cannot be read.
  package func sourceText(of name: String) -> ArraySlice<UInt8>? {
    guard let file = wholeName(ofScript: name) else { return nil }
    if file == configuration.script, let source = configuration.source { return Array(source.utf8)[...] }
    if let source = bundle?.file(file) { return source }
    guard let status = FileStatus(file), status.isRegular, status.size < 16 << 20,
      let source = FileManager.default.contents(atPath: file)
    else { return nil }
    return [UInt8](source)[...]
  }
}
