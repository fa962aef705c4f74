import Glibc
import SystemCalls

/// From now on, a write to a pipe that nobody reads any more is an error of the write, not the end of the process.
public func surviveBrokenPipes() {
  // A handler, because an ignored signal would be ignored in the programs that scripts start, too.
  if system_signal_is_default(SIGPIPE) == 1 { _ = system_signal_install(SIGPIPE, { _ in }, SA_RESTART, nil) }
}
