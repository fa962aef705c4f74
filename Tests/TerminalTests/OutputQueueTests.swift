import Foundation
import Seeded
import Testing

@testable import Terminal

@Suite("Output queue")
struct OutputQueueTests {
  /// The sequence that copies a text, with the encoding of Foundation.
  private func copying(_ text: String) -> [UInt8] {
    Array("\u{1b}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}".utf8)
  }

  @Test("bytes and copied texts arrive in order, however few bytes the terminal accepts", arguments: 1...10)
  func order(seed: Int) throws {
    var random = SeededGenerator(state: UInt64(seed))
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    var (queue, expected, arrived) = (OutputQueue(), [UInt8](), [UInt8]())
    for _ in 0..<6 {
      if Bool.random(using: &random) {
        let text = String(repeating: "wört\0", count: Int.random(in: 0...60_000, using: &random))
        queue.append(clipboard: text)
        expected += copying(text)
      } else {
        let bytes = (0..<Int.random(in: 0...9, using: &random)).map { UInt8($0) }
        queue.append(bytes)
        expected += bytes
      }
    }
    #expect(queue.count == expected.count)
    var buffer = [UInt8](repeating: 0, count: 50_000)
    while arrived.count < expected.count {
      queue.write(to: ends[1])
      let count = read(ends[0], &buffer, Int.random(in: 1...buffer.count, using: &random))
      try #require(count > 0)
      arrived += buffer.prefix(count)
    }
    #expect(arrived == expected)
    #expect(queue.isEmpty)
  }

  @Test("one write of a long text ends before all of it is written, even if the terminal accepts it")
  func slices() {
    let device = open("/dev/null", O_WRONLY)
    defer { close(device) }
    var queue = OutputQueue()
    queue.append(clipboard: String(repeating: "x", count: 3_000_000))
    let count = queue.count
    queue.write(to: device)
    #expect(!queue.isEmpty && queue.count < count)
    var writes = 1
    while !queue.isEmpty {
      queue.write(to: device)
      writes += 1
    }
    #expect(writes > 10)
  }

  @Test("a closed terminal accepts everything")
  func closed() {
    var queue = OutputQueue()
    queue.append([1, 2])
    queue.append(clipboard: "text")
    queue.write(to: -1)
    #expect(queue.isEmpty)
  }
}
