import CLua
import LuaBoundary
import StateRestoration

/// Lua on a thread, in a state of its own, which exchanges messages with the app.
///
/// The thread ends by itself, or soon after ``cancel()``, unless it is in a C function.
@MainActor
public final class LuaWorker {
  let worker: OpaquePointer
  private let workers: LuaWorkers

  init(_ worker: OpaquePointer, in workers: LuaWorkers) {
    self.worker = worker
    self.workers = workers
  }

  isolated deinit {
    lh_worker_cancel(worker)
    lh_worker_release(worker)
  }

  /// Something that a worker has sent.
  public enum Event {
    /// A value.
    case message(LuaWorkerMessage)
    /// A line of `print`, with its newline.
    case printed([UInt8])
    /// A module that is searched for.
    case requires(String)
    /// A file that is read as a script.
    case loads(String)
    /// A trial run has refused a function, with this message.
    case refused(name: String, message: String)
    /// The worker has called `os.exit`.
    case exits(Int32)
    /// The worker has returned these values.
    case returned(LuaWorkerMessage)
    /// The worker has failed with the first value; the second is the traceback.
    case failed(LuaWorkerMessage)
  }

  /// Returns the next event; nil if there is none at the moment.
  public func nextEvent() -> Event? {
    guard let message = lh_worker_take(worker) else { return nil }
    let event = LuaWorkerMessage(message, in: workers)
    switch Int(lh_message_kind(message)) {
    case LH_PRINTED: return .printed(event.bytes)
    case LH_REQUIRES: return .requires(event.text)
    case LH_LOADS: return .loads(event.text)
    case LH_REFUSED:
      let parts = event.text.split(separator: "\n", maxSplits: 1).map(String.init)
      return .refused(name: parts.first ?? "", message: parts.last ?? "")
    case LH_EXITS: return .exits(Int32(event.text) ?? 1)
    case LH_RETURNED: return .returned(event)
    case LH_FAILED: return .failed(event)
    default: return .message(event)
    }
  }

  /// Returns the progress from 0 to 1 if the worker has set it since the last call.
  public func takeProgress() -> Double? {
    var progress = 0.0
    return lh_worker_take_progress(worker, &progress) != 0 ? progress : nil
  }

  /// Sends a copy of the value on top of the stack, and pops it. Returns false if the worker has ended.
  ///
  /// - Throws: ``LuaError`` if the value cannot be sent, or too many messages are waiting.
  public func send(on stack: LuaStack) throws -> Bool {
    let message = try LuaWorkerMessage.write(1, "send", "the value", in: workers, on: stack)
    switch lh_worker_send(worker, message.take()) {
    case 1: return true
    case 0: return false
    default:
      throw LuaError.usage("worker:send: 64 MiB of messages are waiting that the worker has not received")
    }
  }

  /// Whether the worker waits for a message, for any time, and all that it has sent was taken.
  public var isIdle: Bool { lh_worker_is_idle(worker) != 0 }

  /// Stops the worker as soon as its thread is not in a C function.
  public func cancel() { lh_worker_cancel(worker) }
}

/// A copy of Lua values outside of any state.
@MainActor
public final class LuaWorkerMessage {
  private var message: OpaquePointer?
  /// Counts the message.
  private let workers: LuaWorkers

  init(_ message: OpaquePointer, in workers: LuaWorkers) {
    self.message = message
    self.workers = workers
  }

  isolated deinit { lh_message_free(message) }

  /// Copies the values on top of the stack, and pops them.
  ///
  /// - Parameters:
  ///   - action: the verb for errors.
  ///   - name: the name of the values for errors.
  /// - Throws: ``LuaError`` that names the value that cannot be copied.
  static func write(
    _ count: Int32, _ action: String, _ name: String, in workers: LuaWorkers, on stack: LuaStack
  ) throws -> LuaWorkerMessage {
    guard let created = lh_message_new(workers.group, Int32(LH_SENT)) else { throw LuaError.memory(limit: 0) }
    let message = LuaWorkerMessage(created, in: workers)
    try stack.reserve(8)
    let first = stack.top - count + 1
    lh_push_closure(stack.L, lh_do_write, 0)
    lua_pushlightuserdata(stack.L, UnsafeMutableRawPointer(created))
    stack.push(action)
    stack.push(name)
    lua_rotate(stack.L, first, 4)
    try stack.call(arguments: 3 + count, results: 0)
    return message
  }

  /// Passes the message on to C.
  func take() -> OpaquePointer? {
    defer { message = nil }
    return message
  }

  /// Pushes the values and returns their number.
  ///
  /// - Throws: ``LuaError`` if there is not enough memory.
  public func push(on stack: LuaStack) throws -> Int32 {
    guard let message else { return 0 }
    // A coroutine that waits cannot be called.
    let main = try stack.state.stack
    try main.reserve(4)
    let base = main.top
    lh_push_closure(main.L, lh_do_read, 0)
    lua_pushlightuserdata(main.L, UnsafeMutableRawPointer(message))
    try main.call(arguments: 1, results: LuaStack.allResults)
    let count = main.top - base
    guard main.L != stack.L else { return count }
    defer { main.top = base }
    try stack.reserve(count)
    lua_xmove(main.L, stack.L, count)
    return count
  }

  var bytes: [UInt8] {
    var count = 0
    guard let message, let start = lh_message_bytes(message, &count) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// A value of a class that messages can contain, such as `ui.Date`.
public enum LuaWorkerValue {
  case data([UInt8])
  case date(Double)
  /// A styled text: its characters, and its encoding.
  case styledText(String, [UInt8])

  /// The kind and the contents, as in `worker.lua`.
  var contents: (kind: Int, bytes: [UInt8]) {
    switch self {
    case .data(let bytes): return (1, bytes)
    case .date(let seconds): return (2, withUnsafeBytes(of: seconds) { Array($0) })
    case .styledText(let text, let encoding):
      let text = Array(text.utf8)
      return (3, withUnsafeBytes(of: UInt32(text.count)) { Array($0) } + text + encoding)
    }
  }

  init?(kind: Int, _ bytes: [UInt8]) {
    switch kind {
    case 1: self = .data(bytes)
    case 2:
      guard bytes.count == 8 else { return nil }
      self = .date(bytes.withUnsafeBytes { $0.loadUnaligned(as: Double.self) })
    default:
      guard bytes.count >= 4 else { return nil }
      let count = Int(bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) })
      guard bytes.count >= 4 + count else { return nil }
      self = .styledText(String(decoding: bytes[4..<4 + count], as: UTF8.self), Array(bytes[(4 + count)...]))
    }
  }
}

extension LuaStack {
  /// Returns the error with the value at an index, which was raised in another state.
  public func raisedError(_ index: Int32) -> LuaError {
    let message = lossyString(index, atMost: String.longestMessage + 1) ?? ValuePrinter.line(self, index)
    return .runtime(message: message.cutAsMessage, traceback: "", value: LuaReference(self, index))
  }
}

@_silgen_name("lh_swift_push_contents")
@MainActor
func pushContents(_ L: OpaquePointer, _ index: Int32) -> Int32 {
  let stack = LuaStack(L)
  if let object = stack.object(index), let value = stack.state.workerValue(object) {
    let contents = value.contents
    stack.push(contents.kind)
    stack.push(bytes: contents.bytes)
    return 1
  }
  stack.push(
    "\(stack.describeKind(index)) cannot be passed between an app and a worker; booleans, numbers, strings, tables, ui.AttributedString, ui.Data and ui.Date can be"
  )
  return 0
}

@_silgen_name("lh_swift_push_value")
@MainActor
func pushValue(_ L: OpaquePointer, _ kind: Int32) {
  let stack = LuaStack(L)
  let value = LuaWorkerValue(kind: Int(kind), stack.bytes(-1) ?? [])
  stack.pop()
  if let value, let object = stack.state.workerObject(value) { stack.push(object: object) } else { stack.pushNil() }
}
