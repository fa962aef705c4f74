import Foundation
import GRDB

/// Text as bound to a statement.
enum StoredText {
  /// Returns the database value for a text.
  ///
  /// A text with a NUL byte would be truncated there. It is stored as a blob, which every version reads in place of a
  /// text.
  static func value(_ text: String?) -> DatabaseValue {
    guard let text else { return .null }
    return text.utf8.contains(0) ? Data(text.utf8).databaseValue : text.databaseValue
  }
}
