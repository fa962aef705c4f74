import Glibc

@testable import Processes

/// A loop that a test runs turn by turn, in real time.
@MainActor
final class PollLoop: ProcessLoop {
  private var watches: [(number: Int, descriptor: () -> Int32?, forWriting: Bool, onReady: () -> Void)] = []
  private var timers: [(number: Int, time: ContinuousClock.Instant, action: () -> Void)] = []
  private var made = 0

  func watch(
    _ descriptor: @escaping () -> Int32?, forWriting: Bool, onReady: @escaping () -> Void
  ) -> () -> Void {
    made += 1
    let number = made
    watches.append((number, descriptor, forWriting, onReady))
    return { [weak self] in self?.watches.removeAll { $0.number == number } }
  }

  func after(_ seconds: Double, _ action: @escaping @MainActor () -> Void) -> () -> Void {
    made += 1
    let number = made
    timers.append((number, .now + .seconds(seconds), action))
    return { [weak self] in self?.timers.removeAll { $0.number == number } }
  }

  /// Whether user input is pending.
  var hasInput = false

  /// The number of watched descriptors.
  var watchCount: Int { watches.count }

  /// Runs a turn, which waits for 10 ms at most.
  func turn() {
    let watched = watches
    var descriptors = watched.map {
      pollfd(fd: $0.descriptor() ?? -1, events: Int16($0.forWriting ? POLLOUT : POLLIN), revents: 0)
    }
    poll(&descriptors, nfds_t(descriptors.count), 10)
    for (watch, descriptor) in zip(watched, descriptors)
    where descriptor.revents != 0 && watches.contains(where: { $0.number == watch.number }) { watch.onReady() }
    for timer in timers where timer.time <= .now {
      timers.removeAll { $0.number == timer.number }
      timer.action()
    }
  }

  /// Runs turns until a condition is met, and returns whether it was met in time.
  @discardableResult
  func turn(within seconds: Double = 10, until isMet: () -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      if isMet() { return true }
      turn()
    }
    return isMet()
  }
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
    let loop = PollLoop()
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
