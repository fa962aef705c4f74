import Foundation
import Interface

/// The cost of a key in a form and in a table, from the key to the changed screen: luahost, with its autosaves, against urwid,
/// prompt_toolkit and Textual (Python), whose quickest is the reference.
@MainActor
struct PeerBenchmarks {
  /// A program that shows the form and the table.
  struct Peer {
    let name: String
    let command: [String]
  }

  /// A screen that is typed into.
  private enum Shown: String, CaseIterable {
    case form, table
  }

  private let folder: String
  private let luahost: Peer
  private let others: [Peer]
  private static let keys = 60
  private static let sizes = [Size(width: 80, height: 24), Size(width: 200, height: 60)]

  init() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Peers").path
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-peers-\(getpid())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    luahost = Peer(
      name: "luahost",
      command: [ProcessBenchmarks.luahost, "\(sources)/peer.lua", "--state-dir", "\(folder)/state", "--"])
    let python = ProcessInfo.processInfo.environment["LUAHOST_BENCH_PYTHON"]
    others =
      python.map { python in
        ["urwid", "prompt_toolkit", "textual"].map {
          Peer(name: $0, command: [python, "\(sources)/\($0)_peer.py"])
        }
      } ?? []
  }

  func run() throws -> [Measurement] {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    guard !others.isEmpty else {
      FileHandle.standardError.write(
        Data("urwid, prompt_toolkit and Textual are not installed to compare with: python3 -m venv is needed\n".utf8))
      return []
    }
    return try Shown.allCases.flatMap { shown in try Self.sizes.map { try compare(shown, $0) } }
  }

  private func compare(_ shown: Shown, _ size: Size) throws -> Measurement {
    let peers = [luahost] + others
    let running = try peers.map { try TypedPeer($0, shown, size) }
    var times = [[Double]](repeating: [], count: peers.count)
    // One key for each in turn, so that the load of the machine is the same for all.
    for key in 0..<Self.keys {
      for (index, peer) in running.enumerated() { times[index].append(try peer.type(key)) }
    }
    let medians = times.map(median)
    let quickest = zip(others, medians.dropFirst()).min { $0.1 < $1.1 }
    return Measurement(
      work: "a key in a \(shown.rawValue), \(size.width)x\(size.height)",
      against: "\(quickest?.0.name ?? "none") ("
        + zip(others, medians.dropFirst()).map { "\($0.name) \(time($1))" }
        .joined(separator: ", ") + ")",
      seconds: medians[0], reference: quickest?.1 ?? 0, aim: 0.25)
  }

  /// A running peer.
  @MainActor
  private final class TypedPeer {
    private let process: TerminalProcess
    private let shown: Shown

    init(_ peer: Peer, _ shown: Shown, _ size: Size) throws {
      process = try TerminalProcess(peer.command + [shown.rawValue], columns: size.width, rows: size.height)
      self.shown = shown
      try process.wait(for: shown == .form ? "Ready" : "2026-11-24")
      usleep(1_500_000)
      process.discardOutput()
    }

    /// Types a key, and returns the time until its effect is on the screen.
    func type(_ key: Int) throws -> Double {
      usleep(5_000)
      return try seconds {
        switch shown {
        case .form:
          // Greek letters, which no control sequence contains.
          let letter = String(UnicodeScalar(UInt32(0x3B1 + key % 24)).map(Character.init) ?? "α")
          process.type(letter)
          try process.wait(for: letter)
        case .table:
          // Each row has a mark of its own; the newly focused one is drawn again.
          process.type("\u{1B}[B")
          try process.wait(for: String(UnicodeScalar(UInt32(0x2800 + key + 2)).map(Character.init) ?? " "))
        }
      }
    }
  }
}
