import Glibc

@testable import Loop
@testable import Processes

extension MainLoop {
  /// Runs until a condition is met. Returns whether it was within the time.
  @discardableResult
  func turn(within seconds: Double = 10, until isMet: () -> Bool) -> Bool {
    var timers: [TimerQueue.Timer] = []
    defer { timers.forEach { $0.cancel() } }
    run {
      // The loop's clock has stood still since it ran the last time. Some conditions become true without an event.
      if timers.isEmpty { timers = [self.timers.after(seconds) {}, self.timers.every(0.01) {}] }
      if isMet() || !timers[0].isPending { stop() }
    }
    return isMet()
  }

  /// Runs for a moment.
  func turn() { turn(within: 0.01) { false } }
}

/// The output and exit status of a process.
@MainActor
final class Record {
  var output: [UInt8] = []
  var errors: [UInt8] = []
  var lines: [String] = []
  var end: ProcessEnd?

  var text: String { String(decoding: output, as: UTF8.self) }

  /// Starts a program whose output and errors are recorded.
  func start(
    _ command: Command, input: ProcessStream = .nothing, in table: ProcessTable
  ) throws -> ChildProcess {
    let process = try table.start(
      command,
      [
        input,
        .output(
          OutputHandler(
            onBytes: { [unowned self] in output += $0 },
            onLine: { [unowned self] in lines.append(String(decoding: $0, as: UTF8.self)) })),
        .output(OutputHandler(onBytes: { [unowned self] in errors += $0 })),
      ])
    process.onExit = { [unowned self] in end = $0 }
    return process
  }

  /// Runs a shell command until it exits.
  static func shell(_ words: String, input: ProcessStream = .nothing, within seconds: Double = 10) throws -> Record {
    let loop = MainLoop()
    let table = ProcessTable(loop: loop)
    let record = Record()
    _ = try record.start(Command("sh", "-c", words), input: input, in: table)
    loop.turn(within: seconds) { record.end != nil }
    return record
  }
}

/// Returns the number of open descriptors of this process.
func openDescriptors() -> Int { entries(of: "/proc/self/fd") }

/// Whether a process exists and is not a zombie.
func isAlive(_ process: pid_t) -> Bool {
  guard let file = fopen("/proc/\(process)/stat", "r") else { return false }
  defer { fclose(file) }
  var bytes = [CChar](repeating: 0, count: 512)
  fgets(&bytes, 512, file)
  let text = String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  return !(text.split(separator: ")").last?.hasPrefix(" Z") ?? true)
}

func entries(of path: String) -> Int {
  guard let folder = opendir(path) else { return 0 }
  defer { closedir(folder) }
  var count = 0
  while readdir(folder) != nil { count += 1 }
  return count
}

/// Returns the number of children of this process, including zombies.
func childCount() -> Int {
  var count = 0
  guard let folder = opendir("/proc/self/task") else { return 0 }
  defer { closedir(folder) }
  while let entry = readdir(folder) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    guard let file = fopen("/proc/self/task/\(name)/children", "r") else { continue }
    var bytes = [CChar](repeating: 0, count: 65536)
    fgets(&bytes, 65536, file)
    fclose(file)
    count += bytes.prefix { $0 != 0 }.count { $0 == 32 }
  }
  return count
}
