import Glibc
import SystemCalls

/// The configuration of a child process. It is started with `vfork` and inherits only what is listed here.
public struct ChildConfiguration: Sendable {
  /// The process group or session of a child.
  public enum Group: Int32, Sendable {
    /// The process group of this process: keys of the terminal send signals to it.
    case parent = 0
    /// Its own process group.
    case own = 1
    /// Its own session, without a terminal.
    case session = 2
  }

  /// The program and its arguments, as bytes without zeros.
  public var arguments: [[UInt8]]
  /// The possible paths of the program, tried in this order.
  public var paths: [[UInt8]]
  /// The whole environment, as `NAME=VALUE`.
  public var environment: [[UInt8]]
  /// The folder in which it runs; nil for that of this process.
  public var folder: [UInt8]?
  /// Its descriptors from 0 on. They remain the caller's, and are 16 or more.
  public var descriptors: [Int32]
  public var group = Group.session
  /// Whether it continues when the main thread of this process exits.
  public var outlivesParent = false

  /// Creates a configuration for a child in its own session.
  public init(
    arguments: [[UInt8]], paths: [[UInt8]], environment: [[UInt8]], folder: [UInt8]? = nil, descriptors: [Int32]
  ) {
    self.arguments = arguments
    self.paths = paths
    self.environment = environment
    self.folder = folder
    self.descriptors = descriptors
  }

  /// Starts the child. Returns its process identifier.
  ///
  /// - Throws: ``ChildStartError``, which identifies the step that failed.
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
    // C code has read from them until here.
    withExtendedLifetime((pathList, argumentList, shellList, environmentList, folderText)) {}
    guard process < 0 else { return process }
    throw ChildStartError(step: ChildStartError.Step(rawValue: failure.step) ?? .process, code: failure.code)
  }
}

/// The reason why a child process could not be started.
public struct ChildStartError: Error, Equatable, Sendable {
  public enum Step: Int32, Sendable {
    /// The system has no room for another process.
    case process = 1
    /// The folder cannot be entered.
    case folder = 2
    /// The program is missing or cannot be executed.
    case program = 3
    /// The descriptors could not be set up.
    case descriptors = 4
  }

  public var step: Step
  /// The system's error code.
  public var code: Int32
}

/// The result of a process: its exit status, or the signal that terminated it.
public struct ProcessEnd: Equatable, Sendable, Codable {
  /// The exit status; nil if a signal terminated the process.
  public var status: Int32?
  /// The signal that terminated the process.
  public var signal: Int32?

  /// Creates a value; without status and signal if neither is known.
  public init(status: Int32?, signal: Int32?) {
    self.status = status
    self.signal = signal
  }
}

/// A child process, identified by a descriptor (`pidfd`) that refers to no other process. Its exit is detected
/// regardless of other handlers of `SIGCHLD` and other code that waits for children.
@MainActor
public final class ChildHandle {
  /// The child's process identifier.
  public let process: pid_t
  private let descriptor: Int32
  private var isOpen = true
  private var watch: DescriptorWatch?
  /// Children for which no code waits any more. They must be reaped, or they remain as zombies.
  private static var abandoned: [ChildHandle] = []

  /// Creates the handle of a child that was just started.
  ///
  /// - Throws: ``LoopError`` if the process has no descriptors left.
  public init(_ process: pid_t) throws(LoopError) {
    self.process = process
    descriptor = system_open_process(process)
    guard descriptor >= 0 else { throw .system(call: "pidfd_open", code: errno) }
  }

  /// Calls a closure once, when the child has exited and was reaped.
  public func watch(on loop: any EventLoop, onEnd: @escaping @MainActor (ProcessEnd) -> Void) {
    watch = loop.watch(descriptor, for: .readable) { [weak self] in
      if let end = self?.reap() { onEnd(end) }
    }
  }

  /// Waits for the child to exit. Returns whether it has exited.
  public func wait(atMost milliseconds: Int32) -> Bool {
    var ended = pollfd(fd: isOpen ? descriptor : -1, events: Int16(POLLIN), revents: 0)
    return !isOpen || poll(&ended, 1, milliseconds) > 0
  }

  /// Reaps the child; nil while it runs. If other code has reaped it, status and signal are unknown.
  public func reap() -> ProcessEnd? {
    var (status, signal): (Int32, Int32) = (0, 0)
    let result = isOpen ? system_reap(descriptor, &status, &signal) : -1
    if result == 0 { return nil }
    close()
    guard result == 1 else { return ProcessEnd(status: nil, signal: nil) }
    return ProcessEnd(status: signal == 0 ? status : nil, signal: signal == 0 ? nil : signal)
  }

  /// Stops reporting; ``reapAbandoned()`` reaps the child later.
  public func abandon() {
    watch?.cancel()
    watch = nil
    if isOpen { Self.abandoned.append(self) }
  }

  /// Reaps abandoned children that have exited.
  public static func reapAbandoned() { abandoned.removeAll { $0.reap() != nil } }

  private func close() {
    watch?.cancel()
    watch = nil
    if isOpen { Glibc.close(descriptor) }
    isOpen = false
  }

  isolated deinit { close() }
}

/// C strings: a list of pointers terminated by null.
private final class CStringList {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  /// The pointers to free, as C code may change the list.
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
