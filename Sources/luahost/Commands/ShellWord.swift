/// A word of a shell command.
enum ShellWord {
  /// Returns the word quoted for a shell, if necessary.
  static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic
        || $0.isASCII && ($0.properties.numericType != nil || "-_./+".unicodeScalars.contains($0))
    }
    return isPlain && !word.hasPrefix("-") ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
