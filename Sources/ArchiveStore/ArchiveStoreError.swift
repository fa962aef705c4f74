import Glibc
import StateRestoration

/// A reason why a session's saves cannot be read or written.
public enum ArchiveStoreError: ArchiveStoreFailure, CustomStringConvertible, Equatable {
  /// Another process, or another object of this process, holds the session.
  case locked(path: String, holder: Int32?)
  /// Another process has taken over the session, so this one can no longer write to it.
  case continued(path: String)
  /// A folder or file cannot be created, opened or written.
  case cannotWrite(path: String, reason: String)
  /// The file is not a saved state of luahost.
  case foreign(path: String)
  /// This user may not read the file.
  case unreadable(path: String)
  /// The file was written by a later version of luahost.
  case newer(path: String, format: Int, known: Int)
  /// The file is damaged.
  case damaged(path: String, reason: String)
  /// The session's name is not a valid file name.
  case badSessionName(String)
  /// Nothing was saved there yet.
  case noSaves(path: String)
  /// The save does not exist.
  case noSuchSave(Int64, path: String)

  public var reason: String? {
    switch self {
    case .cannotWrite(_, let reason): reason
    case .damaged(_, let reason): "the state is damaged: \(reason)"
    default: nil
    }
  }

  public var description: String {
    switch self {
    case .locked(let path, let holder) where holder == getpid():
      "this process (\(getpid())) already holds this session: \(path)"
    case .locked(let path, let holder):
      "another process\(holder.map { " (\($0))" } ?? "") holds this session: \(path)"
    case .continued(let path):
      "another process continued this session, so this one can no longer save it: \(path)"
    case .cannotWrite(let path, let reason): "cannot save the state to \(path): \(reason)"
    case .foreign(let path): "\(path) is not a saved state of luahost"
    case .unreadable(let path): "\(path) cannot be read: permission denied"
    case .newer(let path, let format, let known):
      "\(path) has format \(format), written by a newer luahost; this one supports formats up to \(known)"
    case .damaged(let path, let reason): "\(path) is damaged (\(reason))"
    case .badSessionName(let name):
      """
      "\(name)" is not a valid session name: use at most \(SessionFiles.longestSession) letters, digits, '-', '_' and '.', and do not begin with '.'
      """
    case .noSaves(let path): "there are no saves yet in \(path)"
    case .noSuchSave(let number, let path):
      "there is no save \(number) in \(path)"
    }
  }
}
