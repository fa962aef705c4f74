import Interface
import LuaRuntime

extension LuaProfile {
  /// The profile as collapsed stacks, which speedscope and flamegraph.pl read: a line per stack with its functions,
  /// outermost first and separated by semicolons, a space, and the time in microseconds. The slowest stack comes first.
  var collapsedStacks: String {
    stacks.map { functions, time in
      let names = functions.map { $0.showingControlsInLine.replacing(";", with: ",") }
      let (seconds, attoseconds) = time.components
      return "\(names.joined(separator: ";")) \(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)\n"
    }.joined()
  }
}
