import ArchiveStore
import Glibc
import Interface

// All output of the command goes through these two functions, except for scripts' output (`ScriptOutput`) and screens.

/// Writes text to standard output, with control characters made visible. Shadows Swift's own function in this module.
func print(_ text: String, terminator: String = "\n") {
  Swift.print(text.showingControls, terminator: terminator)
}

/// Writes text to standard error, with control characters made visible.
func printError(_ text: String, terminator: String = "\n") {
  FileContents.write(Array((text.showingControls + terminator).utf8), to: STDERR_FILENO)
}
