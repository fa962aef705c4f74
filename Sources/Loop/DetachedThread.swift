import Glibc

/// Calls a function on a new thread that nothing waits for. Does nothing if the system allows no further thread.
public func detachThread(_ body: @escaping @Sendable () -> Void) {
  final class Body: Sendable {
    let function: @Sendable () -> Void
    init(_ function: @escaping @Sendable () -> Void) { self.function = function }
  }
  var thread = pthread_t()
  let retained = Unmanaged.passRetained(Body(body))
  let code = pthread_create(
    &thread, nil,
    { argument in
      argument.map { Unmanaged<Body>.fromOpaque($0).takeRetainedValue().function() }
      return nil
    }, retained.toOpaque())
  if code == 0 { pthread_detach(thread) } else { retained.release() }
}
