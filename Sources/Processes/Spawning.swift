import Glibc
import ProcessKeeper
import SystemCalls

extension Command {
  /// Starts the program.
  ///
  /// - Parameters:
  ///   - descriptors: what it gets as 0 up; they stay the caller's.
  ///   - beginsSession: whether it is in a session of its own, so that it and all that it starts can be ended together,
  ///     and has no terminal; else it is in our process group.
  /// - Throws: ``ProcessError``.
  @MainActor
  func start(_ descriptors: [Int32], beginsSession: Bool) throws(ProcessError) -> pid_t {
    guard !paths.isEmpty else { throw .noProgram(name, reason: "its name is empty") }
    let pathList = CStringList(paths)
    let argumentList = CStringList(arguments)
    let shellList = CStringList([Array("sh".utf8), []] + arguments.dropFirst())
    let environmentList = CStringList(RunVariable.apply(to: environment, isDetached: outlivesApp))
    if !outlivesApp { Keeper.shared.begin() }
    let folderText = CStringList(folder.map { [$0] } ?? [])
    var failure = system_start_failure()
    let process = descriptors.withUnsafeBufferPointer { descriptors in
      var command = system_command()
      command.paths = UnsafePointer(pathList.pointers)
      command.arguments = argumentList.pointers
      command.shell_arguments = shellList.pointers
      command.environment = UnsafePointer(environmentList.pointers)
      command.folder = UnsafePointer(folderText.pointers[0])
      command.descriptors = descriptors.baseAddress
      command.descriptor_count = Int32(descriptors.count)
      command.begins_session = beginsSession ? 1 : 0
      command.outlives_us = outlivesApp ? 1 : 0
      return system_start(&command, &failure)
    }
    // C has read from them until here.
    withExtendedLifetime((pathList, argumentList, shellList, environmentList, folderText)) {}
    guard process < 0 else {
      children_record(process)
      return process
    }
    throw error(step: failure.step, code: failure.code)
  }

  private func error(step: Int32, code: Int32) -> ProcessError {
    switch step {
    case 2:
      let folder = String(decoding: folder ?? [], as: UTF8.self)
      return .noFolder(
        folder, program: name, reason: code == ENOENT ? "no such folder" : ProcessError.reason(code))
    case 3: return .noProgram(name, reason: reason(code))
    default: return .system(what: "cannot start \"\(name)\"", reason: ProcessError.reason(code))
    }
  }

  private func reason(_ code: Int32) -> String {
    let isPath = name.contains("/")
    switch code {
    case ENOENT, ENOTDIR:
      // A script whose first line names a program that is not there is refused in the same words.
      if isPath, isThere { return "the interpreter named in its first line does not exist" }
      return isPath ? "no such file" : "no such program on the PATH"
    case EACCES: return "permission denied (is it an executable program?)"
    case E2BIG: return "its arguments and environment are too long"
    default: return ProcessError.reason(code)
    }
  }

  private var isThere: Bool {
    var path = arguments.first ?? []
    if path.first != UInt8(ascii: "/"), let folder { path = folder + [UInt8(ascii: "/")] + path }
    return (path + [0]).withUnsafeBufferPointer {
      $0.withMemoryRebound(to: CChar.self) { $0.baseAddress.map { access($0, F_OK) == 0 } ?? false }
    }
  }
}

/// Strings as C has them: a list of pointers that ends with none.
private final class CStringList {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  /// What is to be freed, whatever C put into the list.
  private var copies: [UnsafeMutablePointer<CChar>] = []

  init(_ strings: some Collection<[UInt8]>) {
    pointers = .allocate(capacity: strings.count + 1)
    pointers.initialize(repeating: nil, count: strings.count + 1)
    for (index, string) in strings.enumerated() {
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: string.count + 1)
      for (place, byte) in string.enumerated() { copy[place] = CChar(bitPattern: byte) }
      copy[string.count] = 0
      pointers[index] = copy
      copies.append(copy)
    }
  }

  deinit {
    for copy in copies { copy.deallocate() }
    pointers.deallocate()
  }
}
