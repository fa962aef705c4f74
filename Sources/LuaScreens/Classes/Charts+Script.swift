import Interface
import LuaRuntime

extension ScriptClasses {
  static let gauge = ScriptClassDefinition(
    "Gauge", Gauge.self, "A number between two bounds, shown as a partly filled bar.", make: { _ in Gauge() }
  ) { gauge, _ in
    gauge.property("value", "The number that it shows.", get: { $0.value }, set: { $0.value = try finite($1, "value") })
    gauge.property(
      "minimumValue", "The number at which the bar is empty.", get: { $0.minimumValue },
      set: { $0.minimumValue = try finite($1, "minimumValue") })
    gauge.property(
      "maximumValue", "The number at which the bar is full.", get: { $0.maximumValue },
      set: { $0.maximumValue = try finite($1, "maximumValue") })
    gauge.property(
      "warningValue", "The value from which the bar shows a warning, with a `!` and another colour; nil for none.",
      get: { $0.warningValue },
      set: { $0.warningValue = $1 })
    gauge.property(
      "criticalValue",
      "The value from which the bar is critical, with `!!` and another colour; nil for none.",
      get: { $0.criticalValue }, set: { $0.criticalValue = $1 })
    gauge.property(
      "title", "The text before the bar.", get: { $0.title }, set: { $0.title = $1 })
    gauge.property(
      "valueText", "The text after the bar; nil shows the percentage.", get: { $0.valueText },
      set: { $0.valueText = $1 })
  }

  static let sparkline = ScriptClassDefinition(
    "Sparkline", Sparkline.self, "The history of a number as a line of small bars, with the newest at the right.",
    make: { _ in Sparkline() }
  ) { line, _ in
    line.property(
      "values", "The numbers, oldest first; NaN leaves a gap.", get: { $0.values }, set: { $0.values = $1 })
    line.property(
      "maximumCount", "The maximum number of values; the oldest are removed. nil keeps all.", get: { $0.maximumCount },
      set: { line, count in
        if let count, count < 0 { throw LuaError.usage("maximumCount: expected 0 or more, got \(count)") }
        line.maximumCount = count
      })
    line.property(
      "minimumValue", "The number of the lowest bar; nil uses the smallest visible value.", get: { $0.minimumValue },
      set: { $0.minimumValue = $1 })
    line.property(
      "maximumValue", "The number of the highest bar; nil uses the greatest visible value.", get: { $0.maximumValue },
      set: { $0.maximumValue = $1 })
    line.method("append(value)", "Appends a number at the right and shifts the others.") {
      (line: Sparkline, value: Double) in
      line.append(value)
    }
  }

  static let barChart = ScriptClassDefinition(
    "BarChart", BarChart.self, "Numbers shown as a bar chart.", make: { _ in BarChart() }
  ) { chart, _ in
    chart.property(
      "bars", "The bars in order, each `{ label =, value = }` or a number.", get: { $0.bars }, set: { $0.bars = $1 })
    chart.property(
      "maximumValue", "The number of a full bar; nil uses the greatest.", get: { $0.maximumValue },
      set: { $0.maximumValue = $1 })
    chart.property(
      "axis",
      "The direction of positive bars: \"horizontal\" to the right, \"vertical\" upwards. Negative bars grow in the other direction.",
      get: { $0.axis }, set: { $0.axis = $1 })
  }
}

extension BarChart.Bar: LuaConvertible {
  public static var luaDescription: String { "a number or { label =, value = }" }
  public static var luaType: String { "number|{ label: string?, value: number }" }

  public static func take(_ stack: LuaStack, _ index: Int32, _ name: String) throws -> BarChart.Bar {
    if stack.kind(index) == .number, let value = stack.number(index) { return BarChart.Bar(value: value) }
    guard stack.kind(index) == .table else { throw stack.wrongType(index, name, expected: luaDescription) }
    let index = stack.absolute(index)
    try stack.reserve(8)
    try stack.checkNames(index, "\(name): a bar", "", among: ["label", "value"])
    defer { stack.pop(2) }
    stack.rawGet(index, "label")
    stack.rawGet(index, "value")
    return BarChart.Bar(
      label: try String?.take(stack, -2, "\(name): label") ?? "",
      value: try Double.take(stack, -1, "\(name): value"))
  }

  public func push(on stack: LuaStack) {
    stack.createTable(hash: 2)
    stack.setField("label", label)
    stack.setField("value", value)
  }
}
