import Foundation

/// A word of a shell's command line.
enum ShellWord {
  /// The word as a shell takes it: in quotes, unless it is plain.
  static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic
        || $0.isASCII && ($0.properties.numericType != nil || "-_./+".unicodeScalars.contains($0))
    }
    return isPlain && !word.hasPrefix("-") ? word : "'" + word.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }
}
