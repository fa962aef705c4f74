/// What processes, requests and watched files are waited for with: the loop of whoever uses them.
@MainActor
public protocol ProcessLoop: AnyObject {
  /// Calls a closure whenever a descriptor can be read or written, or its other side is gone.
  ///
  /// - Parameter descriptor: asked before each wait; nil: not now.
  /// - Returns: what ends the watch.
  func watch(
    _ descriptor: @escaping () -> Int32?, forWriting: Bool, onReady: @escaping () -> Void
  ) -> () -> Void

  /// Whether a person's input waits, which comes before what processes write.
  var hasInput: Bool { get }

  /// Calls a closure once, so many seconds from now by the owner's clock, which tests move by hand.
  ///
  /// - Returns: what cancels it.
  func after(_ seconds: Double, _ action: @escaping @MainActor () -> Void) -> () -> Void
}

extension ProcessLoop {
  public var hasInput: Bool { false }
}
