import Loop

/// A reason why a terminal cannot be used.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Standard input or standard output is a file, a pipe, or closed.
  case notATerminal(stream: String)
  /// `TERM` is unset or names a terminal without cursor addressing.
  case incapable(name: String)
  /// The process cannot open enough files.
  case fewDescriptors(free: Int, needed: Int)
  /// The process cannot start enough threads.
  case noThreads(needed: Int, code: Int32)
  /// A system call failed.
  case system(call: String, code: Int32)

  /// The problem in one sentence, and the remedy in another.
  public var description: String {
    switch self {
    case .notATerminal(let stream):
      return "\(stream) is not a terminal, so there is no screen to draw on. "
        + "Start it from a terminal without redirection."
    case .incapable(let name):
      let problem = name.isEmpty ? "TERM is not set" : "TERM is \"\(name)\", a terminal that cannot place its cursor"
      return "\(problem), so no screen can be drawn. "
        + "Set TERM to the type of your terminal (for example TERM=xterm-256color)."
    case .fewDescriptors(let free, let needed):
      return "This process can open only \(free) more files, but needs \(needed). "
        + "Raise the limit (ulimit -n), or close inherited file descriptors in the parent process."
    case .noThreads(let needed, let code):
      return "Cannot start the \(needed) threads that luahost needs: \(errorMessage(code)). "
        + "Raise the limit of processes and threads (ulimit -u, or that of the container), or terminate other processes."
    case .system(let call, let code):
      return "Cannot use the terminal: \(call) failed with \"\(errorMessage(code))\". "
        + "Try another terminal window; `reset` repairs a terminal in a bad state."
    }
  }
}
