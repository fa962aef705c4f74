import Foundation
import Glibc
import Testing

@testable import Loop
@testable import Processes

@Suite("Recorded answers", .serialized)
@MainActor
struct RecordedAnswersTests {
  private let loop = MainLoop()

  /// Runs a shell command and returns its record.
  private func run(_ words: String, _ answers: RecordedAnswers) throws -> Record {
    let table = ProcessTable(loop: loop)
    table.answers = answers
    let record = Record()
    _ = try record.start(Command("sh", "-c", words), in: table)
    loop.turn { record.end != nil }
    return record
  }

  @Test("a twin gets the recorded output, lines, errors and status without a process")
  func replay() throws {
    let words = "date +%N; head -c 8 /dev/urandom | od -x; printf rest; echo err >&2; exit 3"
    let recording = RecordedAnswers()
    let first = try run(words, recording)
    let children = childCount()
    let second = try run(words, RecordedAnswers(of: recording))
    #expect(childCount() == children)
    #expect(second.output == first.output && !first.output.isEmpty)
    #expect(second.lines == first.lines && second.lines.last == "rest")
    #expect(second.errors == first.errors)
    #expect(second.end == ProcessEnd(status: 3, signal: nil))
  }

  @Test("a request gets the answer of its step, otherwise the last one before it, otherwise the first")
  func steps() throws {
    let recording = RecordedAnswers()
    var outputs: [String] = []
    for step in [1, 3] {
      recording.step = step
      outputs.append(try run("date +%N", recording).text)
      outputs.append(try run("date +%N", recording).text)
    }
    #expect(Set(outputs).count == 4)
    func answer(_ step: Int, times: Int = 1) throws -> [String] {
      let twin = RecordedAnswers(of: recording)
      twin.step = step
      return try (0..<times).map { _ in try run("date +%N", twin).text }
    }
    #expect(try answer(1, times: 2) == [outputs[0], outputs[1]])
    #expect(try answer(3, times: 3) == [outputs[2], outputs[3], outputs[3]])
    #expect(try answer(2) == [outputs[1]])
    #expect(try answer(0) == [outputs[0]])
  }

  @Test("output of a later step is reported in that step, and a signal ends a recorded process")
  func later() throws {
    let recording = RecordedAnswers()
    let table = ProcessTable(loop: loop)
    table.answers = recording
    let first = Record()
    let process = try first.start(Command("sh", "-c", "echo one; cat; sleep 100"), input: .input([]), in: table)
    loop.turn { first.text == "one\n" }
    recording.step = 2
    #expect(try process.write(Array("two\n".utf8)))
    loop.turn { first.text == "one\ntwo\n" }

    let answers = RecordedAnswers(of: recording)
    let twins = ProcessTable(loop: loop)
    twins.answers = answers
    let second = Record()
    let twin = try second.start(Command("sh", "-c", "echo one; cat; sleep 100"), input: .input([]), in: twins)
    loop.turn { second.text == "one\n" }
    answers.step = 1
    loop.turn()
    #expect(second.text == "one\n")
    answers.step = 2
    loop.turn()
    #expect(second.text == "one\ntwo\n" && twin.isRunning && twin.identifier == process.identifier)
    #expect(twin.terminate())
    loop.turn { second.end != nil }
    #expect(second.end == ProcessEnd(status: nil, signal: SIGTERM))
    #expect(isAlive(process.identifier))
  }

  @Test("a request that is not in the recording is performed")
  func unknown() throws {
    let twin = RecordedAnswers(of: RecordedAnswers())
    #expect(try run("echo new", twin).text == "new\n")
  }

  @Test("a twin reports the recorded changes of a file, and no others")
  func watches() throws {
    let folder = NSTemporaryDirectory() + "luahost-answers-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/file"
    func watch(_ answers: RecordedAnswers, _ onChange: @escaping () -> Void) throws -> FileWatcher {
      let watcher = FileWatcher(loop: loop)
      watcher.answers = answers
      _ = try watcher.watch(Array(path.utf8)) { _ in onChange() }
      return watcher
    }
    let recording = RecordedAnswers()
    var changes = 0
    let first = try watch(recording) { changes += 1 }
    recording.step = 1
    try "a".write(toFile: path, atomically: false, encoding: .utf8)
    loop.turn { changes == 1 }
    first.end()

    let answers = RecordedAnswers(of: recording)
    var replayed = 0
    let second = try watch(answers) { replayed += 1 }
    try "b".write(toFile: path, atomically: false, encoding: .utf8)
    loop.turn(within: 0.2) { false }
    #expect(replayed == 0)
    answers.step = 1
    loop.turn { replayed == 1 }
    #expect(replayed == 1)
    second.end()
  }
}
