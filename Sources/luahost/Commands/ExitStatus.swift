import AppSession
import ArchiveStore
import ArgumentParser
import Foundation
import LuaRuntime
import Terminal

/// The exit codes of the command.
enum ExitStatus: Int32 {
  case success = 0
  /// The app's script failed.
  case scriptFailed = 1
  /// The command line is wrong.
  case usage = 2
  /// The state could not be saved.
  case notSaved = 3
  /// Another process holds the session.
  case sessionHeld = 4

  /// The status that an error ends the command with.
  init(_ error: any Error) {
    switch error {
    // Asked to, before there was anything to save.
    case LuaError.ended: self = .success
    case ArchiveStoreError.locked: self = .sessionHeld
    case ArchiveStoreError.badSessionName, ArchiveStoreError.noSuchSave, is UsageError, is NothingFound,
      BundlingError.isBundle, BundlingError.noSuchFile, BundlingError.badName, is LoopError, is TerminalError:
      self = .usage
    case is ArchiveStoreError: self = .notSaved
    default: self = .scriptFailed
    }
  }
}

extension ExitCode {
  /// What the run of an app ends with. A script that leaves before it has made its app says so, too.
  @MainActor
  static func ofRun(_ run: () throws -> Int32) throws -> ExitCode {
    do {
      return ExitCode(try run())
    } catch LuaError.exit(let code) {
      return ExitCode(code)
    }
  }
}

/// Something on the command line that cannot be.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// What was asked for is not there.
struct NothingFound: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Writes a message of the command's own to standard error.
func complain(_ message: String) {
  fflush(nil)
  printError("luahost: \(message)")
}
