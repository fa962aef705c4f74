import Seeded
import TestApplication
import StateRestoration
import Testing

@testable import Interface

@Suite("Charts")
@MainActor
struct ChartTests {
  private func text(_ view: View, width: Int = 24, height: Int = 3) -> [String] {
    let stack = VStack()
    stack.addSubview(view)
    return TestApplication(view: stack, width: width, height: height).text
  }

  @Test("a gauge shows how full it is, and the number")
  func gauge() {
    let gauge = Gauge()
    gauge.value = 0.5
    #expect(text(gauge, width: 16) == ["━━━━━─────  50 %"])
    gauge.title = "CPU"
    gauge.value = 1
    #expect(text(gauge, width: 16) == ["CPU ━━━━━━ 100 %"])
    gauge.valueText = "8 of 8 GiB"
    #expect(text(gauge, width: 16) == ["CPU ━ 8 of 8 GiB"])
  }

  @Test("a gauge shows values above its warning bound by more than colour")
  func gaugeLevels() {
    let gauge = Gauge()
    gauge.maximumValue = 100
    gauge.warningValue = 80
    gauge.criticalValue = 95
    for (value, mark, word) in [
      (79.9, "", "79 percent"), (80, "! ", "80 percent, high"), (95, "!! ", "95 percent, too high"),
    ] {
      gauge.value = value
      #expect(text(gauge)[0].hasSuffix("\(mark)\(Int(value)) %"))
      #expect(gauge.accessibilityValue == word)
    }
  }

  @Test("a series grows and shrinks with its values, up to the width that there is")
  func seriesWidth() {
    let line = Sparkline()
    let stack = VStack()
    stack.alignment = .leading
    stack.addSubview(line)
    let shown = TestApplication(view: stack, width: 8, height: 2)
    #expect(shown.text.isEmpty)
    for value in 1...3 { line.append(Double(value)) }
    #expect(shown.text[0] == "▁▄█")
    line.values = (1...12).map(Double.init)
    #expect(shown.text[0].count == 8 && line.frame.width == 8)
    line.maximumCount = 2
    #expect(shown.text[0] == "▁█")
  }

  @Test("NaN, reversed bounds and values beyond them draw within the bar")
  func oddNumbers() {
    let odd = [.nan, .infinity, -.infinity, 0, -1, 1e308, -1e308, .leastNonzeroMagnitude]
    for low in odd {
      for high in odd {
        for value in odd {
          let gauge = Gauge()
          gauge.minimumValue = low
          gauge.maximumValue = high
          gauge.value = value
          #expect((0...1).contains(gauge.fraction))
          let line = Sparkline()
          line.values = [low, high, value]
          let chart = BarChart()
          chart.bars = [low, high, value].map { BarChart.Bar(label: "a", value: $0) }
          for view in [gauge, line, chart] { #expect(text(view).allSatisfy { $0.cellWidth <= 24 }) }
          chart.axis = .vertical
          _ = text(chart, height: 5)
        }
      }
    }
  }

  @Test("a sparkline shows the latest value at the right, scaled to the visible values, and gaps")
  func sparkline() {
    let line = Sparkline()
    line.values = [100, 1, 2, 3, 4, .nan, 8]
    #expect(text(line, width: 6) == ["▁▁▂▃ █"])
    line.minimumValue = 0
    line.maximumValue = 16
    #expect(text(line, width: 6) == ["▁▁▂▂ ▄"])
  }

  @Test("a sparkline keeps the latest values up to its maximum")
  func sparklineLimit() {
    let line = Sparkline()
    line.maximumCount = 3
    for value in 1...5 { line.append(Double(value)) }
    #expect(line.values == [3, 4, 5])
    line.maximumCount = 0
    #expect(line.values.isEmpty)
  }

  @Test("horizontal bars have labels and numbers; negative ones extend to the left of zero")
  func bars() {
    let chart = BarChart()
    chart.bars = [.init(label: "Mon", value: 4), .init(label: "Tuesday", value: 2), .init(label: "", value: 0)]
    #expect(text(chart, width: 20) == ["Mon     ██████████ 4", "Tuesday █████      2", "                   0"])
    chart.bars = [.init(label: "a", value: -5), .init(label: "b", value: 5)]
    #expect(text(chart, width: 15) == ["a █████      -5", "b      █████  5"])
  }

  @Test("vertical bars grow upwards, with the number on top")
  func columns() {
    let chart = BarChart()
    chart.axis = .vertical
    chart.bars = [.init(label: "a", value: 4), .init(label: "b", value: 2), .init(label: "c", value: 0)]
    #expect(text(chart, width: 10, height: 6) == ["4", "█", "█ 2", "█ █ 0", "█ █ ▁", "a b c"])
  }

  @Test("negative vertical bars hang from the line of 0, with the number above it")
  func negativeColumns() {
    let chart = BarChart()
    chart.axis = .vertical
    chart.bars = [.init(value: 2), .init(value: -2), .init(value: -1), .init(value: .nan)]
    #expect(text(chart, width: 12, height: 5) == ["2", "██", "██ -2 -1 –", "   ██ ██", "   ██"])
    chart.bars = [.init(value: -2), .init(value: -1)]
    #expect(text(chart, width: 12, height: 3) == ["-2 -1", "██ ██", "██"])
  }

  @Test("an accessibility value does not count missing values")
  func missingValues() {
    let line = Sparkline()
    line.values = [.nan, .nan]
    #expect(line.accessibilityValue == "no values")
    line.values = [.nan, 3]
    #expect(line.accessibilityValue == "1 value from 3 to 3, the last 3")
    line.values = [5, 3, .nan]
    #expect(line.accessibilityValue == "2 values from 3 to 5, the last missing")
    let chart = BarChart()
    chart.bars = [.init(label: "a", value: .nan), .init(label: "b", value: 1)]
    #expect(chart.accessibilityValue == "a missing, b 1")
  }

  @Test("accessibility values of charts have all their numbers")
  func restoration() {
    let coder = StateCoder()
    let line = Sparkline()
    line.values = [1, .nan, 3]
    line.encodeBuiltInState(with: coder)
    let other = Sparkline()
    other.decodeBuiltInState(with: coder)
    #expect(other.values.count == 3 && other.values[1].isNaN && other.values[2] == 3)
    let chart = BarChart()
    chart.bars = [.init(label: "a", value: 4)]
    chart.encodeBuiltInState(with: coder)
    let otherChart = BarChart()
    otherChart.decodeBuiltInState(with: coder)
    #expect(otherChart.bars == chart.bars)
    let gauge = Gauge()
    gauge.value = 0.25
    gauge.encodeBuiltInState(with: coder)
    let otherGauge = Gauge()
    otherGauge.decodeBuiltInState(with: coder)
    #expect(otherGauge.value == 0.25)
  }

  @Test(
    "an abbreviated number is readable",
    arguments: [
      (1.0, "1"), (-2.5, "-2.5"), (0.05, "0.05"), (3.14159, "3.14"), (-0.999, "-1"), (1e20, "1e+20"), (2.50, "2.5"),
      (0.001, "0.001"), (.nan, "–"), (.infinity, "∞"), (1234567.891, "1234567.89"),
    ])
  func short(number: Double, text: String) { #expect(number.shortText == text) }

  /// Returns the pieces in which a sparkline saves its values, and a sparkline that is restored from them.
  private func saved(_ line: Sparkline) -> (pieces: [StatePiece], restored: Sparkline) {
    let coder = StateCoder()
    line.encodeBuiltInState(with: coder)
    let restored = Sparkline()
    restored.decodeBuiltInState(with: coder)
    return (coder.decodePieces(forKey: "values")?.pieces ?? [], restored)
  }

  @Test("a save of a long sparkline encodes only what was appended since, also after it was restored")
  func sparklinePieces() {
    let line = Sparkline()
    line.values = (0..<100_000).map { Double($0) / 3 }
    let (first, restored) = saved(line)
    #expect(first.count == 98)
    line.append(.infinity)
    for (line, change) in [(line, {}), (restored, { restored.append(.infinity) })] {
      change()
      let known = Set(first.map(\.version))
      let pieces = saved(line).pieces
      let encoded = pieces.filter { !known.contains($0.version) }.reduce(0) { $0 + $1.bytes.count }
      #expect(encoded <= 1_024 * 8 && pieces.count == first.count)
    }
    #expect(saved(line).restored.values == line.values && restored.values == line.values)
  }

  @Test("a sparkline that drops its oldest values is restored, and encodes its ends only", arguments: [1, 3, 1_025])
  func droppingSparkline(_ step: Int) {
    let line = Sparkline()
    line.maximumCount = 5_000
    line.values = (0..<5_000).map(Double.init)
    var known = Set(saved(line).pieces.map(\.version))
    var shown = line
    for round in 0..<12 {
      for number in 0..<step { shown.append(Double(round * step - number)) }
      let (pieces, restored) = saved(shown)
      #expect(restored.values == shown.values && shown.values.count == 5_000 && pieces.count > 4)
      let encoded = pieces.filter { !known.contains($0.version) }
      #expect(encoded.count <= step / 1_024 + 3)
      known.formUnion(pieces.map(\.version))
      // It goes on after it was restored.
      if round == 6 {
        shown = restored
        shown.maximumCount = 5_000
      }
    }
  }

  @Test("a short sparkline is saved as a list of numbers, which earlier versions read")
  func shortSparkline() {
    let line = Sparkline()
    line.values = [1, .nan, 2.5]
    let coder = StateCoder()
    line.encodeBuiltInState(with: coder)
    guard case .list(let list)? = coder.decodeValue(forKey: "values") else {
      Issue.record("the values are no list")
      return
    }
    #expect(list.count == 3)
    #expect(saved(line).restored.values.map(\.description) == ["1.0", "nan", "2.5"])
  }
}
