import ArchiveStore
import Foundation
import StateRestoration

/// Feeds the decoders with the corpus, changed at random. A crash, an endless loop or unbounded memory is a failure; an
/// error is not.
@main
struct Fuzz {
  @MainActor
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3, let count = Int(arguments[1]) else {
      FileHandle.standardError.write(Data("usage: Fuzz INPUTS CORPUS [SEED]\n".utf8))
      exit(2)
    }
    let seed = arguments.count > 3 ? UInt64(arguments[3]) ?? 1 : UInt64.random(in: 0...UInt64.max)
    var mutator = Mutator(corpus: try corpus(in: arguments[2]), seed: seed)
    let start = residentBytes()
    var largest = start
    for index in 0..<count {
      decode(mutator.next())
      if index % 1000 == 0 { largest = max(largest, residentBytes()) }
    }
    print("inputs              \(count)")
    print("crashes             0")
    print("memory grown by     \((largest - start) >> 20) MiB at most")
    print("seed \(seed)")
    exit(largest - start > 512 << 20 ? 1 : 0)
  }

  private static func corpus(in folder: String) throws -> [[UInt8]] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted().compactMap {
      FileManager.default.contents(atPath: "\(folder)/\($0)").map { [UInt8]($0) }
    }
  }

  /// Decodes bytes with every decoder of untrusted input.
  @MainActor
  private static func decode(_ bytes: [UInt8]) {
    var reader = CBORReader(bytes)
    if let value = try? StateValue(from: &reader) {
      _ = value.expanded
      _ = value.description.utf8.count
    }
    var skipping = CBORReader(bytes)
    _ = try? skipping.readItem()
    let coder = StateCoder(decoding: bytes)
    for key in coder.keys {
      _ = coder.decodeValue(forKey: key)
      _ = coder.decodeObject(forKey: key)
    }
    _ = KeySpace(decoding: bytes)
    if let archive = try? ArchiveFile.decode(bytes) { outline(archive) }
    if let archive = try? ArchiveFile.decode(withValidChecksum(bytes)) { outline(archive) }
  }

  private static func outline(_ archive: Archive) {
    let outline = ArchiveOutline(archive)
    _ = outline.nodes.count
    _ = ArchiveDifference(from: archive, to: archive)
  }

  /// Returns the file with a valid checksum, so that decoding continues.
  private static func withValidChecksum(_ bytes: [UInt8]) -> [UInt8] {
    var reader = CBORReader(bytes)
    guard case .map(var pairs)? = try? StateValue(from: &reader) else { return bytes }
    guard case .data(let contents)? = pairs.first(where: { $0.key == .string("archive") })?.value else { return bytes }
    var checksum = Checksum()
    checksum.add(contents)
    pairs.removeAll { $0.key == .string("checksum") }
    pairs.append(.init(key: .string("checksum"), value: .integer(Int64(bitPattern: checksum.value))))
    return StateValue.map(pairs).encoded()
  }

  private static func residentBytes() -> Int {
    let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4096 : 0
  }
}
