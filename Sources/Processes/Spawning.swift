import Glibc
import Loop
import ProcessKeeper

extension Command {
  /// Starts the program.
  ///
  /// - Parameters:
  ///   - descriptors: its descriptors from 0 on; they remain the caller's.
  ///   - beginsSession: whether it runs in its own session, so that it can be terminated together with its descendants,
  ///     and has no terminal; otherwise it runs in our process group.
  /// - Throws: ``ProcessError``.
  @MainActor
  func start(_ descriptors: [Int32], beginsSession: Bool) throws(ProcessError) -> ChildHandle {
    guard !paths.isEmpty else { throw .noProgram(name, reason: "its name is empty") }
    if !outlivesApp { Keeper.shared.begin() }
    var child = ChildConfiguration(
      arguments: arguments, paths: paths,
      environment: RunVariable.apply(to: environment, isDetached: outlivesApp), folder: folder,
      descriptors: descriptors)
    child.group = beginsSession ? .session : .parent
    child.outlivesParent = outlivesApp
    let process: pid_t
    do throws(ChildStartError) {
      process = try child.start()
    } catch {
      throw self.error(error)
    }
    children_record(process)
    do throws(LoopError) {
      return try ChildHandle(process)
    } catch {
      kill(beginsSession ? -process : process, SIGKILL)
      waitpid(process, nil, 0)
      throw .system("cannot watch \"\(name)\"", error.code)
    }
  }

  /// Returns copies of the standard streams for ``start(_:beginsSession:)``, at numbers that do not collide with those of
  /// the process; the caller closes them.
  func copyStandardStreams() throws(ProcessError) -> [Int32] {
    var copies: [Int32] = []
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      let copy = fcntl(stream, F_DUPFD_CLOEXEC, 16)
      guard copy >= 0 else {
        let error = ProcessError.system("cannot start \"\(name)\"")
        for copy in copies { close(copy) }
        throw error
      }
      copies.append(copy)
    }
    return copies
  }

  private func error(_ error: ChildStartError) -> ProcessError {
    let code = error.code
    switch error.step {
    case .folder:
      let folder = String(decoding: folder ?? [], as: UTF8.self)
      return .noFolder(
        folder, program: name, reason: code == ENOENT ? "no such folder" : errorMessage(code))
    case .program: return .noProgram(name, reason: reason(code))
    case .process, .descriptors: return .system(what: "cannot start \"\(name)\"", reason: errorMessage(code))
    }
  }

  private func reason(_ code: Int32) -> String {
    let isPath = name.contains("/")
    switch code {
    case ENOENT, ENOTDIR:
      // The system reports a missing interpreter in a script's first line with the same error.
      if isPath, exists { return "the interpreter named in its first line does not exist" }
      return isPath ? "no such file" : "no such program on the PATH"
    case EACCES: return "permission denied (is it an executable program?)"
    case E2BIG: return "its arguments and environment are too long"
    default: return errorMessage(code)
    }
  }

  private var exists: Bool {
    var path = arguments.first ?? []
    if path.first != UInt8(ascii: "/"), let folder { path = folder + [UInt8(ascii: "/")] + path }
    return path.withPath { access($0, F_OK) == 0 }
  }
}
