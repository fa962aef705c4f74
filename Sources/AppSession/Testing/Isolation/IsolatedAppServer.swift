import FoundationEssentials
import Glibc
import Loop
import LuaRuntime
import LuaScreens
import Processes

extension TestRunner {
  /// Runs an app for the test of another process, which has started this one with a socket, until that process closes
  /// it.
  ///
  /// - Returns: false if there is no socket.
  public func runIsolatedApp() throws -> Bool {
    let socket = ConnectedProcess.childSocket
    var status = stat()
    guard fstat(socket, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return false }
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    guard let library else { return false }
    let server = try IsolatedAppServer(MessageSocket(socket), library)
    server.serve()
    return true
  }
}

/// The process of an isolated app: calls the functions of the library on the app, as its test requests.
@MainActor
private final class IsolatedAppServer {
  private let socket: MessageSocket
  private let connection: AppConnection
  private let library: TestLibrary
  private let runner: TestRunner
  private var app: TestedApp?
  /// The settings that the test knows.
  private var knownSettings: TestedApp.Settings?
  /// Calls ``body`` with a new stack frame, so that calls can nest.
  private var trampoline: LuaReference?
  private var body: TestLibrary.AppFunction?
  private var failure: (any Error)?
  /// Proxies for function arguments of the current call, by the argument's index.
  private var argumentProxies: [Int: LuaReference] = [:]
  /// The object for the app on the stack.
  private var launched: LaunchedApp?

  init(_ socket: MessageSocket, _ library: TestLibrary) throws {
    self.socket = socket
    self.library = library
    runner = library.runner
    connection = AppConnection(socket)
    connection.onMessage = { [unowned self] in handle($0) }
    runner.onPrint = { [unowned self] in send(.printed(Data($0))) }
    library.onNote = { [unowned self] in send(.note($0)) }
    _ = try library.lua.define("Object", FoundObject.self, "An object of the app.")
    library.pushObject = { handle, text, stack in stack.push(object: FoundObject(handle: handle, text: text)) }
    let stack = try library.lua.stack
    library.lua.pushFunction(on: stack) { [unowned self] frame in try callBody(frame) }
    trampoline = LuaReference(stack, -1)
    stack.pop()
  }

  func serve() {
    connection.serve()
    app?.kill()
  }

  private func send(_ message: AppMessage) { try? connection.send(message) }

  private func handle(_ message: AppMessage) -> AppMessage? {
    switch message {
    case .begin(let settings, let objects):
      begin(settings, objects)
      return nil
    case .launch:
      return answer {
        try app?.launch()
        return []
      }
    case .call(let name, let arguments): return answer { try call(name, arguments) }
    case .listPrograms: return .programs(app?.runningPrograms ?? [])
    default: return nil
    }
  }

  private func begin(_ settings: TestedApp.Settings, _ objects: [Int: String]) {
    let errors = AppErrors()
    errors.onEntry = { [unowned self] in send(.error($0)) }
    var surroundings = TestedApp.Surroundings(
      onPrint: runner.onPrint, advise: runner.advise, onNote: { [unowned runner] in runner.report(noteFromApp: $0) })
    surroundings.onOverdue = { [socket] call in
      try? AppConnection.send(.isOverdue("\(call)"), to: socket)
      _exit(1)
    }
    if settings.hasTerminal { surroundings.terminal = { [unowned self] in try runInTerminal($0) } }
    let app = TestedApp(settings, isIsolated: true, errors: errors, surroundings)
    app.session.configuration.register = runner.register
    runner.willLaunch(app.session)
    app.objects.remember(objects)
    app.crash.onCrash = { [unowned self] in crash() }
    self.app = app
    launched = LaunchedApp(.here(app), errors: errors)
    knownSettings = settings
  }

  /// Dies by `SIGKILL`, as the test requested.
  private func crash() {
    sendSettings()
    if let moment = app?.crash.crashedMoment { send(.crashes(moment)) }
    fflush(nil)
    kill(getpid(), SIGKILL)
  }

  private func sendSettings() {
    guard let app, app.nextSettings != knownSettings else { return }
    knownSettings = app.nextSettings
    send(.changed(app.nextSettings))
  }

  // MARK: Calls

  /// Returns the answer to a request.
  private func answer(_ body: () throws -> [AppValue]) -> AppMessage {
    defer {
      sendSettings()
      fflush(nil)
    }
    do { return .returned(try body()) } catch { return .failed(failure(for: error)) }
  }

  private func call(_ name: String, _ arguments: [AppValue]) throws -> [AppValue] {
    guard let function = library.appFunctions[name], let trampoline else { return [] }
    return try library.lua.withStack(reserving: Int32(clamping: arguments.count) + 10) { stack in
      let base = stack.top
      stack.push(trampoline)
      stack.push(object: launched)
      for argument in arguments { push(argument, on: stack) }
      (body, failure) = (function, nil)
      do {
        try stack.call(arguments: stack.top - base - 1, results: LuaStack.allResults)
      } catch {
        // The library's error, rather than its conversion by the script.
        throw failure ?? error
      }
      return try stride(from: base + 1, through: stack.top, by: 1).map { try AppValue(result: $0, on: stack) }
    }
  }

  private func callBody(_ frame: LuaStack) throws -> Int32 {
    guard let app, let body else { return 0 }
    self.body = nil
    do {
      let count = try body(app, frame)
      failure = nil
      return count
    } catch {
      failure = error
      throw error
    }
  }

  private func push(_ argument: AppValue, on stack: LuaStack) {
    switch argument {
    case .plain(let bytes): PlainValue(encoded: Array(bytes)).push(on: stack)
    case .app: stack.push(object: launched)
    case .function(let index): push(argumentProxy: index, on: stack)
    case .object, .list: stack.pushNil()
    }
  }

  /// Pushes a proxy that calls the test's function at this argument of the current call.
  private func push(argumentProxy index: Int, on stack: LuaStack) {
    if let argumentProxy = argumentProxies[index] { return stack.push(argumentProxy) }
    library.lua.pushFunction(on: stack) { [unowned self] frame in
      do {
        guard case .returned(let values) = try connection.request(.callArgument(index)) else { return 0 }
        for value in values { push(value, on: frame) }
        return Int32(values.count)
      } catch AppFailure.ofTest(let number, let message, _) {
        // Only errors of the test are tables.
        frame.createTable(array: 1)
        frame.push(number)
        frame.rawSet(-2, 1)
        throw LuaError.runtime(message: message, traceback: "", value: LuaReference(frame, -1))
      }
    }
    argumentProxies[index] = LuaReference(stack, -1)
  }

  /// Converts an error for the test.
  private func failure(for error: any Error) -> AppFailure {
    guard case LuaError.runtime(let message, _, let value?) = error, value.belongs(to: library.lua),
      let number = try? library.lua.withStack({ stack -> Int64? in
        stack.push(value)
        stack.rawGet(-1, 1)
        return stack.integer(-1)
      })
    else { return AppFailure(error) }
    return .ofTest(Int(number), message, hasPlace: true)
  }

  private func runInTerminal(_ command: Command) throws -> ProcessEnd {
    do {
      guard case .programEnded(let end) = try connection.request(.runInTerminal(command)) else {
        return ProcessEnd(status: nil, signal: nil)
      }
      return end
    } catch AppFailure.ofTest(_, let message, let hasPlace) {
      throw AppFailure.error(message, hasPlace: hasPlace)
    }
  }
}
