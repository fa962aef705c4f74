import ArgumentParser
import Foundation

/// An argument of an app: bytes, as strings of Lua are, which need be no text.
///
/// The parser takes texts only. What is not UTF-8 goes through it as a NUL, which no argument of a process has in it, and a
/// character for each byte.
struct AppArgument: ExpressibleByArgument, Equatable {
  let bytes: [UInt8]
  /// Whether it is UTF-8.
  let isText: Bool

  /// The argument of a text as the parser takes it.
  init(argument: String) {
    isText = argument.unicodeScalars.first != Self.mark
    bytes =
      isText
      ? Array(argument.utf8) : argument.unicodeScalars.dropFirst().map { UInt8(truncatingIfNeeded: $0.value) }
  }

  private static let mark: Unicode.Scalar = "\0"

  /// The arguments of this process as the parser takes them, without the name of its program.
  static func ofProcess() -> [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { CommandLine.unsafeArgv[$0] }.map { argument in
      if let text = String(validatingCString: argument) { return text }
      let bytes = UnsafeRawBufferPointer(start: argument, count: strlen(argument))
      return String(String.UnicodeScalarView([mark] + bytes.map { Unicode.Scalar($0) }))
    }
  }

  /// Says of what is no text, and no argument of the app, that it cannot be used: it would be taken for another file.
  ///
  /// - Parameter command: the command that the arguments are; nil if they are none.
  /// - Throws: ``UsageError``.
  static func check(_ arguments: [String], of command: (any ParsableCommand)?) throws {
    // The parser does not see the dashes of an option behind the mark, and takes it for the app's.
    let options = arguments.prefix { $0 != "--" }.map(AppArgument.init)
    if let option = options.first(where: { !$0.isText && $0.bytes.first == UInt8(ascii: "-") }) {
      throw option.isNoText
    }
    let binary = arguments.map(AppArgument.init).filter { !$0.isText }
    let own = (command as? any AppCommand)?.arguments.filter { !$0.isText } ?? []
    guard binary.count > own.count, let wrong = binary.first(where: { !own.contains($0) }) ?? binary.first else {
      return
    }
    throw wrong.isNoText
  }

  private var isNoText: UsageError {
    UsageError(
      """
      the argument \"\(String(decoding: bytes, as: UTF8.self))\" is not UTF-8. Rename the file or folder, or go into \
      the folder and give the rest of the path.
      """)
  }
}

/// A command that runs an app, which gets arguments of its own.
protocol AppCommand: MainActorCommand {
  /// What the app gets.
  var arguments: [AppArgument] { get }
}
