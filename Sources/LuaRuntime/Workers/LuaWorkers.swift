import CLua
import Glibc
import LuaBoundary
import SystemCalls

/// The workers of a state. They share its memory limit.
@MainActor
public final class LuaWorkers {
  unowned(unsafe) let state: LuaState
  let group: OpaquePointer
  private let chunks: WorkerChunks

  /// The descriptor is readable when a worker has sent something.
  public var descriptor: Int32 { lh_workers_descriptor(group) }

  /// The texts of the module `ui.json`: a chunk that receives a function which returns the compiled codec, and the codec.
  public struct JSONTexts: Sendable {
    let module: [UInt8]
    let codec: [UInt8]

    public init(module: [UInt8], codec: [UInt8]) { (self.module, self.codec) = (module, codec) }
  }

  /// The milliseconds for which the end of a state waits for its workers.
  private static let longestEnd = Int32(END_WORKERS)

  /// Creates a group without workers.
  ///
  /// - Parameter json: the texts of the module `ui.json`, which workers have, too.
  /// - Throws: ``LuaError/usage(_:)`` if the process has no descriptors left.
  init(_ state: LuaState, json: JSONTexts) throws {
    guard let group = lh_workers_new() else {
      throw LuaError.usage("ui.Worker: the process has too many open files")
    }
    self.state = state
    self.group = group
    chunks = WorkerChunks.shared(json: json)
    state.context.pointee.workers = group
  }

  /// Makes the descriptor unreadable until a worker sends something again. Call it before the last look at each worker.
  public func settle() { lh_workers_settle(group) }

  /// Makes the descriptor readable, for what was not handled.
  public func remind() { lh_workers_remind(group) }

  /// Waits for threads that are about to end. Those inside a C function are left to themselves.
  func end() { lh_workers_await(group, Self.longestEnd) }

  isolated deinit { lh_workers_release(group) }

  /// Starts a worker with the function at an index and the values above it as arguments. Pops all of them.
  ///
  /// - Precondition: The stack belongs to the state of the group, which is open.
  /// - Parameters:
  ///   - capabilities: the capabilities of its scripts.
  ///   - refused: capabilities of the app whose functions raise an error in a trial run.
  /// - Throws: ``LuaError`` if the function or an argument cannot be passed, or no thread can be created.
  public func start(
    function index: Int32, capabilities: LuaCapabilities, refused: LuaCapabilities, on stack: LuaStack
  ) throws -> LuaWorker {
    precondition(stack.state.workersIfCreated === self, "a worker was started in another Lua state's group")
    let index = stack.absolute(index)
    let worker = LuaWorker(try create(capabilities, refused, on: stack), in: self)
    let arguments = stack.top - index
    let message = try LuaWorkerMessage.write(
      arguments, "pass", arguments == 1 ? "the argument" : "argument", in: self, on: stack)
    lh_push_closure(stack.L, lh_do_set_chunk, 0)
    lua_pushlightuserdata(stack.L, UnsafeMutableRawPointer(worker.worker))
    lua_rotate(stack.L, index, 2)
    try stack.call(arguments: 2, results: 0)
    let code = lh_worker_start(worker.worker, watchdog, message.take())
    guard code == 0 else {
      throw LuaError.usage("ui.Worker: cannot start a thread: \(String(cString: strerror(code)))")
    }
    return worker
  }

  private func create(_ capabilities: LuaCapabilities, _ refused: LuaCapabilities, on stack: LuaStack) throws
    -> OpaquePointer
  {
    var settings = lh_worker_settings()
    settings.chunks = UnsafePointer(chunks.texts)
    settings.capability_names = UnsafePointer(chunks.names)
    for (bit, capability) in LuaCapabilities.names.enumerated() {
      if capabilities.contains(capability.value) { settings.capabilities |= 1 << UInt32(bit) }
      if refused.contains(capability.value) { settings.refused |= 1 << UInt32(bit) }
    }
    let hasFiles = capabilities.contains(.files)
    if !hasFiles || !state.loader.files.isEmpty {
      let finder = ModuleFinder(state.loader, mayReadFolders: !hasFiles)
      settings.finder = UnsafeRawPointer(Unmanaged.passRetained(finder).toOpaque())
    }
    let worker = packageField("path", stack).withCString { path in
      packageField("cpath", stack).withCString { cpath in
        if hasFiles { (settings.path, settings.cpath) = (path, cpath) }
        return lh_worker_new(group, state.context, &settings)
      }
    }
    guard let worker else { throw LuaError.memory(limit: state.options.memoryLimit ?? 0) }
    return worker
  }

  private func packageField(_ name: String, _ stack: LuaStack) -> String {
    let base = stack.top
    defer { stack.top = base }
    stack.pushLoadedModule("package")
    stack.rawGet(-1, name)
    return stack.lossyString(-1) ?? ""
  }
}

/// The texts that prepare the states of workers, kept for as long as the process, because threads may outlive their apps.
private struct WorkerChunks {
  let texts: UnsafeMutablePointer<lh_worker_chunks>
  let names: UnsafeMutablePointer<UnsafePointer<CChar>?>

  @MainActor private static var created: WorkerChunks?

  @MainActor
  static func shared(json: LuaWorkers.JSONTexts) -> WorkerChunks {
    if let created { return created }
    let texts = UnsafeMutablePointer<lh_worker_chunks>.allocate(capacity: 1)
    texts.initialize(
      to: lh_worker_chunks(
        prelude: text(PackageResources.prelude_lua), withhold: text(PackageResources.withhold_lua),
        worker: text(PackageResources.worker_lua), json: text(json.module), codec: text(json.codec)))
    let names = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: LuaCapabilities.names.count + 1)
    for (index, capability) in LuaCapabilities.names.enumerated() {
      (names + index).initialize(to: UnsafePointer(strdup(capability.name)))
    }
    (names + LuaCapabilities.names.count).initialize(to: nil)
    let chunks = WorkerChunks(texts: texts, names: names)
    created = chunks
    return chunks
  }

  private static func text(_ bytes: [UInt8]) -> lh_text {
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: max(bytes.count, 1))
    for (index, byte) in bytes.enumerated() { (copy + index).initialize(to: CChar(bitPattern: byte)) }
    return lh_text(bytes: copy, count: bytes.count)
  }
}

extension LuaState {
  /// The number of bytes that the workers and their messages use.
  package var memoryOfWorkers: Int { context.pointee.workers.map { Int(lh_workers_used($0)) } ?? 0 }

  /// Returns the workers of the state, created at the first call.
  ///
  /// - Parameter json: the texts of the module `ui.json`.
  /// - Throws: ``LuaError/usage(_:)`` if the process has no descriptors left.
  public func workers(json: @autoclosure () -> LuaWorkers.JSONTexts) throws -> LuaWorkers {
    if let workersIfCreated { return workersIfCreated }
    let workers = try LuaWorkers(self, json: json())
    workersIfCreated = workers
    return workers
  }
}
