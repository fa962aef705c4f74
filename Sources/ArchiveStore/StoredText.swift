import Foundation
import GRDB

/// Text as it is bound to a statement.
enum StoredText {
  /// The value that reads as this text again.
  ///
  /// A text with a NUL byte would be stored up to that byte only. As a blob it is stored whole, and every version reads a blob
  /// where it expects text.
  static func value(_ text: String?) -> DatabaseValue {
    guard let text else { return .null }
    return text.utf8.contains(0) ? Data(text.utf8).databaseValue : text.databaseValue
  }
}
