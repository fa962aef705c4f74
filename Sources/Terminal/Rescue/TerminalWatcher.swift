import Glibc
import Loop
import ProcessKeeper
import SystemCalls

/// Restores the terminal after the process was killed by `SIGKILL`, which it cannot handle itself.
///
/// A small shell waits on a pipe that closes with the process. In an orderly exit it is killed before.
final class TerminalWatcher {
  private let pipe: Int32
  private let process: pid_t

  /// Restores the line settings only if they are still ours: the user's shell may have been faster and set its own. Then
  /// its prompt is on the screen that was left. Line editors draw it again when the size of the terminal changes.
  private static let script = """
    trap '' HUP INT QUIT TERM TSTP TTIN TTOU
    restoring=$1
    while IFS= read -r line; do restoring=$line; done
    printf %s "$restoring"
    exec <&1
    if [ "$3" = any ] || [ "$(stty -g)" = "$3" ]; then
      stty "$2"
    else
      size=$(stty size)
      rows=${size% *}
      stty rows $((rows + 1)) && sleep 0.1 && stty rows "$rows"
    fi
    """

  /// Starts the watcher; nil if that fails, which does not prevent the app from running.
  ///
  /// - Parameters:
  ///   - device: a terminal in raw mode.
  ///   - output: a writable descriptor of the terminal.
  ///   - saved: the original line settings.
  ///   - sequences: the sequences that reset the active modes.
  ///   - isOurs: whether the line is in raw mode as we set it; otherwise another program sets it.
  @MainActor
  init?(_ device: TerminalDevice, output: Int32, saved: termios, restoring sequences: [UInt8], isOurs: Bool = true) {
    guard let raw = try? device.attributes() else { return nil }
    var ends: [Int32] = [-1, -1]
    guard system_make_pipe(&ends, 1) == 0 else { return nil }
    defer { close(ends[0]) }
    let words = [
      "/bin/sh", "-c", Self.script, "luahost-watcher", String(decoding: sequences, as: UTF8.self),
      Self.settings(saved), isOurs ? Self.settings(raw) : "any",
    ]
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(nowhere) }
    let streams = [ends[0], output, nowhere].map { fcntl($0, F_DUPFD_CLOEXEC, 16) }
    defer { for stream in streams { close(stream) } }
    // No key of the terminal reaches it.
    var watcher = ChildConfiguration(
      arguments: words.map { Array($0.utf8) }, paths: [Array(words[0].utf8)],
      environment: [Array("PATH=/usr/bin:/bin".utf8)], descriptors: streams)
    watcher.group = .own
    watcher.outlivesParent = true
    guard let process = try? watcher.start() else {
      close(ends[1])
      return nil
    }
    // The watcher exits by itself after this process, so it must not be killed as a descendant before.
    children_record_helper(process)
    pipe = ends[1]
    self.process = process
  }

  /// Replaces the sequences that reset the active modes. They contain no newline.
  func setSequences(_ sequences: [UInt8]) { writeAll(sequences + [UInt8(ascii: "\n")], to: pipe) }

  /// Makes the rescue kill the watcher once the terminal is restored; the watcher would move the cursor again, over
  /// later output.
  func endWithRescue() { TerminalRescue.watcher = process }

  /// Stops the watcher after the terminal has been restored.
  deinit {
    if TerminalRescue.watcher == process { TerminalRescue.watcher = 0 }
    // Killed before the pipe closes, so that it does nothing.
    kill(process, SIGKILL)
    close(pipe)
    waitpid(process, nil, 0)
  }

  /// Returns the line settings in the format of `stty -g`.
  private static func settings(_ line: termios) -> String {
    let flags = [line.c_iflag, line.c_oflag, line.c_cflag, line.c_lflag].map { String($0, radix: 16) }
    let characters = withUnsafeBytes(of: line.c_cc) { $0.map { String($0, radix: 16) } }
    return (flags + characters).joined(separator: ":")
  }
}
