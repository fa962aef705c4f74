import LuaRuntime
import Testing

@testable import LuaScreens

/// `ui.format`: numbers, sizes, durations and dates as the guide describes them.
@Suite("Formats")
@MainActor
struct FormatTests {
  private func results(_ calls: [(String, String)]) throws {
    let app = try ScriptedApp("_G.ui = ui\nf = ui.format")
    for (call, expected) in calls { #expect(try app.eval("return f.\(call)") == expected, "\(call)") }
  }

  @Test("numbers have groups of three digits, and as many decimals as requested or needed")
  func numbers() throws {
    try results([
      ("number(0)", "0"), ("number(999)", "999"), ("number(1000)", "1,000"), ("number(-1234567)", "-1,234,567"),
      ("number(math.mininteger)", "-9,223,372,036,854,775,808"), ("number(12345.5)", "12,345.5"),
      ("number(0.1)", "0.1"), ("number(1/3)", "0.333333333333333"), ("number(1e20)", "100,000,000,000,000,000,000"),
      ("number(2.5, 0)", "3"), ("number(1.005, 2)", "1.01"), ("number(1234, 2)", "1,234.00"),
      ("number(-0.001, 1)", "0.0"),
      ("number(0/0)", "nan"), ("number(-1/0)", "-inf"), ("number(5.0)", "5"),
    ])
  }

  @Test("sizes are in units of 1024 with at most one decimal")
  func sizes() throws {
    try results([
      ("size(0)", "0 B"), ("size(1023)", "1023 B"), ("size(1024)", "1 KiB"), ("size(1536)", "1.5 KiB"),
      ("size(10240)", "10 KiB"), ("size(1024 * 1023.6)", "1 MiB"), ("size(12 << 20)", "12 MiB"),
      ("size(1 << 60)", "1 EiB"), ("size(-2048)", "-2 KiB"), ("size(0.9)", "0 B"), ("size(-0.9)", "0 B"),
      ("size(0/0)", "nan B"), ("size(1/0)", "inf B"), ("size(-1/0)", "-inf B"),
      ("size(math.maxinteger)", "8 EiB"), ("size(math.mininteger)", "-8 EiB"), ("size(2.0 ^ 80)", "1048576 EiB"),
      ("size(-2.0 ^ 160)", "-1267650600228229400000000000000 EiB"),
    ])
  }

  @Test("durations have their two greatest units")
  func durations() throws {
    try results([
      ("duration(0)", "0 s"), ("duration(0.25)", "250 ms"), ("duration(59.9)", "59 s"), ("duration(65)", "1 min 5 s"),
      ("duration(3600)", "1 h"), ("duration(9000)", "2 h 30 min"), ("duration(273600)", "3 d 4 h"),
      ("duration(-90)", "-1 min 30 s"), ("duration(86401)", "1 d"), ("duration(0.9999999999999)", "999 ms"),
      ("duration(0/0)", "nan s"), ("duration(1/0)", "inf s"), ("duration(-1/0)", "-inf s"), ("duration(-0.0)", "0 s"),
      ("duration(86400 * 1e11 + 3600)", "100000000000 d 1 h"),
      ("duration(864 * 10.0 ^ 30)", "1" + String(repeating: "0", count: 28) + " d"),
    ])
  }

  @Test("dates are relative to now up to a week, and calendar days from then on")
  func dates() throws {
    try results([
      ("relativeDate(100, 100)", "now"), ("relativeDate(41, 100)", "now"), ("relativeDate(40, 100)", "1 min ago"),
      ("relativeDate(100 + 7200, 100)", "in 2 h"), ("relativeDate(0, 86400)", "yesterday"),
      ("relativeDate(90000, 0)", "tomorrow"), ("relativeDate(0, 6.5 * 86400)", "6 d ago"),
      ("relativeDate(ui.Date(0), 8 * 86400)", "1970-01-01"), ("relativeDate(ui.Date())", "now"),
    ])
  }

  @Test("other values are errors that name the argument")
  func errors() throws {
    let app = try ScriptedApp("_G.ui = ui")
    #expect(app.failure("ui.format.size('x')").contains("ui.format.size: the bytes: expected a number"))
    #expect(app.failure("ui.format.number(1, 16)").contains("expected 0 to 15"))
    #expect(app.failure("ui.format.relativeDate({})").contains("expected a ui.Date or seconds"))
  }
}
