import Glibc
import Loop
import SystemCalls
import Terminal

/// Terminates the process from any thread while its main thread is stuck: prints a message and restores the terminal.
func abandonProcess(_ message: String) -> Never {
  // The main thread may hold a lock of the standard streams, and the terminal may not read, so writing has a time
  // limit.
  detachThread {
    usleep(UInt32(END_REPORT) * 1000)
    _exit(ExitStatus.scriptFailed.rawValue)
  }
  TerminalRescue.restoreIfArmed()
  printError("luahost: \(message)")
  _exit(ExitStatus.scriptFailed.rawValue)
}
