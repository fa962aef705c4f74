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

  @Test("the end of a child is its status, or the signal that ended it")
  func ends() throws {
    #expect(try end(of: start("exit 7")) == ProcessEnd(status: 7, signal: nil))
    #expect(try end(of: start("kill -TERM $$")) == ProcessEnd(status: nil, signal: SIGTERM))
  }

  @Test("a child is in our process group, in one of its own, or in a session of its own")
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

  @Test("an end is reported once by the loop, and the child is no zombie then")
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

  @Test("an end that other code has taken is an end of which nothing is known")
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

  @Test("an abandoned child is reaped later, and no other child with it")
  func abandoned() throws {
    let (ended, other) = try (start("exit 0"), start("exit 0"))
    let handle = try ChildHandle(ended)
    #expect(handle.wait(atMost: 10_000))
    handle.abandon()
    ChildHandle.reapAbandoned()
    #expect(waitpid(ended, nil, WNOHANG) == -1)
    #expect(waitpid(other, nil, 0) == other)
  }

  @Test("the step that failed is known: the folder, or the program")
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
