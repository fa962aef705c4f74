import FoundationEssentials
import Glibc
import Interface
import Loop
import LuaRuntime
import LuaScreens
import Processes

/// The settings of an exploration, for another process.
struct ExplorationWork: Codable, Equatable {
  private let script: String
  private let source: String?
  private let version: String?
  private let arguments: [[UInt8]]
  private let columns: Int
  private let rows: Int
  private let memoryLimit: Int?
  private let capabilities: Int
  private let isAllowed: Bool
  private let movesWorld: Bool

  /// Creates the settings; nil if another process would not explore the same app, as it has no Swift code of this one, and
  /// no app that is only in its memory.
  @MainActor
  init?(_ settings: ExploredRun.Settings) {
    let configuration = settings.configuration
    guard configuration.register == nil, configuration.observers.isEmpty, configuration.bundle == nil else {
      return nil
    }
    script = configuration.script
    source = configuration.source
    version = configuration.version
    arguments = configuration.arguments.map(\.bytes)
    (columns, rows) = (configuration.screenSize.width, configuration.screenSize.height)
    memoryLimit = configuration.lua.memoryLimit
    capabilities = configuration.lua.capabilities.rawValue
    isAllowed = settings.isAllowed
    movesWorld = settings.movesWorld
  }

  @MainActor
  var settings: ExploredRun.Settings {
    let lua = LuaState.Options(memoryLimit: memoryLimit, capabilities: LuaCapabilities(rawValue: capabilities))
    var configuration = ScriptHost.Configuration(
      script: script, arguments: arguments.map { LuaBytes($0) }, lua: lua,
      screenSize: Size(width: columns, height: rows), version: version)
    configuration.source = source
    var settings = ExploredRun.Settings(configuration, isAllowed: isAllowed)
    settings.movesWorld = movesWorld
    return settings
  }
}

/// Processes that explore parts of an app.
@MainActor
enum ExplorationWorkers {
  private struct Request: Codable {
    var work: ExplorationWork
    var shard: Shard
  }

  private enum Reply: Codable {
    case progress(Shard.Progress)
    case result(Shard.Result)
  }

  /// Runs parts in several processes.
  ///
  /// - Parameter monitor: notes the progress, and knows whether to stop: the processes then end their parts early.
  /// - Returns: the results in the order of the parts; nil for one whose process ended, and one that was not begun.
  /// - Throws: ``ProcessError`` if no process can be started.
  static func run(
    _ shards: [Shard], _ work: ExplorationWork, program: [String], count: Int, _ monitor: ExplorationMonitor
  ) throws -> [Shard.Result?] {
    var results: [Shard.Result?] = Array(repeating: nil, count: shards.count)
    var next = 0
    var working: [(process: ConnectedProcess, shard: Int)] = []
    var isStopping = false
    func start() throws {
      guard next < shards.count, !isStopping else { return }
      let process = try ConnectedProcess(Command(program.map { Array($0.utf8) }))
      try send(Request(work: work, shard: shards[next]), to: process.socket)
      working.append((process, next))
      next += 1
    }
    for _ in 0..<count { try start() }
    while !working.isEmpty {
      if !isStopping, monitor.isStopped {
        isStopping = true
        for process in working.map(\.process) { shutdown(process.socket, Int32(SHUT_WR)) }
      }
      var sockets = working.map { pollfd(fd: $0.process.socket, events: Int16(POLLIN), revents: 0) }
      guard poll(&sockets, nfds_t(sockets.count), interruptionDelay) > 0 else { continue }
      guard let index = sockets.firstIndex(where: { $0.revents != 0 }) else { continue }
      let (process, shard) = working[index]
      let reply = receive(Reply.self, from: process.socket)
      if case .progress(let progress)? = reply {
        monitor.note(progress, of: shard)
        continue
      }
      if case .result(let result)? = reply {
        results[shard] = result
        monitor.note(Shard.Progress(result), of: shard)
        if next < shards.count, !isStopping {
          try send(Request(work: work, shard: shards[next]), to: process.socket)
          working[index].shard = next
          next += 1
          continue
        }
      }
      working.remove(at: index)
      // The process has ended: another one takes the next part.
      if results[shard] == nil { try start() }
    }
    return results
  }

  /// The milliseconds after which an interruption that arrived before `poll` is noticed.
  private static let interruptionDelay: Int32 = 200

  /// Explores the parts that the process at the other end of a socket asks for, and ends early when it closes its side.
  static func serve(_ socket: Int32) throws {
    // A key of the terminal interrupts all processes; the other one decides.
    let interruption = InterruptFlag()
    defer { withExtendedLifetime(interruption) {} }
    var pace = Pace()
    // The settings keep images and compiled scripts for the next part.
    var last: (work: ExplorationWork, settings: ExploredRun.Settings)?
    while let request = receive(Request.self, from: socket) {
      let settings = last?.work == request.work ? last?.settings : nil
      let current = (request.work, settings ?? request.work.settings)
      last = current
      let result = try request.shard.run(current.1) { result in
        if pace.isDue() { try? send(Reply.progress(Shard.Progress(result)), to: socket) }
        return !isClosed(socket)
      }
      try send(Reply.result(result), to: socket)
    }
  }

  /// Whether the process at the other end sends nothing more.
  private static func isClosed(_ socket: Int32) -> Bool {
    var byte: UInt8 = 0
    return recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) == 0
  }

  // MARK: Messages

  private static func send(_ message: some Encodable, to socket: Int32) throws {
    try MessageSocket(socket).send(try JSONEncoder().encode(message))
  }

  private static func receive<Message: Decodable>(_ type: Message.Type, from socket: Int32) -> Message? {
    try? JSONDecoder().decode(type, from: Data(MessageSocket(socket).receive()))
  }
}

extension Exploration {
  /// Explores parts of apps for the process that has started this one, until it is done.
  public static func runWorker() throws { try ExplorationWorkers.serve(ConnectedProcess.childSocket) }
}
