import Foundation
import Interface

// All that the command writes goes through these two, but for what scripts print (`ScriptOutput`) and for screens.

/// Writes text to standard output; control characters in it are visible. Stands in the way of Swift's own in this module.
func print(_ text: String, terminator: String = "\n") {
  Swift.print(text.showingControls, terminator: terminator)
}

/// Writes text to standard error; control characters in it are visible.
func printError(_ text: String, terminator: String = "\n") {
  try? FileHandle.standardError.write(contentsOf: Data((text.showingControls + terminator).utf8))
}
