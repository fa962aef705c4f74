import Glibc
import SystemCalls

/// Makes a write to a pipe without a reader fail instead of terminating the process.
public func ignoreBrokenPipes() {
  // A handler, because child processes would inherit an ignored signal.
  if system_signal_is_default(SIGPIPE) == 1 { _ = system_signal_install(SIGPIPE, { _ in }, SA_RESTART, nil) }
}
