import Glibc
import SystemCalls

/// How a child process is started: by `vfork`, with nothing of this process but what is listed here.
public struct ChildConfiguration: Sendable {
  /// What a child belongs to.
  public enum Group: Int32, Sendable {
    /// The process group of this process: keys of the terminal reach it.
    case parent = 0
    /// A process group of its own.
    case own = 1
    /// A session of its own, without a terminal.
    case session = 2
  }

  /// The program and its arguments, as bytes without zeros.
  public var arguments: [[UInt8]]
  /// Where the program may be, tried in this order.
  public var paths: [[UInt8]]
  /// All of its environment, as `NAME=VALUE`.
  public var environment: [[UInt8]]
  /// The folder that it runs in; nil for this process's.
  public var folder: [UInt8]?
  /// What it gets as its descriptors 0 up. They stay the caller's, and are 16 or more.
  public var descriptors: [Int32]
  public var group = Group.session
  /// Whether it goes on when the main thread of this process ends.
  public var outlivesParent = false

  /// A child with these, in a session of its own.
  public init(
    arguments: [[UInt8]], paths: [[UInt8]], environment: [[UInt8]], folder: [UInt8]? = nil, descriptors: [Int32]
  ) {
    self.arguments = arguments
    self.paths = paths
    self.environment = environment
    self.folder = folder
    self.descriptors = descriptors
  }

  /// Starts the child. Returns its number.
  ///
  /// - Throws: ``ChildStartError``, which says what could not be done.
  @MainActor
  public func start() throws(ChildStartError) -> pid_t {
    let pathList = CStringList(paths)
    let argumentList = CStringList(arguments)
    let shellList = CStringList([Array("sh".utf8), []] + arguments.dropFirst())
    let environmentList = CStringList(environment)
    let folderText = CStringList(folder.map { [$0] } ?? [])
    var failure = system_start_failure()
    let process = descriptors.withUnsafeBufferPointer { descriptors in
      var command = system_command()
      command.paths = UnsafePointer(pathList.pointers)
      command.arguments = argumentList.pointers
      command.shell_arguments = shellList.pointers
      command.environment = UnsafePointer(environmentList.pointers)
      command.folder = UnsafePointer(folderText.pointers[0])
      command.descriptors = descriptors.baseAddress
      command.descriptor_count = Int32(descriptors.count)
      command.group = group.rawValue
      command.outlives_us = outlivesParent ? 1 : 0
      return system_start(&command, &failure)
    }
    // C has read from them until here.
    withExtendedLifetime((pathList, argumentList, shellList, environmentList, folderText)) {}
    guard process < 0 else { return process }
    throw ChildStartError(step: ChildStartError.Step(rawValue: failure.step) ?? .process, code: failure.code)
  }
}

/// Why a child process could not be started.
public struct ChildStartError: Error, Equatable, Sendable {
  public enum Step: Int32, Sendable {
    /// There was no room for another process.
    case process = 1
    /// The folder cannot be entered.
    case folder = 2
    /// The program is missing, or cannot be run.
    case program = 3
    /// It could not be given its descriptors.
    case descriptors = 4
  }

  public var step: Step
  /// The system's error code.
  public var code: Int32
}

/// How a process ended.
public struct ProcessEnd: Equatable, Sendable {
  /// What it returned; nil if a signal ended it.
  public var status: Int32?
  /// The signal that ended it.
  public var signal: Int32?

  /// An end of these; of neither, if nobody knows.
  public init(status: Int32?, signal: Int32?) {
    self.status = status
    self.signal = signal
  }
}

/// A child process by a descriptor (`pidfd`) that means it and no other: its end is seen whoever handles `SIGCHLD`, and whether or
/// not other code waits for children.
@MainActor
public final class ChildHandle {
  /// The child's number.
  public let process: pid_t
  private let descriptor: Int32
  private var isOpen = true
  private var watch: DescriptorWatch?
  /// Children whose end nobody waits for any more. Somebody has to take it, or they stay as zombies.
  private static var abandoned: [ChildHandle] = []

  /// The handle of a child that was started just now.
  ///
  /// - Throws: ``LoopError`` if the process has no descriptors left.
  public init(_ process: pid_t) throws(LoopError) {
    self.process = process
    descriptor = system_open_process(process)
    guard descriptor >= 0 else { throw .system(call: "pidfd_open", code: errno) }
  }

  /// Calls a closure once, with the child's end, which is taken then.
  public func watch(on loop: any EventLoop, onEnd: @escaping @MainActor (ProcessEnd) -> Void) {
    watch = loop.watch(descriptor, for: .readable) { [weak self] in
      if let end = self?.reap() { onEnd(end) }
    }
  }

  /// Waits for the child's end. Returns whether it has ended.
  public func wait(atMost milliseconds: Int32) -> Bool {
    var ended = pollfd(fd: isOpen ? descriptor : -1, events: Int16(POLLIN), revents: 0)
    return !isOpen || poll(&ended, 1, milliseconds) > 0
  }

  /// Takes the child's end; nil while it runs. If other code has taken the end, nothing is known of it.
  public func reap() -> ProcessEnd? {
    var (status, signal): (Int32, Int32) = (0, 0)
    let result = isOpen ? system_reap(descriptor, &status, &signal) : -1
    if result == 0 { return nil }
    close()
    guard result == 1 else { return ProcessEnd(status: nil, signal: nil) }
    return ProcessEnd(status: signal == 0 ? status : nil, signal: signal == 0 ? nil : signal)
  }

  /// Reports its end to nobody any more, and takes it when ``reapAbandoned()`` is called.
  public func abandon() {
    watch?.cancel()
    watch = nil
    if isOpen { Self.abandoned.append(self) }
  }

  /// Takes the ends of abandoned children that have ended.
  public static func reapAbandoned() { abandoned.removeAll { $0.reap() != nil } }

  private func close() {
    watch?.cancel()
    watch = nil
    if isOpen { Glibc.close(descriptor) }
    isOpen = false
  }

  isolated deinit { close() }
}

/// Strings as C has them: a list of pointers that ends with none.
private final class CStringList {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  /// What is to be freed, whatever C put into the list.
  private var copies: [UnsafeMutablePointer<CChar>] = []

  init(_ strings: some Collection<[UInt8]>) {
    pointers = .allocate(capacity: strings.count + 1)
    pointers.initialize(repeating: nil, count: strings.count + 1)
    for (index, string) in strings.enumerated() {
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: string.count + 1)
      for (place, byte) in string.enumerated() { copy[place] = CChar(bitPattern: byte) }
      copy[string.count] = 0
      pointers[index] = copy
      copies.append(copy)
    }
  }

  deinit {
    for copy in copies { copy.deallocate() }
    pointers.deallocate()
  }
}
