import CSystem
import Glibc

/// Sees to it that no process outlives us, also if we are killed with `SIGKILL`, of which we cannot know.
///
/// A small shell waits at a pipe that ends with us. It hears which sessions there are, and kills what is left of them then.
@MainActor
final class Keeper {
  /// The one of this process.
  static let shared = Keeper()

  private var pipe: Int32 = -1
  private var process: pid_t = 0
  private var sessions: Set<pid_t> = []

  private static let script = """
    trap '' HUP INT QUIT TERM TSTP TTIN TTOU
    sessions=' '
    while read -r sign session; do
      case $sign in
      +) sessions="$sessions$session " ;;
      -) case $sessions in *" $session "*) sessions="${sessions%% $session *} ${sessions#* $session }" ;; esac ;;
      esac
    done
    [ "$sessions" = ' ' ] && exit
    for session in $sessions; do kill -s KILL -- "-$session"; done
    for file in /proc/[0-9]*/stat; do
      read -r line <"$file" || continue
      set -- ${line##*[)] }
      case $sessions in *" $4 "*) process=${file#/proc/} && kill -s KILL "${process%/stat}" ;; esac
    done
    """

  /// A session begins.
  func add(_ session: pid_t) {
    sessions.insert(session)
    // A keeper that somebody killed is followed by another, which hears of all.
    if process == 0 || !tell("+ \(session)\n") { begin() }
  }

  /// A session has ended.
  func remove(_ session: pid_t) {
    guard sessions.remove(session) != nil else { return }
    _ = tell("- \(session)\n")
  }

  private func tell(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { write(pipe, $0.baseAddress, $0.count) == $0.count }
  }

  private func begin() {
    if process != 0 {
      close(pipe)
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
      process = 0
    }
    // Without one, the processes still end with our main thread, but not what they have started.
    var ends: [Int32] = [-1, -1]
    guard system_make_pipe(&ends, 1) == 0 else { return }
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer {
      close(ends[0])
      close(nowhere)
    }
    let texts = ["/bin/sh", "-c", Self.script, "luahost-keeper"]
    var arguments = texts.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    guard system_spawn_keeper(&process, ends[0], nowhere, arguments) == 0 else {
      process = 0
      close(ends[1])
      return
    }
    pipe = ends[1]
    for session in sessions { _ = tell("+ \(session)\n") }
  }
}

/// Sessions of processes: what a process and all that it starts are in, unless they make one of their own.
enum Sessions {
  /// Whether somebody is still in a session.
  static func isEmpty(_ session: pid_t) -> Bool { Glibc.kill(-session, 0) != 0 && errno == ESRCH }

  /// Kills all that is in them, also what has made a process group of its own.
  static func kill(_ sessions: Set<pid_t>) {
    guard !sessions.isEmpty else { return }
    for session in sessions { Glibc.kill(-session, SIGKILL) }
    guard let folder = opendir("/proc") else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let process = pid_t(name) else { continue }
      let session = getsid(process)
      if session > 0, sessions.contains(session) { Glibc.kill(process, SIGKILL) }
    }
  }
}
