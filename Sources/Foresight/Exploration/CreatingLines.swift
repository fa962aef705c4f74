import LuaScreens

/// The lines of an app's scripts that create views, of which one may create several of a class.
@MainActor
final class CreatingLines {
  private var scripts: AppScripts?

  /// Returns which of the constructors in its line creates a lost view without an identifier, from 1 on; 0 if it is the only one of
  /// its class, and for other nodes.
  func number(of loss: Loss, in host: ScriptHost?) -> Int {
    guard loss.isOfUnnamed, let place = loss.place, let host else { return 0 }
    if scripts?.files[place.file] == nil { scripts = AppScripts(of: host) }
    guard let scripts, let file = scripts.files[place.file] else { return 0 }
    let count = scripts.constructors(ofClass: loss.className, inLine: place.line, of: file).count
    return count > 1 ? (loss.number - 1) % count + 1 : 0
  }
}
