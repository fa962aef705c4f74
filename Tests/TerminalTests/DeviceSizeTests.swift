import Interface
import Testing

@testable import Terminal

@Suite("Terminal size from the environment")
struct DeviceSizeTests {
  @Test("COLUMNS and LINES set the size; invalid values are ignored, and large ones clamped")
  func environment() {
    func size(_ columns: String?, _ lines: String?) -> Size {
      TerminalDevice.size(in: ["COLUMNS": columns, "LINES": lines].compactMapValues { $0 })
    }
    #expect(size("100", "30") == Size(width: 100, height: 30))
    #expect(size(nil, "30") == Size(width: 80, height: 30))
    for text in ["", "0", "-1", "-9223372036854775808", "99999999999999999999", "1e9", "nan", "x"] {
      #expect(size(text, text) == Size(width: 80, height: 24), "\(text)")
    }
    #expect(size("9223372036854775807", "9223372036854775807") == Size.largestScreen)
  }
}
