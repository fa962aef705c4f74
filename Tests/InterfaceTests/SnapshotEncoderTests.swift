import Seeded
import Testing

@testable import Interface

@Suite("Snapshots of one app")
struct SnapshotEncoderTests {
  @Test("a snapshot is encoded as if there had been no earlier one", arguments: 1...20)
  func sameBytes(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let encoder = SnapshotEncoder()
    let texts = ["a", "b", " ", "é", "日", "👩‍👧"]
    let styles = [Style.plain, Style(foreground: .palette(3)), Style(background: .rgb(1, 2, 3), attributes: [.bold])]
    var grid = Grid(size: Size(width: 12, height: 6))
    for step in 0..<60 {
      if step % 20 == 19 {
        // Another size, sometimes with fewer rows.
        grid = Grid(size: Size(width: .random(in: 1...14, using: &random), height: .random(in: 0...8, using: &random)))
      }
      for _ in 0..<Int.random(in: 0...4, using: &random) where grid.size.height > 0 {
        let text = try #require(texts.randomElement(using: &random))
        let style = try #require(styles.randomElement(using: &random))
        grid.set(
          .random(in: 0..<grid.size.width, using: &random), .random(in: 0..<grid.size.height, using: &random),
          Cell(text, style: style), isWide: text.utf8.count > 2)
      }
      let theme = step % 5 == 0 ? Snapshot.ThemeNames(own: "auto", shown: "dark") : nil
      let snapshot = Snapshot(grid, inlineRows: step % 7 == 0 ? 3 : nil, theme: theme)
      let bytes = encoder.encode(snapshot)
      #expect(bytes == SnapshotEncoder().encode(snapshot))
      #expect(Snapshot(decoding: bytes) == snapshot)
    }
  }
}
