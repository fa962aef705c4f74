import Seeded

/// Creates new inputs from old ones.
struct Mutator {
  private let corpus: [[UInt8]]
  private var random: SeededGenerator
  /// Significant bytes in CBOR: heads of every kind, lengths at their limits.
  private static let interesting: [UInt8] = [
    0x00, 0x17, 0x18, 0x1b, 0x20, 0x3b, 0x40, 0x5b, 0x5f, 0x60, 0x7b, 0x7f, 0x80, 0x9b, 0x9f, 0xa0, 0xbb, 0xbf, 0xc0,
    0xd8, 0xda, 0xf6, 0xf9, 0xfb, 0xff,
  ]

  init(corpus: [[UInt8]], seed: UInt64) {
    self.corpus = corpus.isEmpty ? [[0xa0]] : corpus
    random = SeededGenerator(state: seed)
  }

  mutating func next() -> [UInt8] {
    var bytes = corpus[Int.random(in: 0..<corpus.count, using: &random)]
    for _ in 0..<Int.random(in: 1...8, using: &random) { change(&bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return bytes = [UInt8.random(in: 0...255, using: &random)] }
    let place = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 2: bytes[place] = Self.interesting.randomElement(using: &random) ?? 0
    case 3: bytes.insert(Self.interesting.randomElement(using: &random) ?? 0, at: place)
    case 4: bytes.remove(at: place)
    case 5: bytes.removeSubrange(place...)
    case 6:
      let end = min(bytes.count, place + Int.random(in: 1...32, using: &random))
      bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
    default:
      let other = corpus[Int.random(in: 0..<corpus.count, using: &random)]
      let start = Int.random(in: 0...other.count, using: &random)
      bytes.replaceSubrange(place..., with: other[start...])
    }
  }
}
