import CLua
import Glibc
import LuaBoundary
import Synchronization
import SystemCalls

/// A Lua 5.4 state: its globals, its limits, and the Swift functions and classes available to its scripts.
///
/// A state belongs to the main actor, as do all its host functions. It must live until its outermost call has returned:
/// a function called by a script must neither close it nor release the last reference to it. After it is closed, its
/// functions throw ``LuaError/closed``, and a ``LuaStack`` of it must no longer be used.
@MainActor
public final class LuaState {
  /// The limits and capabilities of scripts.
  public let options: Options
  /// Receives the output of `print`: the bytes of one line with its newline. By default it is written to standard
  /// output.
  public var onPrint: @MainActor ([UInt8]) -> Void = StandardOutput.write
  /// Whether the memory of scripts is limited.
  public var hasMemoryLimit: Bool { context.pointee.limit > 0 }
  /// Called before scripts write to standard output or standard error by other means than `print`, such as `io.write`.
  public var onWrite: ((_ bytes: [UInt8], _ isError: Bool) -> Void)? {
    didSet { context.pointee.reports_written = onWrite == nil ? 0 : 1 }
  }
  /// Called for each file that is about to be read as a script, and for each candidate file of a module in
  /// ``moduleFolders``, whether it exists or not.
  public var onScriptFile: (_ path: String) -> Void = { _ in }
  /// Called before a script starts a process, by `os.execute`, `io.popen` or luv, and after it has loaded a C library,
  /// which may start some.
  public var onProcessStart: () -> Void = {}
  /// Called with a process that a script has started and for whose end it, or luv, waits.
  public var onProcessStarted: (_ process: Int32) -> Void = { _ in }
  /// Called after a script has waited for long.
  public var onLongWait: @MainActor (LuaWait) -> Void = { _ in }
  /// Collects the time that functions take; nil disables profiling.
  public var profile: LuaProfile? {
    didSet { context.pointee.is_profiled = profile == nil ? 0 : 1 }
  }
  /// The current callback, for ``Options/onOverdue`` and for the error of a call that was stopped.
  nonisolated let running = Mutex(LuaCallback("the script"))
  /// The callback that a time limit has stopped, within the outermost call.
  var stoppedCallback: LuaCallback?
  /// Called when a script has created a class.
  public var onSubclass: (@MainActor (HostClass) -> Void)?
  /// Called when a host object becomes known to scripts, with its class and whether a script creates it.
  public var onExpose: (@MainActor (AnyObject, HostClass, Bool, LuaStack) -> Void)?
  /// Called when a script calls a waiting function in a coroutine that cannot wait, with the message and the place of
  /// the call. The code that resumes the coroutine may ignore the error.
  public var onRefusedWait: (@MainActor (_ message: String, _ place: String?) -> Void)?
  /// Called with an error in a callback that a library called instead of the host.
  public var onCallbackError: (LuaError) -> Void = { _ in }
  /// Called before a script uses a function of the host that needs capabilities; throws to refuse. Nil refuses nothing.
  public var willUse: ((_ needs: LuaCapabilities, _ name: String) throws -> Void)?
  /// Called when a function was refused in a worker of a trial run, with the message of the error.
  public var didRefuseInWorker: ((_ name: String, _ message: String) -> Void)?
  /// luv's loop, if a script has required luv.
  public internal(set) var luv: LuvLoop?
  /// Called when a script has required luv. The loop must be run from then on.
  public var onLuv: (LuvLoop) -> Void = { _ in }
  /// The workers of the state; nil before the first one.
  var workersIfCreated: LuaWorkers?
  /// Returns what a message to a worker contains for an object; nil if it cannot be passed.
  public var workerValue: (AnyObject) -> LuaWorkerValue? = { _ in nil }
  /// Creates the object for a value in a message of a worker; nil if it is invalid.
  public var workerObject: (LuaWorkerValue) -> AnyObject? = { _ in nil }
  /// Returns the text of a script by its name in messages, to explain errors; nil if it is unknown.
  public var sourceText: (String) -> ArraySlice<UInt8>? = { _ in nil }
  /// The tasks of the state.
  public private(set) lazy var tasks = TaskQueue(self)

  /// The data shared with C. The watchdog's thread accesses it too, as described in `watchdog.c`, until the state is
  /// closed.
  nonisolated(unsafe) let context: UnsafeMutablePointer<lh_context>
  private(set) var thread: OpaquePointer?
  private var functions: [HostFunction] = []
  private var methods: [HostMethod] = []
  var exitCode: Int32 = 0
  let registry = Registry()

  var classes: [HostClass] = []
  var classesByName: [String: HostClass] = [:]
  var classesByType: [ObjectIdentifier: HostClass] = [:]
  /// The userdata by object, weakly referenced.
  var identities: LuaReference?
  /// The lists that scripts have read; nil if they are not recorded.
  var listCopies: ListCopies?
  /// The number of beginnings and ends of calls that may have changed what a script keeps: those made while touched objects
  /// are recorded.
  public internal(set) var runCount = 0
  var hasRunScript = false
  /// Whether the host records for whom scripts run now, so that ``takeDidRunScript()`` need not.
  public var isRunNoted = false
  /// All userdata of objects, as weak keys.
  var userdatas: LuaReference?
  /// The objects that have a userdata.
  var exposed: Set<UnsafeMutableRawPointer> = []
  /// The numbers of bytes that objects with a userdata hold for scripts, if they are large.
  var held: [UnsafeMutableRawPointer: Int] = [:]
  /// The number of bytes that the host holds for scripts apart from objects.
  public var heldBesideObjects = 0 { didSet { count(heldBesideObjects - oldValue) } }
  var touched: [(object: AnyObject, userdata: UnsafeMutablePointer<lh_object>)] = []
  var loader = ModuleLoader()
  /// The last error about the memory limit that the host has raised in a script.
  var raisedMemoryError: RaisedMemoryError?

  /// Creates a state with Lua's libraries, as far as the options allow.
  ///
  /// - Throws: ``LuaError/memory(limit:)`` if there is not enough memory.
  public init(options: Options = Options()) throws {
    self.options = options
    context = .allocate(capacity: 1)
    context.initialize(to: lh_context())
    guard let L = lh_new_state(context) else {
      context.deallocate()
      throw LuaError.memory(limit: options.memoryLimit ?? 0)
    }
    thread = L
    Self.openContexts.append(context)
    context.pointee.owner = Unmanaged.passUnretained(self).toOpaque()
    // In C, 0 is unlimited.
    context.pointee.limit = options.memoryLimit.map { max(1, $0) } ?? 0
    context.pointee.is_distrusted = options.isTrusted ? 0 : 1
    context.pointee.work_limit = options.timeLimit.map { UInt64(max(1, min($0, 1e9) * 1e9)) } ?? 0
    context.pointee.overdue = reportOverdueCall
    if let watchdog { lh_watch_context(watchdog, context) }
    let stack = LuaStack(L)
    makeIdentityTable(stack)
    try installPrelude(stack)
    try preloadLuv()
  }

  isolated deinit {
    close(runningFinalizers: false)
    lh_free_encoder(context)
    context.deallocate()
  }

  /// The stack of the main thread. It does not keep the state alive.
  ///
  /// - Throws: ``LuaError/closed``.
  public var stack: LuaStack {
    get throws {
      guard let thread else { throw LuaError.closed }
      releaseSlots(thread)
      return LuaStack(thread)
    }
  }

  /// Calls a closure with the main thread's stack and room for a number of values, and restores the stack afterwards.
  ///
  /// - Throws: ``LuaError/closed``; what the body throws.
  @inlinable
  public func withStack<Result>(reserving count: Int32 = 12, _ body: (LuaStack) throws -> Result) throws -> Result {
    let stack = try stack
    let base = stack.top
    defer { if isOpen { stack.top = base } }
    try stack.reserve(count)
    return try body(stack)
  }

  /// Whether a script's function is on the call stack, so that the state cannot be closed.
  public var isInCall: Bool {
    guard let thread else { return false }
    var activation: lua_Debug = .init()
    return context.pointee.task != nil || lua_getstack(thread, 0, &activation) == 1
  }

  /// Whether the state is open.
  public var isOpen: Bool { thread != nil }

  /// Closes the state. Releases host objects that only scripts retained.
  ///
  /// - Precondition: The state is not in a call (``isInCall``).
  /// - Parameter runningFinalizers: whether scripts' `__gc` and `__close` still run; false as if the process were
  ///   killed.
  public func close(runningFinalizers: Bool) {
    guard thread != nil else { return }
    precondition(!isInCall, "a Lua state was closed or released by a function that its script called")
    tasks.end(runningScripts: runningFinalizers)
    workersIfCreated?.end()
    guard let L = thread else { return }
    if runningFinalizers {
      context.pointee.work_limit = max(context.pointee.work_limit, UInt64(END_FINALIZERS) * 1_000_000)
      lh_begin(context)
    } else {
      context.pointee.expired = Int32(LH_KILLED)
      lua_sethook(L, lh_hook, LUA_MASKCOUNT, 1)
    }
    isClosing = true
    context.pointee.closing_since = lh_now()
    thread = nil
    registry.close()
    listCopies = nil
    identities = nil
    userdatas = nil
    context.pointee.enforcing = runningFinalizers ? 1 : 0
    // Memory that luv's threads still use is not freed.
    if luv?.end() ?? true { lua_close(L) }
    luv = nil
    Self.openContexts.removeAll { $0 == context }
    Self.checkedContext = nil
    context.pointee.workers = nil
    workersIfCreated = nil
    lh_unwatch_context(context)
    touched = []
    functions = []
    methods = []
    classesByType = [:]
    classesByName = [:]
    classes = []
  }

  var isClosing = false

  /// The contexts of all states until they are closed, by which debug builds check stacks.
  private static var openContexts: [UnsafeMutablePointer<lh_context>] = []
  /// The context that was found last.
  private static var checkedContext: UnsafeMutablePointer<lh_context>?

  /// Returns whether the state of a thread is open. For debug builds only, as the memory of a closed state is freed.
  @usableFromInline
  static func isOpen(_ thread: OpaquePointer) -> Bool {
    guard let context = lh_get_context(thread) else { return false }
    if context == checkedContext { return true }
    guard openContexts.contains(context) else { return false }
    checkedContext = context
    return true
  }

  func releaseSlots(_ L: OpaquePointer) {
    for slot in registry.takeReleased() { lh_release(L, slot) }
  }

  // MARK: Loading

  /// Compiles a chunk and pushes it as a function.
  ///
  /// - Parameters:
  ///   - name: the chunk's name in messages.
  ///   - mayBePrecompiled: whether a precompiled chunk is accepted.
  /// - Throws: ``LuaError/syntax(message:)``.
  public func load(
    _ source: some Collection<UInt8>, name: String, mayBePrecompiled: Bool = false, on stack: LuaStack
  ) throws {
    let text = Self.withoutPrologue(ArraySlice(source))
    if let code = options.compiledChunks?.code(of: text, name: name) {
      if Self.load(code[...], name: name, mode: "b", on: stack) == LUA_OK { return }
      // Memory is exhausted, or nearly so.
      stack.pop()
    }
    let status = Self.load(text, name: name, mode: mayBePrecompiled ? "bt" : "t", on: stack)
    guard status == LUA_OK else {
      let message = stack.lossyString(-1) ?? "cannot load \(name)"
      stack.pop()
      if status == LUA_ERRMEM { throw LuaError.memory(limit: options.memoryLimit ?? 0) }
      throw LuaError.syntax(message: message + ErrorAdvice.advice(onSyntax: message))
    }
    options.compiledChunks?.keep(text, name: name, on: stack)
  }

  private static func load(_ chunk: ArraySlice<UInt8>, name: String, mode: String, on stack: LuaStack) -> Int32 {
    chunk.withUnsafeBytes { bytes in
      lh_load_buffer(
        stack.L, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, "@" + name, mode)
    }
  }

  /// Returns a script's text without a byte order mark, and with a first line that begins with `#` blanked.
  nonisolated static func withoutPrologue(_ source: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = source
    if text.starts(with: [0xef, 0xbb, 0xbf]) { text = text.dropFirst(3) }
    if text.first == UInt8(ascii: "#") { text = text.drop { $0 != UInt8(ascii: "\n") } }
    return text
  }

  /// Reads and compiles a script file and pushes it as a function.
  ///
  /// - Parameter name: the file's name in messages; nil uses its path.
  public func load(file path: String, name: String? = nil, on stack: LuaStack) throws {
    willLoad(path)
    try load(ScriptFile.read(path), name: name ?? path, on: stack)
  }

  // MARK: Calling

  func call(on stack: LuaStack, arguments: Int32, results: Int32) throws {
    assert(
      arguments >= 0 && stack.top - stack.ownValues > arguments,
      "a call needs a function below its arguments on the stack")
    noteRun()
    // A frame may have been drawn meanwhile.
    defer { noteRun() }
    try run(on: stack) { lh_protected_call(stack.L, arguments, results) }
  }

  /// Notes that a script begins or ends to run.
  func noteRun() {
    guard tracesTouchedObjects else { return }
    runCount &+= 1
    if !isRunNoted { hasRunScript = true }
  }

  /// Runs script code under the limits, and converts errors.
  @inline(__always)
  func run(on stack: LuaStack, _ body: () -> Int32) throws {
    guard isOpen else { throw LuaError.closed }
    let status = body()
    if status != LUA_OK { throw takeError(status: status, on: stack) }
  }

  // MARK: Host functions

  /// Pushes a Swift function. It takes its arguments from the stack, pushes its results and returns their number.
  /// Errors that it throws are raised in the script, at the script's line.
  ///
  /// The closure is retained until the state is closed, even if the script no longer has the function. Push a function
  /// once, and keep a ``LuaReference`` to push it again.
  public func pushFunction(on stack: LuaStack, _ body: @escaping @MainActor (LuaStack) throws -> Int32) {
    let function = HostFunction(body)
    functions.append(function)
    lua_pushlightuserdata(stack.L, Unmanaged.passUnretained(function).toOpaque())
    lh_push_closure(stack.L, lh_call, 1)
  }

  /// Pushes a method, which accepts only instances of its class.
  func push(method: HostMethod, on stack: LuaStack) {
    methods.append(method)
    let pointer = Unmanaged.passUnretained(method).toOpaque()
    if method.encodesValues { return lh_push_encode(stack.L, pointer, method.hostClass.kind) }
    lua_pushlightuserdata(stack.L, pointer)
    lua_pushlightuserdata(stack.L, method.hostClass.kind)
    lh_push_closure(stack.L, lh_call_method, 2)
  }

  /// Defines a module of functions and constants for `require`.
  public func preload(_ name: String, _ open: @escaping @MainActor (LuaStack) throws -> Void) throws {
    let stack = try stack
    stack.pushRegistryTable("_PRELOAD")
    pushFunction(on: stack) { stack in
      try open(stack)
      return 1
    }
    stack.rawSet(-2, name)
    stack.pop()
  }

  /// Requests that the running script exit; it cannot catch that. The outermost call throws ``LuaError/exit(code:)``.
  public func requestExit(code: Int32) -> LuaError {
    exitCode = code
    context.pointee.expired = Int32(LH_EXITING)
    return .exit(code: code)
  }
}

/// A Swift function that scripts can call.
@MainActor
final class HostFunction {
  typealias Body = @MainActor (LuaStack) throws -> Int32
  let body: Body

  init(_ body: @escaping Body) { self.body = body }
}
