import ArchiveStore
import ArgumentParser
import Glibc

/// An argument of an app: bytes, which need not be valid UTF-8, like Lua strings.
///
/// The parser accepts only texts. Invalid UTF-8 is passed through it as a NUL, which no process argument contains,
/// followed by one character per byte.
struct AppArgument: ExpressibleByArgument, Equatable {
  let bytes: [UInt8]
  /// Whether the argument is valid UTF-8.
  let isText: Bool

  /// Creates the argument from the parser's text.
  init(argument: String) {
    isText = argument.unicodeScalars.first != Self.mark
    bytes =
      isText
      ? Array(argument.utf8) : argument.unicodeScalars.dropFirst().map { UInt8(truncatingIfNeeded: $0.value) }
  }

  private static let mark: Unicode.Scalar = "\0"

  /// Returns the arguments of this process for the parser, without the program's name.
  static func ofProcess() -> [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { CommandLine.unsafeArgv[$0] }.map { argument in
      if let text = String(validatingCString: argument) { return text }
      let bytes = UnsafeRawBufferPointer(start: argument, count: strlen(argument))
      return String(String.UnicodeScalarView([mark] + bytes.map { Unicode.Scalar($0) }))
    }
  }

  /// Rejects invalid UTF-8 outside of the app's arguments, as it could be mistaken for another file name.
  ///
  /// - Parameter command: the parsed command; nil if parsing failed.
  /// - Throws: ``UsageError``.
  static func check(_ arguments: [String], of command: (any ParsableCommand)?) throws {
    // With the mark before its dashes, the parser takes an option for an argument of the app.
    let options = arguments.prefix { $0 != "--" }.map(AppArgument.init)
    if let option = options.first(where: { !$0.isText && $0.bytes.first == UInt8(ascii: "-") }) {
      throw option.invalidText
    }
    let binary = arguments.map(AppArgument.init).filter { !$0.isText }
    guard !binary.isEmpty else { return }
    let own = (command as? any AppCommand)?.arguments.filter { !$0.isText } ?? []
    guard binary.count > own.count, let wrong = binary.first(where: { !own.contains($0) }) ?? binary.first else {
      return
    }
    throw wrong.invalidText
  }

  /// Rejects a current folder whose name is not valid UTF-8, as relative paths would lead to another folder.
  ///
  /// - Throws: ``UsageError``.
  static func checkCurrentFolder() throws {
    guard let folder = FileContents.binaryCurrentFolder else { return }
    throw UsageError(
      "the current folder \"\(String(decoding: folder, as: UTF8.self))\" is not UTF-8. Rename it, or use another one.")
  }

  private var invalidText: UsageError {
    UsageError("the argument \"\(String(decoding: bytes, as: UTF8.self))\" is not UTF-8. Rename the file or folder.")
  }
}

/// A command that runs an app with arguments.
protocol AppCommand: MainActorCommand {
  /// The app's arguments.
  var arguments: [AppArgument] { get }
}
