import Interface

/// Reports test results as JUnit XML, for CI systems.
public enum JUnitReport {
  /// Returns the report on test files in this order.
  public static func xml(_ files: [(path: String, result: TestRunner.Result)]) -> String {
    let all = files.flatMap(\.result.cases)
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites \(counts(all))>"]
    for (path, result) in files {
      lines.append("  <testsuite name=\"\(escaped(path))\" errors=\"0\" skipped=\"0\" \(counts(result.cases))>")
      for one in result.cases {
        let head =
          "    <testcase classname=\"\(escaped(path))\" name=\"\(escaped(one.name))\" time=\"\(time(one.seconds))\""
        var parts: [String] = []
        if let failure = one.failure {
          let summary = failure.split(separator: "\n").first.map(String.init) ?? ""
          parts.append("      <failure message=\"\(escaped(summary))\">\(escaped(failure))</failure>")
        }
        if !one.notes.isEmpty {
          parts.append("      <system-out>\(escaped(one.notes.joined(separator: "\n")))</system-out>")
        }
        lines += parts.isEmpty ? [head + "/>"] : [head + ">"] + parts + ["    </testcase>"]
      }
      lines.append("  </testsuite>")
    }
    return (lines + ["</testsuites>"]).joined(separator: "\n") + "\n"
  }

  private static func counts(_ cases: [TestRunner.Case]) -> String {
    let failures = cases.filter { $0.failure != nil }.count
    let seconds = cases.reduce(0) { $0 + $1.seconds }
    return "tests=\"\(cases.count)\" failures=\"\(failures)\" time=\"\(time(seconds))\""
  }

  private static func time(_ seconds: Double) -> String {
    let milliseconds = Int((seconds * 1000).rounded())
    let fraction = String(milliseconds % 1000)
    return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
  }

  /// Returns a text escaped for an attribute, where newlines would be read as spaces.
  private static func escaped(_ text: String) -> String {
    ScreenPicture.escaped(text).replacing("\n", with: "&#10;").replacing("\t", with: "&#9;")
  }
}
