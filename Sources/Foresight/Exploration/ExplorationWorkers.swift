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
  /// - Throws: ``ProcessError`` if no process can be started.
  static func run(
    _ parts: inout ShardQueue, _ work: ExplorationWork, program: [String], count: Int, _ monitor: ExplorationMonitor
  ) throws {
    var workers: [(process: ConnectedProcess, part: Int?)] = []
    var isStopping = false
    while true {
      while !isStopping {
        let index = workers.firstIndex { $0.part == nil } ?? workers.count
        guard index < count, let (number, shard) = parts.begin() else { break }
        if index == workers.count {
          workers.append((try ConnectedProcess(Command(program.map { Array($0.utf8) })), nil))
        }
        try send(Request(work: work, shard: shard), to: workers[index].process.socket)
        workers[index].part = number
      }
      guard workers.contains(where: { $0.part != nil }) else { return }
      if !isStopping, monitor.isStopped {
        isStopping = true
        for worker in workers { shutdown(worker.process.socket, Int32(SHUT_WR)) }
      }
      var sockets = workers.map { pollfd(fd: $0.process.socket, events: Int16(POLLIN), revents: 0) }
      guard poll(&sockets, nfds_t(sockets.count), interruptionDelay) > 0 else { continue }
      guard let index = sockets.firstIndex(where: { $0.revents != 0 }) else { continue }
      let (process, part) = workers[index]
      switch (receive(Reply.self, from: process.socket), part) {
      case (.progress(let progress)?, let part?): monitor.note(progress, of: part)
      case (.result(let result)?, let part?):
        monitor.note(Shard.Progress(result), of: part)
        parts.end(part, result)
        workers[index].part = nil
      case (_, let part):
        // The process has ended: another one takes the next part.
        if let part { parts.end(part, nil) }
        workers.remove(at: index)
      }
    }
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
