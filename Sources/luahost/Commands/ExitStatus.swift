import AppSession
import ArchiveStore
import ArgumentParser
import Foresight
import Glibc
import Loop
import LuaRuntime
import Terminal

/// The exit codes of the command.
enum ExitStatus: Int32 {
  case success = 0
  /// The app's script failed, or a search found nothing.
  case scriptFailed = 1
  /// The command line is invalid.
  case usage = 2
  /// The state, or a recording, could not be saved.
  case notSaved = 3
  /// Another process holds the session.
  case sessionHeld = 4

  /// Returns the exit status for an error.
  init(_ error: any Error) {
    switch error {
    case RecordingError.notWritten: self = .notSaved
    case let error as NothingFound: self = error.status
    case let error as KeptStateError: self = error.isUsage ? .usage : .scriptFailed
    // The app was asked to exit before there was anything to save.
    case LuaError.ended: self = .success
    case ArchiveStoreError.locked: self = .sessionHeld
    case ArchiveStoreError.badSessionName, ArchiveStoreError.noSaves, ArchiveStoreError.noSuchSave, is UsageError,
      BundlingError.isBundle, BundlingError.noSuchFile, BundlingError.badName, BundlingError.sameName,
      is LoopError, is OutputError, is TerminalError, is RecordingError:
      self = .usage
    case is ArchiveStoreError: self = .notSaved
    default: self = .scriptFailed
    }
  }
}

extension ExitCode {
  /// Returns the exit code of an app's run. Also handles a script that exits before it has created its app.
  @MainActor
  static func ofRun(_ run: () throws -> Int32) throws -> ExitCode {
    do {
      return ExitCode(try run())
    } catch LuaError.exit(let code) {
      return ExitCode(code)
    }
  }
}

/// An error in the command line.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// The requested object does not exist.
struct NothingFound: Error, CustomStringConvertible {
  let description: String
  /// The exit status of the command.
  let status: ExitStatus

  init(_ description: String, status: ExitStatus = .usage) {
    self.description = description
    self.status = status
  }
}

/// Prints a message of the command to standard error.
func complain(_ message: String) {
  fflush(nil)
  printError("luahost: \(message)")
}
