import Glibc
import SystemCalls

/// Something that is to happen after some real time, whatever clock the owner of a loop has: other programs know no other.
@MainActor
final class Alarm {
  private var descriptor: Int32
  private var endWatch: (() -> Void)?

  init(milliseconds: Int32, on loop: any ProcessLoop, _ action: @escaping @MainActor () -> Void) {
    descriptor = system_make_alarm(milliseconds)
    guard descriptor >= 0 else {
      // No descriptor is left: the owner's clock is near enough.
      endWatch = loop.after(Double(milliseconds) / 1000, action)
      return
    }
    endWatch = loop.watch({ [weak self] in self?.descriptor }, forWriting: false) { [weak self] in
      self?.cancel()
      action()
    }
  }

  /// It does not happen any more.
  func cancel() {
    endWatch?()
    endWatch = nil
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  isolated deinit { cancel() }
}
