import ArgumentParser

/// Better messages for options with numbers.
enum NumberMistake {
  /// Returns the error for a negative number, which the parser takes for an option, so that it reports a missing value; nil if
  /// there is none.
  static func error(insteadOf error: any Error) -> (any Error)? {
    guard LuahostCommand.message(for: error).hasPrefix("Missing value for") else { return nil }
    var arguments = Array(CommandLine.arguments.dropFirst())
    for index in arguments.indices.dropFirst().reversed()
    where arguments[index].hasPrefix("-") && Int(arguments[index]) != nil && arguments[index - 1].hasPrefix("--") {
      arguments[index - 1] += "=\(arguments.remove(at: index))"
    }
    do {
      _ = try LuahostCommand.parseAsRoot(arguments)
      return nil
    } catch let other {
      return LuahostCommand.message(for: other).hasPrefix("Missing value for") ? nil : other
    }
  }

  /// Returns a message of the parser, with what is expected in place of an invalid number.
  static func explained(_ message: String) -> String {
    let mistake = /The value '(.*)' is invalid for '(--[a-z-]+) <(?:number|steps|bytes)>'/
    guard let match = message.firstMatch(of: mistake) else { return message }
    let (value, option) = (match.output.1, match.output.2)
    let digits = value.drop { $0 == "-" }
    let isWhole = !digits.isEmpty && digits.allSatisfy { $0.isASCII && $0.isNumber }
    let expected =
      !isWhole ? "a whole number" : value.hasPrefix("-") ? "a number that is not negative" : "a smaller number"
    return message.replacing(match.output.0, with: "\(option): expected \(expected), got \(value)")
  }
}
