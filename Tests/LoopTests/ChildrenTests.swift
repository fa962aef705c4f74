import Glibc
import Testing

@testable import Loop

@Suite("Children")
@MainActor
struct ChildrenTests {
  private func start(
    _ words: String, group: ChildConfiguration.Group = .session, change: (inout ChildConfiguration) -> Void = { _ in }
  ) throws -> pid_t {
    let nowhere = fcntl(open("/dev/null", O_RDWR), F_DUPFD_CLOEXEC, 16)
    defer { close(nowhere) }
    var child = ChildConfiguration(
      arguments: ["sh", "-c", words].map { Array($0.utf8) }, paths: [Array("/bin/sh".utf8)],
      environment: [Array("PATH=/usr/bin:/bin".utf8)], descriptors: [nowhere, nowhere, nowhere])
    child.group = group
    change(&child)
    return try child.start()
  }

  private func end(of process: pid_t) throws -> ProcessEnd? {
    let handle = try ChildHandle(process)
    #expect(handle.wait(atMost: 10_000))
    return handle.reap()
  }

  @Test("the exit of a child is reported with its status or signal")
  func ends() throws {
    #expect(try end(of: start("exit 7")) == ProcessEnd(status: 7, signal: nil))
    #expect(try end(of: start("kill -TERM $$")) == ProcessEnd(status: nil, signal: SIGTERM))
  }

  @Test("a child runs in our process group, its own process group, or its own session")
  func groups() throws {
    func place(_ group: ChildConfiguration.Group) throws -> (group: pid_t, session: pid_t, child: pid_t) {
      let child = try start("sleep 10", group: group)
      defer {
        kill(child, SIGKILL)
        waitpid(child, nil, 0)
      }
      return (getpgid(child), getsid(child), child)
    }
    let ours = try place(.parent)
    #expect(ours.group == getpgrp() && ours.session == getsid(0))
    let own = try place(.own)
    #expect(own.group == own.child && own.session == getsid(0))
    let session = try place(.session)
    #expect(session.group == session.child && session.session == session.child)
  }

  @Test("the loop reports an exit once, after reaping the child")
  func watching() throws {
    let loop = MainLoop()
    let handle = try ChildHandle(start("exit 3"))
    var ends: [ProcessEnd] = []
    handle.watch(on: loop) {
      ends.append($0)
      loop.stop()
    }
    loop.timers.after(10) { loop.stop() }
    loop.run {}
    #expect(ends == [ProcessEnd(status: 3, signal: nil)] && loop.watches.isEmpty)
    #expect(kill(handle.process, 0) == -1 && errno == ESRCH)
  }

  @Test("the exit of a child that other code has reaped has neither status nor signal")
  func taken() throws {
    let loop = MainLoop()
    let child = try start("exit 3")
    let handle = try ChildHandle(child)
    var ends: [ProcessEnd] = []
    handle.watch(on: loop) {
      ends.append($0)
      loop.stop()
    }
    #expect(waitpid(child, nil, 0) == child)
    loop.timers.after(10) { loop.stop() }
    loop.run {}
    #expect(ends == [ProcessEnd(status: nil, signal: nil)])
  }

  @Test("an abandoned child is reaped later, without reaping others")
  func abandoned() throws {
    let (ended, other) = try (start("exit 0"), start("exit 0"))
    let handle = try ChildHandle(ended)
    #expect(handle.wait(atMost: 10_000))
    handle.abandon()
    ChildHandle.reapAbandoned()
    #expect(waitpid(ended, nil, WNOHANG) == -1)
    #expect(waitpid(other, nil, 0) == other)
  }

  @Test("an error names the step that failed: the folder or the program")
  func failures() throws {
    #expect(throws: ChildStartError(step: .folder, code: ENOENT)) {
      try start("true") { $0.folder = Array("/no/such/folder".utf8) }
    }
    #expect(throws: ChildStartError(step: .program, code: ENOENT)) {
      try start("true") { $0.paths = [Array("/no/such/program".utf8)] }
    }
    #expect(throws: ChildStartError(step: .descriptors, code: EBADF)) {
      try start("true") { $0.descriptors = [1000] }
    }
  }
}
