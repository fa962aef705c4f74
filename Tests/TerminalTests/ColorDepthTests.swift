import Interface
import Testing

@testable import Terminal

@Suite("Colour depth")
struct ColorDepthTests {
  @Test(
    "the colours follow from the names of the terminal and its variables",
    arguments: [
      (["TERM": "xterm"], ColorDepth.basic), (["TERM": "screen"], .basic), (["TERM": "linux"], .basic),
      (["TERM": "xterm-256color"], .palette), (["TERM": "tmux-256color"], .palette), (["TERM": "vt100"], .none),
      (["TERM": "xterm-direct"], .full), (["TERM": "xterm", "COLORTERM": "truecolor"], .full),
      (["TERM": "xterm-kitty"], .full), (["TERM": "foot"], .full), (["TERM": "alacritty"], .full),
      (["TERM": "xterm-ghostty", "NO_COLOR": "1"], .none), ([:], .basic),
    ])
  func environments(environment: [String: String], depth: ColorDepth) {
    #expect(ColorDepth(environment: environment) == depth)
  }
}
