import Glibc
import SystemCalls

/// A deadline in real time on any loop, also on one with virtual time: other processes know no other time.
@MainActor
public final class Alarm {
  private var watch: DescriptorWatch?
  private var timer: TimerQueue.Timer?

  /// Calls a closure once, after a number of milliseconds.
  public init(milliseconds: Int32, on loop: any EventLoop, _ action: @escaping @MainActor () -> Void) {
    let descriptor = system_make_alarm(milliseconds)
    guard descriptor >= 0 else {
      // No descriptor is left; the loop's clock is the best replacement.
      timer = loop.timers.after(Double(milliseconds) / 1000, action)
      return
    }
    watch = loop.watch(descriptor, for: .readable) { [weak self] in
      self?.cancel()
      action()
    }
  }

  /// Stops the alarm.
  public func cancel() {
    timer?.cancel()
    timer = nil
    guard let watch else { return }
    self.watch = nil
    watch.cancel()
    close(watch.descriptor)
  }

  isolated deinit { cancel() }
}
