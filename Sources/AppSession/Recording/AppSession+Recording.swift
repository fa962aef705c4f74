import ArchiveStore
import FoundationEssentials
import Glibc
import Interface
import LuaRuntime
import LuaScreens
import StateRestoration

// Recording what the user does, and playing it.
extension AppSession {
  /// Starts to record what the user does, as a test file. A recording whose file could not be written continues in this one.
  ///
  /// Unless a fresh launch leads to the present state, that is saved in a file beside the test, from which the test
  /// starts.
  ///
  /// - Throws: ``SessionError/notRunning``; ``RecordingError``; an error of the state's preservation.
  public func startRecording(to file: String) throws {
    let host = try running
    if let recording, !recording.isUnwritten { throw RecordingError.alreadyRecording(recording.file) }
    var isDirectory = false
    if FileManager.default.fileExists(atPath: file, isDirectory: &isDirectory) {
      if isDirectory { throw RecordingError.cannotWrite(file, POSIXError(.EISDIR)) }
      guard FileContents.readInput(file)?.starts(with: RecordedTest.mark.utf8) == true else {
        throw RecordingError.otherFile(file)
      }
    }
    if let recording { return try recording.move(to: file) }
    var archive: Archive?
    if wasUsed || host.application.didRestoreState {
      _ = try host.turn { try host.application.preserve(isDurable: true) }
      guard let current = try store?.currentArchive() else { throw RecordingError.notSaved }
      archive = current
    }
    let saves = try store?.saves() ?? []
    let recording = SessionRecording(self, host: host, to: file, archive: archive, saves: saves)
    if let error = launched.errors.first, host.application.hasNoScreen {
      recording.noteLaunchFailure(error)
    } else if !wasUsed {
      launched.errors.forEach(recording.note)
    }
    do {
      // An unwritable file is reported now, not at the end.
      try recording.write()
    } catch {
      recording.detach()
      throw error
    }
    self.recording = recording
  }

  /// Ends the recording, if there is one, and writes its file.
  ///
  /// - Returns: the file; nil if nothing was being recorded.
  /// - Throws: ``RecordingError/cannotWrite(_:_:)``; the recording continues.
  @discardableResult
  public func endRecording() throws -> String? {
    guard let recording else { return nil }
    try recording.finish()
    self.recording = nil
    recordedFile = recording.file
    return recording.file
  }

  /// Ends the recording, if there is one, and writes it elsewhere if its file cannot be written.
  ///
  /// - Throws: ``RecordingError/notWritten(_:_:elsewhere:)``.
  func endRecordingAnywhere() throws {
    do {
      try endRecording()
    } catch RecordingError.cannotWrite(let file, let error) {
      defer { recording = nil }
      let name = FileContents.url(file).lastPathComponent
      for parent in [FileManager.default.currentDirectoryPath, FileManager.default.temporaryDirectory.path] {
        guard let folder = Self.newFolder(in: parent) else { continue }
        let place = "\(folder)/\(name)"
        if (try? recording?.move(to: place)) != nil {
          throw RecordingError.notWritten(file, error, elsewhere: place)
        }
        try? FileManager.default.removeItem(atPath: folder)
      }
      throw RecordingError.notWritten(file, error, elsewhere: nil)
    }
  }

  /// Ends the recording and then the app. If both fail, the error of the recording is reported, and the other one thrown.
  func endingRecording(_ endApp: () throws -> Void) throws {
    let ended = Result { try endRecordingAnywhere() }
    do {
      try endApp()
    } catch {
      if case .failure(let failure) = ended {
        report(Problem(error: failure, summary: "The recording could not be written", detail: ""))
      }
      throw error
    }
    try ended.get()
  }

  private static func newFolder(in parent: String) -> String? {
    var path = Array("\(parent)/recording-XXXXXX".utf8CString)
    guard mkdtemp(&path) != nil else { return nil }
    return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Notes an error of the app, which a recording expects in its test.
  func note(_ problem: Problem) {
    recording?.note(problem)
    if !wasUsed { launched.note(problem) }
  }

  /// Returns to a save, which is recorded.
  ///
  /// - Parameter body: returns to it. Returns the new save with its contents.
  func recordingReturn(to number: SaveNumber, savedAt time: Double?, _ body: () throws -> SaveNumber) throws {
    guard let recording else { return _ = try body() }
    _ = try recording.record({ recording.rollback(to: number, savedAt: time, copy: $0) }, body)
  }

  /// Treats the present moment as a pause of the user, in a recording.
  package func recordPause() { recording?.pause() }

  /// Runs a line of Lua at the prompt, which is recorded.
  package func recordingLine(_ source: String, _ body: () throws -> LuaTask) rethrows -> LuaTask {
    guard let recording, let host, host.canRun(source) else { return try body() }
    let text = source.trimming()
    // A line that begins with `=` is an expression.
    let line = text.hasPrefix("=") ? text.dropFirst().trimming() : source
    return try recording.record(
      { task in
        task.isRunning
          ? .comment("The line \(source) waited, which a test cannot do here.")
          : recording.step(ofLine: line, error: task.error, in: host)
      }, body)
  }

  /// Runs a line of Lua of a played test, which is recorded.
  ///
  /// - Parameter hasArguments: whether the test passes values to it.
  func recordingEvaluation<Result>(
    _ source: String, hasArguments: Bool, _ body: () throws -> Result
  ) throws -> Result {
    guard let recording, let host else { return try body() }
    return try recording.record(
      { (result: Swift.Result<Result, any Error>) in
        if hasArguments { return .comment("The test passed values to \(source), which are not recorded.") }
        guard case .failure(let error) = result else { return recording.step(ofLine: source, error: nil, in: host) }
        return recording.step(ofLine: source, error: error, in: host)
      }, { Swift.Result(catching: body) }
    ).get()
  }

  /// Runs a closure that makes a step, which is recorded.
  package func recorded<Result>(_ step: RecordedStep, _ body: () throws -> Result) rethrows -> Result {
    guard let recording else { return try body() }
    if case .advance = step { recording.recordOutstandingTime() }
    return try recording.record({ _ in step }, body)
  }
}

/// A reason why nothing can be recorded.
public enum RecordingError: Error, CustomStringConvertible {
  /// A recording is under way.
  case alreadyRecording(String)
  /// The file exists and is no recording.
  case otherFile(String)
  /// The app declines to be saved, so that a test cannot start from its present state.
  case notSaved
  /// The file cannot be written.
  case cannotWrite(String, POSIXError)
  /// The file could not be written at the exit of the app; the recording is elsewhere, or lost.
  case notWritten(String, POSIXError, elsewhere: String?)

  public var description: String {
    switch self {
    case .alreadyRecording(let file): "already recording to \(file)"
    case .otherFile(let file): "\(file) exists and was not recorded; choose another name, or remove it"
    case .notSaved:
      "the app's shouldSaveApplicationState did not return true, so a test cannot start from its present state; start the recording before you use the app"
    case .cannotWrite(let file, let error):
      "cannot write \(file): \(FileContents.reason(of: error))"
    case .notWritten(let file, let error, let place):
      "cannot write \(file): \(FileContents.reason(of: error)); the recording "
        + (place.map { "is in \($0)" } ?? "is lost, as the current folder and the temporary one are not writable either")
    }
  }
}
