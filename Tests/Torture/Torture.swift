import Foundation
import Seeded

/// Runs a real app under a stream of input, kills it at random moments and inside its writes, fills the disk, and
/// checks the restored state each time.
///
/// The app saves a number before it prints it. So the restored state must be that number or a later one that was sent;
/// and it must be a state that existed, not a mixture.
@main
struct Torture {
  private let setup: Setup
  private var random: SeededGenerator
  /// The greatest number sent, and the greatest printed.
  private var sent = 0
  private var acknowledged = 0
  private var tally = Tally()
  /// Whether the previous launch completed.
  private var mayDieLaunching = true

  /// Counts of attempts and results.
  struct Tally {
    var kills = 0
    var killsInsideWrites = 0
    var killsWhileLaunching = 0
    var killsWhileExtended = 0
    var fullDisks = 0
    var launches = 0
    var lost = 0
    var broken = 0
    var problems: [String] = []
  }

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 4, let kills = Int(arguments[1]) else {
      FileHandle.standardError.write(Data("usage: Torture KILLS LUAHOST FAULTS SCRIPT [SEED]\n".utf8))
      exit(2)
    }
    let seed = arguments.count > 5 ? UInt64(arguments[5]) ?? 1 : UInt64.random(in: 0...UInt64.max)
    let state = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-torture-\(getpid())").path
    defer { try? FileManager.default.removeItem(atPath: state) }
    var torture = Torture(
      setup: Setup(luahost: arguments[2], faults: arguments[3], script: arguments[4], state: state), seed: seed)
    try torture.run(kills: kills)
    torture.printTable(seed: seed)
    exit(torture.tally.problems.isEmpty ? 0 : 1)
  }

  init(setup: Setup, seed: UInt64) {
    self.setup = setup
    random = SeededGenerator(state: seed)
  }

  private mutating func run(kills: Int) throws {
    while tally.kills < kills, tally.problems.count < 10 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: try fillDisk()
      case 1...4: try killInsideWrite()
      case 5: try killWhileExtended()
      default: try killAnywhere()
      }
      if tally.kills % 10 == 0 { try verify() }
    }
    try verify()
  }

  // MARK: Kills and faults

  private mutating func killAnywhere() throws {
    let app = try Luahost(setup)
    guard checkState(app) else { return }
    stream(to: app, lines: Int.random(in: 1...40, using: &random))
    let pause = UInt32.random(in: 0...20_000, using: &random)
    if pause > 0 { usleep(pause) }
    app.kill()
    end(app)
    tally.kills += 1
  }

  /// Kills the app while its restoration is extended, or lets it exit in order or complete.
  private mutating func killWhileExtended() throws {
    let isLong = Bool.random(using: &random)
    let app = try Luahost(setup, extending: isLong ? 5 : 0.005)
    if isLong {
      usleep(UInt32.random(in: 5_000...40_000, using: &random))
      // A single crash during a launch has no effect; other tests cover a second one.
      if mayDieLaunching { app.kill() } else { app.terminate() }
      mayDieLaunching = false
      let (lines, errors, _) = app.finish()
      take(lines)
      // Earlier launches may have crashed, too: then this one began without their state, and nothing reports that
      // again.
      _ = bringBack(errors)
      tally.kills += 1
      tally.killsWhileExtended += 1
      return
    }
    guard checkState(app) else { return }
    stream(to: app, lines: 5)
    app.kill()
    end(app)
    tally.kills += 1
  }

  private mutating func killInsideWrite() throws {
    let app = try Luahost(setup, fault: "kill:\(Int.random(in: 1...120, using: &random))")
    guard checkState(app) else {
      tally.kills += 1
      tally.killsInsideWrites += 1
      return
    }
    for _ in 0..<4 { stream(to: app, lines: 10) }
    usleep(15_000)
    app.kill()
    end(app)
    tally.kills += 1
    tally.killsInsideWrites += 1
  }

  /// Fills the disk for a while; the app continues, and saves again when it can.
  private mutating func fillDisk() throws {
    let first = Int.random(in: 1...40, using: &random)
    let app = try Luahost(setup, fault: "full:\(first):\(Int.random(in: 1...30, using: &random))")
    guard checkState(app) else { return }
    for _ in 0..<20 {
      sent += 1
      app.send("set(\(sent)) print(\(sent))")
    }
    app.send("for i = 1, 60 do set(number) end")
    for _ in 0..<30 { app.send("set(number)") }
    app.send(":background")
    app.send(":background")
    app.send(":quit")
    let (_, errors, _) = app.finish()
    if errors.contains("Fatal") || errors.contains("crash") { problem("a full disk ended the app:\n\(errors)") }
    tally.fullDisks += 1
    // Numbers that were not acknowledged may be missing, but the restored state must have existed.
  }

  private mutating func stream(to app: Luahost, lines: Int) {
    for _ in 0..<lines {
      sent += 1
      app.send("set(\(sent)) print(\(sent))")
    }
    take(app.readAvailable(for: Int32.random(in: 0...5, using: &random)))
  }

  private mutating func take(_ lines: [String]) {
    for line in lines {
      if let number = Int(line), number > acknowledged, number <= sent { acknowledged = number }
    }
  }

  private mutating func end(_ app: Luahost) {
    take(app.finish().lines)
  }

  // MARK: Restored state

  /// Asks a new process for its state. Returns false if it crashed before answering.
  private mutating func checkState(_ app: Luahost) -> Bool {
    app.send("print(state())")
    guard let line = app.readLine() else {
      let (_, errors, status) = app.finish()
      // Killed during a write of its launch: the next launch skips that save, and names it.
      if status == SIGKILL {
        tally.killsWhileLaunching += 1
      } else {
        problem("it did not start (\(status)): \(errors)")
      }
      return false
    }
    tally.launches += 1
    mayDieLaunching = true
    guard line.hasPrefix("state "), let number = Int(line.dropFirst(6)) else {
      tally.broken += 1
      problem("the state never existed: \(line)")
      return true
    }
    if number < acknowledged || number > sent {
      app.kill()
      let errors = app.finish().errors
      if number == 0, bringBack(errors) { return false }
      tally.lost += 1
      problem(
        "state \(number) came back; \(acknowledged) was acknowledged, \(sent) was sent; it said: \"\(errors)\"")
    }
    // Later numbers continue from there: those lost unsaved are sent again.
    defer { (acknowledged, sent) = (number, number) }
    return number >= acknowledged && number <= sent
  }

  /// If the app was killed during restoration and launched without that state, a rollback must restore it.
  ///
  /// - Parameter errors: its standard error.
  private mutating func bringBack(_ errors: String) -> Bool {
    guard let words = errors.firstRange(of: "while it restored save "),
      let save = Int(errors[words.upperBound...].prefix { $0.isNumber })
    else { return false }
    let (output, status) = (try? setup.archive(["rollback", setup.state, "\(save)"])) ?? ("", -1)
    if status != 0 { problem("rollback to \(save) failed: \(output)") }
    return status == 0
  }

  private mutating func verify() throws {
    let (output, status) = try setup.archive(["verify", setup.state])
    if status != 0 { problem("verify: \(output)") }
  }

  private mutating func problem(_ text: String) {
    tally.problems.append(text)
    FileHandle.standardError.write(Data("kill \(tally.kills): \(text)\n".utf8))
  }

  private func printTable(seed: UInt64) {
    let rows = [
      ("kills (SIGKILL)", tally.kills), ("... of them inside a write", tally.killsInsideWrites),
      ("... of them while launching", tally.killsWhileLaunching),
      ("... of them while restoration was extended", tally.killsWhileExtended), ("full disks", tally.fullDisks),
      ("launches", tally.launches), ("states lost", tally.lost), ("states that never existed", tally.broken),
      ("other problems", tally.problems.count - tally.lost - tally.broken),
    ]
    for (name, count) in rows { print("\(name.padding(toLength: 44, withPad: " ", startingAt: 0)) \(count)") }
    print("seed \(seed)")
  }
}
