import Glibc
import Loop
import SystemCalls

/// A child process that shares the standard streams of this one, and is connected to it by a socket.
///
/// The child does not outlive this process. It is killed when its owner releases it.
@MainActor
package final class ConnectedProcess {
  /// The descriptor of the socket in the child.
  package static let childSocket: Int32 = 3

  /// This process's end of the socket.
  package let socket: Int32
  private let handle: ChildHandle
  private var knownEnd: ProcessEnd?

  /// Starts a program.
  package init(_ command: Command) throws(ProcessError) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw .system("cannot start \"\(command.name)\"")
    }
    socket = ends[0]
    var theirs = [system_move_descriptor(ends[1])]
    defer { for descriptor in theirs where descriptor >= 0 { close(descriptor) } }
    do throws(ProcessError) {
      guard theirs[0] >= 0 else { throw .system("cannot start \"\(command.name)\"") }
      theirs.insert(contentsOf: try command.copyStandardStreams(), at: 0)
      handle = try command.start(theirs, beginsSession: false)
    } catch {
      close(ends[0])
      throw error
    }
  }

  /// The process's identifier.
  package var identifier: pid_t { handle.process }

  /// Asks the process to exit, as `SIGTERM` does, unless it has ended.
  package func terminate() {
    if knownEnd == nil { Glibc.kill(handle.process, SIGTERM) }
  }

  /// Returns how the process ended; nil if it runs and does not end within a number of milliseconds.
  package func end(within milliseconds: Int32) -> ProcessEnd? {
    if knownEnd == nil, handle.wait(atMost: milliseconds) { knownEnd = handle.reap() }
    return knownEnd
  }

  /// Calls a closure once, when the process has ended.
  package func watchEnd(on loop: any EventLoop, _ onEnd: @escaping @MainActor (ProcessEnd) -> Void) {
    handle.watch(on: loop) { [weak self] end in
      self?.knownEnd = end
      onEnd(end)
    }
  }

  /// Kills the process with `SIGKILL`, unless it has ended, and waits until its keeper has killed what it has started.
  package func kill() {
    guard knownEnd == nil else { return }
    let keeper = keeper.map(system_open_process) ?? -1
    Glibc.kill(handle.process, SIGKILL)
    _ = end(within: -1)
    guard keeper >= 0 else { return }
    var ended = pollfd(fd: keeper, events: Int16(POLLIN), revents: 0)
    poll(&ended, 1, Int32(END_DESCENDANTS))
    close(keeper)
    Descendants.reap()
  }

  /// The process that kills what the child has started; nil if there is none.
  private var keeper: pid_t? {
    ProcessList.children(ofMainThreadOf: handle.process)
      .first { ProcessList.contents(of: "/proc/\($0)/comm").map { $0.starts(with: Self.keeperName) } ?? false }
  }

  private static let keeperName = Array("luahost-keeper".utf8)

  isolated deinit {
    kill()
    close(socket)
  }
}
