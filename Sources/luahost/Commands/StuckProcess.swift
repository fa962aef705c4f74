import Foundation
import SystemCalls
import Terminal

/// Ends the process from any thread, while its main thread is stuck, with a message and the terminal given back.
func abandonProcess(_ message: String) -> Never {
  // The main thread may have a lock of the standard streams, and the terminal may not read: nothing waits for them.
  Thread.detachNewThread {
    usleep(UInt32(END_REPORT) * 1000)
    _exit(ExitStatus.scriptFailed.rawValue)
  }
  TerminalRescue.giveBack()
  printError("luahost: \(message)")
  _exit(ExitStatus.scriptFailed.rawValue)
}
