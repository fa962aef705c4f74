import Foundation

/// A line of the table: the measured work, its reference, and their ratio.
struct Measurement: Encodable {
  var work: String
  var against: String
  /// Medians, in seconds unless `unit` says otherwise.
  var seconds: Double
  var reference: Double
  var unit = Unit.seconds
  /// The maximum ratio that the project aims for.
  var aim: Double
  var ratio: Double { seconds / reference }

  /// The measured quantity.
  enum Unit: String, Encodable {
    case seconds, bytes, count
  }

  enum CodingKeys: String, CodingKey { case work, against, median, reference, unit, ratio, aim }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(work, forKey: .work)
    try container.encode(against, forKey: .against)
    try container.encode(seconds, forKey: .median)
    try container.encode(unit, forKey: .unit)
    try container.encode(reference, forKey: .reference)
    try container.encode(ratio, forKey: .ratio)
    try container.encode(aim, forKey: .aim)
  }
}

/// Returns the median times of some work and of its reference, measured alternately under the same conditions.
@MainActor
func medians(rounds: Int = 7, _ work: () throws -> Void, against reference: () throws -> Void) rethrows -> (
  Double, Double
) {
  var times: [Double] = []
  var references: [Double] = []
  for _ in 0..<rounds {
    times.append(try seconds(work))
    references.append(try seconds(reference))
  }
  return (median(times), median(references))
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

@MainActor
func seconds(_ work: () throws -> Void) rethrows -> Double {
  let start = ContinuousClock.now
  try work()
  let (seconds, attoseconds) = (ContinuousClock.now - start).components
  return Double(seconds) + Double(attoseconds) * 1e-18
}

/// Prints measurements as a table, or as JSON.
func printTable(_ measurements: [Measurement], asJSON: Bool) throws {
  if asJSON {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    print(String(decoding: try encoder.encode(measurements), as: UTF8.self))
    return
  }
  let rows =
    [["work", "against", "median", "reference", "ratio", "aim"]]
    + measurements.map {
      [
        $0.work, $0.against, amount($0.seconds, $0.unit), amount($0.reference, $0.unit), number($0.ratio),
        "<= \(number($0.aim))",
      ]
    }
  let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  for row in rows {
    print(zip(row, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }.joined(separator: "  "))
  }
}

private func number(_ value: Double) -> String { String(format: value < 0.1 ? "%.4f" : "%.2f", value) }

private func amount(_ value: Double, _ unit: Measurement.Unit) -> String {
  switch unit {
  case .seconds: time(value)
  case .bytes where value >= Double(1 << 20): String(format: "%.1f MiB", value / Double(1 << 20))
  case .bytes: String(format: "%.0f bytes", value)
  case .count: String(format: "%.0f", value)
  }
}

/// Returns a time with a suitable unit.
func time(_ seconds: Double) -> String {
  switch seconds {
  case ..<1e-6: String(format: "%.1f ns", seconds * 1e9)
  case ..<1e-3: String(format: "%.2f µs", seconds * 1e6)
  case ..<1: String(format: "%.2f ms", seconds * 1e3)
  default: String(format: "%.2f s", seconds)
  }
}
