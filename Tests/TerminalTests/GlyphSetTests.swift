import Interface
import Testing

@testable import Terminal

@Suite("Glyph sets")
@MainActor
struct GlyphSetTests {
  @Test("the locale and the terminal's name select the glyphs; unset variables are ignored")
  func environment() {
    #expect(GlyphSet(environment: ["TERM": "xterm-256color", "LANG": "de_DE.UTF-8"]) == .all)
    #expect(GlyphSet(environment: ["TERM": "xterm", "LANG": "C.utf8"]) == .all)
    #expect(GlyphSet(environment: ["TERM": "xterm"]) == .all)
    #expect(GlyphSet(environment: ["TERM": "linux", "LANG": "en_US.UTF-8"]) == .console)
    #expect(GlyphSet(environment: ["TERM": "linux", "LC_ALL": "POSIX", "LANG": "en_US.UTF-8"]) == .ascii)
    #expect(GlyphSet(environment: ["TERM": "xterm", "LC_CTYPE": "de_DE.ISO-8859-1"]) == .ascii)
    #expect(GlyphSet(environment: ["TERM": "xterm", "LC_ALL": "", "LANG": "C"]) == .ascii)
  }

  /// All glyphs that the built-in views draw.
  private static let drawn = "╭─╮│╰╯┌┐└┘╔═╗║╚╝┏━┓┃┗┛●○•⌕…‹›≡⠋⠙⠸⠴⠦⠇░▒▓█▀▄▌▐▘▝▖▗▚▞▛▜▙▟␡�"

  @Test("without UTF-8 only ASCII is written, cell for cell")
  func ascii() {
    for character in Self.drawn + "é漢👍🇫🇷ñ" {
      let cells = character.cellWidth
      let text = GlyphSet.ascii.shown(String(character), cells: cells)
      #expect(text.utf8.count == max(1, cells), "\(character)")
      if Self.drawn.contains(character) { #expect(text != "?" || "␡�".contains(character), "\(character)") }
    }
    #expect(GlyphSet.ascii.shown("é", cells: 1) == "e")
    let canvas = Canvas(grid: Grid(size: Size(width: 20, height: 3)))
    canvas.strokeBox(Rect(x: 0, y: 0, width: 20, height: 3), border: .rounded)
    canvas.put("Größe 漢字", x: 1, y: 1)
    let output = FrameEncoder(colors: .none, glyphs: .ascii).encode(canvas.grid, after: nil)
    #expect(output.allSatisfy { $0 < 128 })
    #expect(String(decoding: output, as: UTF8.self).contains("+------------------+"))
  }

  @Test("on the Linux console, corners are plain instead of round, and heavy lines double, and letters are unchanged")
  func console() {
    #expect("╭━╮".map { GlyphSet.console.shown(String($0), cells: 1) } == ["┌", "═", "┐"])
    #expect(GlyphSet.console.shown("é", cells: 1) == "é")
    #expect(GlyphSet.all.shown("╭", cells: 1) == "╭")
  }
}
