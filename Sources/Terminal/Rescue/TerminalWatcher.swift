import Glibc
import ProcessKeeper
import SystemCalls

/// Gives the terminal back when the process is killed with `SIGKILL`, of which it cannot know.
///
/// A small shell waits at a pipe that ends with the process. In the orderly case it is ended before.
final class TerminalWatcher {
  private let pipe: Int32
  private let process: pid_t

  /// The line's settings are put back only if they are still ours: the shell that the user came from may be faster,
  /// and has set its own.
  private static let script = """
    trap '' HUP INT QUIT TERM TSTP TTIN TTOU
    read -r word
    printf %s "$1"
    exec <&1
    [ "$3" = any ] || [ "$(stty -g)" = "$3" ] && stty "$2"
    """

  /// Starts watching; nil if that is not possible, which is no reason not to run.
  ///
  /// - Parameters:
  ///   - device: a terminal in raw mode.
  ///   - output: a descriptor of it that can be written to.
  ///   - saved: how its line was.
  ///   - sequences: what ends the modes that are on.
  ///   - isOurs: whether the line is in raw mode as we set it; else another program sets it as it likes.
  init?(_ device: TerminalDevice, output: Int32, saved: termios, restoring sequences: [UInt8], isOurs: Bool = true) {
    guard let raw = try? device.attributes() else { return nil }
    var ends: [Int32] = [-1, -1]
    guard system_make_pipe(&ends, 1) == 0 else { return nil }
    defer { close(ends[0]) }
    let arguments = [
      "/bin/sh", "-c", Self.script, "luahost-watcher", String(decoding: sequences, as: UTF8.self),
      Self.settings(saved), isOurs ? Self.settings(raw) : "any",
    ]
    var pointers = arguments.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    pointers.append(nil)
    var process: pid_t = 0
    guard system_spawn_keeper(&process, ends[0], output, pointers) == 0 else {
      close(ends[1])
      return nil
    }
    // It ends when this process does, and is not ended as one of its descendants before.
    children_record_helper(process)
    pipe = ends[1]
    self.process = process
  }

  /// Lets the watcher end as soon as the rescue has restored the terminal: it would move the cursor again, over what was
  /// printed since.
  func endWithRescue() { TerminalRescue.watcher = process }

  /// The terminal has been given back.
  deinit {
    if TerminalRescue.watcher == process { TerminalRescue.watcher = 0 }
    // Killed before the pipe ends: there is nothing to do for it any more.
    kill(process, SIGKILL)
    close(pipe)
    waitpid(process, nil, 0)
  }

  /// The line's settings as `stty` reads and prints them.
  private static func settings(_ line: termios) -> String {
    let flags = [line.c_iflag, line.c_oflag, line.c_cflag, line.c_lflag].map { String($0, radix: 16) }
    let characters = withUnsafeBytes(of: line.c_cc) { $0.map { String($0, radix: 16) } }
    return (flags + characters).joined(separator: ":")
  }
}
