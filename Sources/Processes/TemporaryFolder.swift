import Glibc
import Loop
import SystemCalls

/// A temporary folder, accessible to its owner only, that is removed with this object, or with this process if the
/// process is killed.
@MainActor
package final class TemporaryFolder {
  /// The absolute path.
  package let path: String
  /// Closing it makes the remover remove the folder.
  private let pipe: Int32
  private let remover: ChildHandle

  /// The remover waits for the end of its input. A process that is being killed may still create files, so removing is
  /// retried for a second.
  private static let script = """
    read -r _
    for _ in 1 2 3 4 5 6 7 8 9 10; do
      rm -rf -- "$0" 2>/dev/null && exit
      sleep 0.1
    done
    """

  /// Creates a folder.
  ///
  /// - Parameter prefix: the beginning of its name.
  package init(prefix: String) throws(ProcessError) {
    let parent = getenv("TMPDIR").flatMap { String(validatingCString: $0) } ?? ""
    var template = Array("\(parent.hasPrefix("/") ? parent : "/tmp")/\(prefix)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw .system("cannot create a temporary folder in \(parent)") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    do throws(ProcessError) {
      (pipe, remover) = try Self.startRemover(of: path)
    } catch {
      rmdir(path)
      throw error
    }
  }

  private static func startRemover(of path: String) throws(ProcessError) -> (Int32, ChildHandle) {
    var ends: [Int32] = [-1, -1]
    guard system_make_process_pipe(&ends, 1) == 0 else { throw .system("cannot create a temporary folder") }
    let theirs = [
      system_move_descriptor(ends[0]), system_move_descriptor(open("/dev/null", O_RDWR | O_CLOEXEC)),
    ]
    defer { for descriptor in theirs where descriptor >= 0 { close(descriptor) } }
    var command = Command("/bin/sh", "-c", script, path)
    // It must remove the folder after the end of this process.
    command.outlivesApp = true
    do throws(ProcessError) {
      guard !theirs.contains(where: { $0 < 0 }) else { throw .system("cannot create a temporary folder") }
      let remover = try command.start([theirs[0], theirs[1], theirs[1]], beginsSession: true)
      Descendants.detach(remover.process)
      return (ends[1], remover)
    } catch {
      close(ends[1])
      throw error
    }
  }

  isolated deinit {
    close(pipe)
    _ = remover.wait(atMost: Int32(END_DESCENDANTS))
    _ = remover.reap()
    Descendants.didEnd(remover.process)
  }
}
