import Glibc
import ProcessKeeper
import Testing

@testable import Loop
@testable import Processes

@Suite("Processes", .serialized)
@MainActor
struct ChildProcessTests {
  @Test func outputErrorsAndStatusArrive() throws {
    let record = try Record.shell("echo out; echo err >&2; exit 3")
    #expect(record.text == "out\n")
    #expect(record.errors == Array("err\n".utf8))
    #expect(record.end == ProcessEnd(status: 3, signal: nil))
  }

  @Test func aSignalIsNoStatus() throws {
    #expect(try Record.shell("kill -15 $$").end == ProcessEnd(status: nil, signal: 15))
  }

  @Test func linesAreCutAndTheLastNeedsNoNewline() throws {
    let record = try Record.shell(#"printf 'a\n\nb\r\nc\000d'"#)
    #expect(record.lines == ["a", "", "b\r", "c\0d"])
  }

  @Test(arguments: [
    (1 << 20, [1 << 20]), ((1 << 20) + 1, [1 << 20, 1]), (3 << 20, [1 << 20, 1 << 20, 1 << 20]), (5, [5]),
  ])
  func aLineWithoutEndComesInPieces(length: Int, pieces: [Int]) throws {
    for newline in ["", "echo;"] {
      let record = try Record.shell("head -c \(length) /dev/zero | tr '\\0' x; \(newline)")
      #expect(record.lines.map(\.utf8.count) == pieces)
    }
  }

  @Test func inputComesBeforeWhatIsWritten() throws {
    let loop = MainLoop()
    let table = ProcessTable(loop: loop)
    var count = 0
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    // Typed text stays there until it is read below.
    let input = loop.watch(ends[0], for: .input) {}
    defer { input.cancel() }
    let handler = OutputHandler(onLine: { _ in
      count += 1
      // User input is pending.
      if !loop.hasInput { #expect(write(ends[1], "x", 1) == 1) }
    })
    let process = try table.start(Command("seq", "100000"), [.nothing, .output(handler), .nothing])
    #expect(loop.turn { count > 0 })
    let reported = count
    // The loop checks for input within about half a millisecond.
    #expect(reported < 100_000)
    for _ in 1...5 { loop.turn() }
    #expect(count == reported)
    var hasEnded = false
    process.onExit = { _ in hasEnded = true }
    loop.turn {
      var byte: UInt8 = 0
      if loop.hasInput { #expect(read(ends[0], &byte, 1) == 1) }
      return hasEnded
    }
    #expect(hasEnded)
    #expect(count == 100_000)
  }

  @Test func aSlowHandlerGetsEachChunkOnceBeforeItsLines() throws {
    let loop = MainLoop()
    let table = ProcessTable(loop: loop)
    var heard: [String] = []
    let handler = OutputHandler(
      onBytes: {
        heard.append("bytes " + String(decoding: $0, as: UTF8.self).replacing("\n", with: "/"))
        // Longer than a turn.
        usleep(20_000)
      },
      onLine: { heard.append(String(decoding: $0, as: UTF8.self)) })
    let process = try table.start(Command("printf", "a\nb\n"), [.nothing, .output(handler), .nothing])
    var hasEnded = false
    process.onExit = { _ in hasEnded = true }
    #expect(loop.turn { hasEnded })
    #expect(heard == ["bytes a/b/", "a", "b"])
  }

  @Test func whatIsMissingIsSaidApart() throws {
    let table = ProcessTable(loop: MainLoop())
    func message(_ command: Command) -> String {
      do {
        _ = try table.start(command, [.nothing, .nothing, .nothing])
        return "started"
      } catch { return "\(error)" }
    }
    #expect(
      message(Command("no-such-program")) == "cannot start \"no-such-program\": no such program on the PATH")
    #expect(message(Command("/no/such/file")) == "cannot start \"/no/such/file\": no such file")
    #expect(message(Command("/etc/passwd")).contains("permission denied"))
    #expect(message(Command("/etc")).contains("permission denied"))
    #expect(message(Command("")).contains("its name is empty"))
    var command = Command("ls")
    command.folder = Array("/no/such/folder".utf8)
    #expect(message(command) == "cannot start \"ls\" in the folder \"/no/such/folder\": no such folder")
    command.folder = Array("/etc/passwd".utf8)
    #expect(message(command).contains("Not a directory"))
    #expect(table.running.isEmpty)
  }

  @Test func aScriptWhoseInterpreterIsMissingIsNotMissingItself() throws {
    let path = "/tmp/luahost-\(getpid())-script"
    defer { unlink(path) }
    let file = try #require(fopen(path, "w"))
    fputs("#!/no/such/interpreter\n", file)
    fclose(file)
    chmod(path, 0o755)
    #expect {
      try ProcessTable(loop: MainLoop()).start(Command(path), [.nothing, .nothing, .nothing])
    } throws: {
      "\($0)".contains("first line")
    }
  }

  @Test func aScriptWithoutFirstLineIsTheShells() throws {
    let path = "/tmp/luahost-\(getpid())-plain"
    defer { unlink(path) }
    let file = try #require(fopen(path, "w"))
    fputs("echo \"$0 $1\"\n", file)
    fclose(file)
    chmod(path, 0o755)
    let (loop, record) = (MainLoop(), Record())
    let table = ProcessTable(loop: loop)
    _ = try record.start(Command(path, "one"), in: table)
    loop.turn { record.end != nil }
    #expect(record.text == "\(path) one\n")
  }

  @Test func theEnvironmentIsReplacedWholeAndItsPathCounts() throws {
    let (loop, record) = (MainLoop(), Record())
    let table = ProcessTable(loop: loop)
    var command = Command("env")
    command.environment = [Array("A=1".utf8), Array("PATH=/nowhere:/usr/bin".utf8)]
    command.folder = Array("/".utf8)
    _ = try record.start(command, in: table)
    loop.turn { record.end != nil }
    #expect(record.text == "A=1\nPATH=/nowhere:/usr/bin\nLUAHOST_RUN=\(RunVariable.value)\n")
    command.environment = [Array("PATH=/nowhere".utf8)]
    #expect(throws: ProcessError.self) { try record.start(command, in: table) }
  }

  @Test func whatAProcessGetsIsItsOwn() throws {
    // It has its own session, no terminal, none of our descriptors, and no ignored or blocked signal. The shell lists
    // its descriptors while it has no pipe of its own.
    let record = try Record.shell(
      "[ $(cut -d' ' -f6 /proc/$$/stat) = $$ ] && echo session; ls /proc/$$/fd; exec grep -E 'Sig(Ign|Blk)' /proc/self/status"
    )
    let lines = record.lines
    #expect(lines.prefix(5).dropLast() == ["session", "0", "1", "2"])
    #expect(lines.count == 6)
    #expect(lines.joined().contains("SigBlk:\t0000000000000000"), "\(lines)")
    #expect(lines.joined().contains("SigIgn:\t0000000000000000"), "\(lines)")
  }

  @Test func inputIsReadToItsEnd() throws {
    #expect(try Record.shell("wc -c", input: .whole([UInt8](repeating: 7, count: 3 << 20))).text == "3145728\n")
    #expect(try Record.shell("cat", input: .whole([])).text == "")
    #expect(try Record.shell("cat").text == "")
  }

  @Test func writingGoesOnUntilTheInputIsClosed() throws {
    let (loop, record) = (MainLoop(), Record())
    let table = ProcessTable(loop: loop)
    let process = try record.start(Command("cat"), input: .input([]), in: table)
    #expect(try process.write(Array("one\n".utf8)))
    loop.turn { record.lines == ["one"] }
    #expect(try process.write(Array("two".utf8)))
    #expect(process.closeInput())
    #expect(!process.closeInput())
    #expect(try !process.write([1]))
    loop.turn { record.end != nil }
    #expect(record.lines == ["one", "two"])
    #expect(try !process.write([1]))
    #expect(!process.terminate() && !process.send(SIGKILL) && !process.isRunning)
  }

  @Test func writingToAProcessThatDoesNotReadIsQuietAndBounded() throws {
    let (loop, record) = (MainLoop(), Record())
    let table = ProcessTable(loop: loop)
    let closed = try record.start(Command("sh", "-c", "exec <&-; echo closed; sleep 10"), input: .input([]), in: table)
    loop.turn { record.lines == ["closed"] }
    #expect(try !closed.write([1, 2, 3]))
    let deaf = try Record().start(Command("sleep", "10"), input: .input([]), in: table)
    #expect(throws: ProcessError.tooMuchInput(limit: 16 << 20)) {
      for _ in 0..<20 { _ = try deaf.write([UInt8](repeating: 0, count: 1 << 20)) }
    }
    table.end()
  }

  @Test func anExitDoesNotWaitForWhatHoldsTheOutputOpen() throws {
    let start = ContinuousClock.now
    let record = try Record.shell("echo mine; sleep 3 & exit 4")
    #expect(record.end == ProcessEnd(status: 4, signal: nil))
    #expect(record.lines == ["mine"])
    #expect(ContinuousClock.now - start < .seconds(2))
  }

  @Test func outputAfterTheExitIsReadForAMoment() throws {
    let record = try Record.shell("(sleep 0.1; echo late) & exit 0")
    #expect(record.lines == ["late"])
  }

  @Test func aGrandchildThatFloodsDoesNotPutOffTheEnd() throws {
    let record = try Record.shell("yes >&1 & exit 5")
    #expect(record.end?.status == 5)
  }

  @Test func allThatAProcessWroteIsReportedBeforeItsEndWhateverTheHandlerTakes() throws {
    let (loop, table) = { ($0, ProcessTable(loop: $0)) }(MainLoop())
    var (lines, isDone) = (0, false)
    let process = try table.start(
      Command("seq", "200"),
      [
        .nothing,
        .output(
          OutputHandler(onLine: { _ in
            usleep(3000)
            lines += 1
          })), .nothing,
      ])
    process.onExit = { _ in isDone = true }
    loop.turn { isDone }
    #expect(lines == 200)
  }

  @Test("a child is recorded after any number of children that have been waited for")
  func pastChildren() throws {
    // No process has such a number.
    let past = (0..<5000).map { pid_t(1 << 23) + $0 }
    for process in past { children_record(process) }
    let (loop, record) = (MainLoop(), Record())
    let process = try record.start(Command("sh", "-c", "exit 7"), in: ProcessTable(loop: loop))
    #expect(children_has(process.identifier) != 0)
    #expect(past.contains { children_has($0) == 0 })
    #expect(loop.turn(within: 5) { record.end != nil })
    #expect(record.end == ProcessEnd(status: 7, signal: nil))
  }

  @Test func aProcessThatIgnoresTheRequestToExitIsKilledWithItsDescendants() throws {
    let (loop, record) = (MainLoop(), Record())
    let table = ProcessTable(loop: loop)
    let process = try record.start(
      Command("sh", "-c", "trap '' TERM; sleep 100 & echo $!; sleep 100; sleep 100"), in: table)
    loop.turn { record.lines.count == 1 }
    let grandchild = try #require(pid_t(record.lines[0]))
    #expect(process.terminate())
    #expect(loop.turn(within: 3) { record.end != nil })
    #expect(record.end?.signal == SIGKILL)
    #expect(loop.turn(within: 1) { !isAlive(grandchild) })
  }

  @Test func whatIsLeftIsKilledThoughItsFirstProcessHasEnded() throws {
    let (loop, record) = (MainLoop(), Record())
    let table = ProcessTable(loop: loop)
    let process = try record.start(
      Command("sh", "-c", "(trap '' TERM; echo $$; exec sh -c 'echo $$; sleep 100; sleep 100') & wait"), in: table)
    loop.turn { record.lines.count == 2 }
    let grandchild = try #require(pid_t(record.lines[1]))
    process.terminate()
    #expect(loop.turn(within: 3) { record.end != nil } && record.end?.signal == SIGTERM)
    #expect(isAlive(grandchild))
    #expect(loop.turn(within: 3) { !isAlive(grandchild) })
  }

  @Test func whatIsAskedToEndMayEndInOrder() throws {
    let (loop, record) = (MainLoop(), Record())
    let table = ProcessTable(loop: loop)
    let process = try record.start(
      Command("sh", "-c", "trap 'echo bye; exit 7' TERM; echo hi; while :; do sleep 0.05; done"), in: table)
    loop.turn { record.lines == ["hi"] }
    process.terminate()
    loop.turn { record.end != nil }
    #expect(record.lines.contains("bye") && record.end?.status == 7)
  }

  @Test func aStoppedProcessCanBeEnded() throws {
    let (loop, record) = (MainLoop(), Record())
    let process = try record.start(Command("sleep", "100"), in: ProcessTable(loop: loop))
    #expect(process.send(SIGSTOP))
    process.terminate()
    loop.turn { record.end != nil }
    #expect(record.end?.signal == SIGTERM)
  }

  @Test func nothingOutlivesTheTable() throws {
    let (loop, record) = (MainLoop(), Record())
    let table = ProcessTable(loop: loop)
    // Job control creates process groups in the session; a leader that has exited leaves its children there.
    _ = try record.start(Command("bash", "-mc", "sleep 100 & echo $!; wait"), in: table)
    _ = try record.start(Command("sh", "-c", "sleep 100 & echo $!; exit"), in: table)
    loop.turn { record.lines.count == 2 && record.end != nil }
    let left = record.lines.compactMap { pid_t($0) }
    #expect(left.count == 2 && left.allSatisfy(isAlive))
    record.end = nil
    table.end()
    #expect(loop.turn(within: 2) { !left.contains(where: isAlive) })
    #expect(record.end == nil)
  }

  @Test func aDetachedProcessOutlivesTheTable() throws {
    let loop = MainLoop()
    let table = ProcessTable(loop: loop)
    var command = Command("sleep", "100")
    command.outlivesApp = true
    let process = try table.start(command, [.nothing, .nothing, .nothing])
    table.end()
    #expect(isAlive(process.identifier))
    kill(process.identifier, SIGKILL)
    loop.turn(within: 2) { !isAlive(process.identifier) }
    ChildHandle.reapAbandoned()
  }

  @Test func fiveHundredLeaveNothingBehind() throws {
    let (loop, table) = { ($0, ProcessTable(loop: $0)) }(MainLoop())
    var ended = 0
    func run(_ count: Int) throws {
      for number in 0..<count {
        let process = try table.start(
          Command("sh", "-c", number % 3 == 0 ? "cat" : "echo $$"), [.whole([65]), .output(OutputHandler()), .nothing])
        process.onExit = { _ in ended += 1 }
        if number % 50 == 7 {
          #expect(throws: ProcessError.self) { try table.start(Command("nope"), [.input([]), .nothing, .nothing]) }
        }
      }
    }
    try run(1)
    loop.turn { ended == 1 }
    let (descriptors, children, watches) = (openDescriptors(), childCount(), loop.watches.count)
    for _ in 0..<5 {
      ended = 0
      try run(100)
      loop.turn(within: 30) { ended == 100 }
    }
    #expect(ended == 100)
    // Other suites open and close theirs meanwhile; leaks of five hundred processes would exceed this.
    #expect(openDescriptors() < descriptors + 100)
    #expect(childCount() < children + 100)
    #expect(loop.watches.count == watches)
  }
}
