import ArchiveStore
import LuaRuntime
import LuaScreens
import StateRestoration

/// Restores the state of an examined app without one of the statements that run, or with another call after the decoding, to find the
/// line that loses a value.
@MainActor
final class LineTrial {
  /// A run that has restored the state.
  struct Result {
    let evidence: RunEvidence
    /// The saved values of its nodes.
    let saved: ScriptFields.SavedValues
  }

  let scripts: AppScripts
  /// The run whose state is restored.
  let before: RunEvidence
  /// The values of keys in that state.
  let savedValues: ScriptFields.SavedValues
  private let archive: Archive
  /// The values in the state, to change them.
  private(set) lazy var changeableValues = SavedValues(of: archive)
  /// The path of the app's script.
  let script: String
  private let makeRun: (_ script: String?) throws -> TrialRun
  private lazy var copy = try? ScratchCopy(of: script)
  /// The run that restores it without a change; nil if that fails.
  private(set) lazy var unchanged = run(nil, restoring: archive)
  private lazy var freshLaunch = launchFresh()
  private lazy var unchangedFresh = freshLaunch.flatMap { run(nil, restoring: $0.state) }
  /// The lines of functions that run when the state is restored, those that ran last first, and those that decodings run.
  private(set) lazy var lines = findLines()
  private lazy var changesWithoutStatement = findChangesWithoutStatement()
  private lazy var changesWithCall = findChangesWithCall()
  /// The results of changes; nil for those with which the app fails or loses nodes.
  private var results: [SourceEdit: Result?] = [:]
  /// The number of losses for which nothing was found.
  var vainTrials = 0
  /// The largest numbers of statements, those that ran last, and calls that are tried.
  private static let (mostStatements, mostCalls) = (60, 60)

  /// - Parameters:
  ///   - script: the path of the app's script.
  ///   - before: the run whose state is restored.
  ///   - saved: the values of keys in that state.
  ///   - archive: the state to restore.
  ///   - makeRun: creates a run of the app, or of another script.
  init(
    of script: String, _ scripts: AppScripts, _ before: RunEvidence, saved: ScriptFields.SavedValues,
    restoring archive: Archive, makeRun: @escaping (_ script: String?) throws -> TrialRun
  ) {
    (self.script, self.scripts, self.before, savedValues) = (script, scripts, before, saved)
    (self.archive, self.makeRun) = (archive, makeRun)
  }

  /// Returns the statement without which something is restored; nil if there is none, or if it is restored without a change.
  ///
  /// - Parameters:
  ///   - needsFreshLaunch: whether the statement must not matter for the state of a fresh launch.
  ///   - isRestored: whether a run has restored it.
  func statement(losing isRestored: (Result) -> Bool, besidesFreshLaunch needsFreshLaunch: Bool) -> ScriptChange? {
    guard let unchanged, !isRestored(unchanged) else { return nil }
    let changed = changedFields(unchanged, from: before)
    func firstChange(where isMeant: (ScriptChange) -> Bool) -> ScriptChange? {
      changesWithoutStatement.first { change in
        guard isMeant(change), let result = result(of: change), isRestored(result) else { return false }
        return changedFields(result, from: before).isSubset(of: changed)
          && (!needsFreshLaunch || keepsFreshState(change)) && !readsUnsavedNames(change)
      }
    }
    guard let first = firstChange(where: { _ in true }) else { return nil }
    guard let name = scripts.functionCalledElsewhere(around: first.tokens.lowerBound, in: first.file) else {
      return first
    }
    // Other code rightly calls the function.
    return firstChange { change in change.tokens.contains { change.file.tokens[$0].word == name } } ?? first
  }

  /// Returns the call at the end of a decoding after which something is restored that views show, or that is computed, from restored
  /// values; nil if there is none. A call that changes more, or the state of a fresh launch, or something each time, is none.
  ///
  /// - Parameter isRestored: whether a run has restored it.
  func missingCall(restoring isRestored: (Result) -> Bool) -> ScriptChange? {
    guard let unchanged, !isRestored(unchanged) else { return nil }
    let changed = changedFields(unchanged, from: before)
    return changesWithCall.first { change in
      guard let result = self.result(of: change), isRestored(result),
        changedFields(result, from: before).isSubset(of: changed),
        self.keepsFreshState(change), !setsUnsavedNames(change)
      else { return false }
      return change.withCallTwice.flatMap { self.result(of: $0) }?.evidence.lines == result.evidence.lines
    }
  }

  /// Returns the names of the fields that a run has restored to other values, with the paths of their nodes.
  func changedFields(_ result: Result, from before: RunEvidence) -> Set<String> {
    let names = RestorationWatch.Names(changedIn: result.evidence, from: before).fields
    return Set(names.flatMap { path, names in names.map { "\(path) \($0)" } })
  }

  /// The names that saved values reach.
  private lazy var restoredNames = scripts.valueFlow.names(reachedByAny: savedValues.values.flatMap(\.keys))

  /// Whether scripts change what has a name, and nothing saves it.
  private func isUnsaved(_ name: String) -> Bool {
    scripts.changedNames.contains(name) && !restoredNames.contains(name) && !scripts.propertyNames.contains(name)
  }

  /// Whether a statement depends on what nothing saves: then that is the cause.
  private func readsUnsavedNames(_ change: ScriptChange) -> Bool {
    let tokens = change.file.tokens
    guard let function = change.file.functions.innermost(around: change.tokens.lowerBound) else { return false }
    let read = change.tokens.filter { !change.file.assigns(tokens[$0].word ?? "", at: $0, in: function) }
    let names = change.file.namesOfConditions(around: change.tokens.lowerBound, in: function)
    return names.union(read.compactMap { tokens[$0].word }).contains(where: isUnsaved)
  }

  /// Whether the function that a change calls sets what nothing saves, and other functions set, too: that is not computed from what is
  /// restored.
  private func setsUnsavedNames(_ change: ScriptChange) -> Bool {
    guard let called = change.calledName else { return false }
    return scripts.files.values.contains { file in
      file.functions.functions.filter { $0.name.last == called }.contains { function in
        function.body.contains { index in
          guard let name = file.tokens[index].word, isUnsaved(name), file.assigns(name, at: index, in: function) else {
            return false
          }
          return scripts.isAssigned(name, outsideOf: function, in: file)
        }
      }
    }
  }

  /// Whether the state of a fresh launch is restored with a change, too, as far as it is without one.
  private func keepsFreshState(_ change: ScriptChange) -> Bool {
    guard let (fresh, archive) = freshLaunch, let copy, let unchanged = unchangedFresh,
      let changed = with(change, { run(copy.script, restoring: archive) })
    else { return false }
    return [fresh.lines, unchanged.evidence.lines].contains(changed.evidence.lines)
      && changedFields(changed, from: fresh).isSubset(of: changedFields(unchanged, from: fresh))
  }

  /// Returns the changes that call a function at the end of another one that decodings run.
  private func findChangesWithCall() -> [ScriptChange] {
    var seen: Set<String> = []
    var changes: [ScriptChange] = []
    for place in lines.decoding where changes.count < Self.mostCalls {
      guard let file = scripts.files[place.file] else { continue }
      for function in file.functions(in: place.line) where seen.insert("\(file.name) \(function.start)").inserted {
        changes += ScriptChange.calls(endingAt: function, in: file)
      }
    }
    return changes.prefix(Self.mostCalls).map { $0 }
  }

  /// Whether rows of the screen are restored that are lost without a change, and none is lost only with it.
  func showsMore(_ result: Result) -> Bool {
    guard let unchanged else { return false }
    let (lost, others) = (lostRows(unchanged), lostRows(result))
    return others.isSubset(of: lost) && others.count < lost.count
  }

  /// The rows of the screen that a run does not restore.
  func lostRows(_ result: Result) -> Set<Int> {
    Set(
      before.lines.indices.filter {
        !result.evidence.lines.indices.contains($0) || before.lines[$0] != result.evidence.lines[$0]
      })
  }

  private func result(of change: ScriptChange) -> Result? {
    if let known = results[change.edit] { return known }
    let result = restore(with: change)
    results[change.edit] = .some(result)
    return result
  }

  private func restore(with change: ScriptChange) -> Result? {
    guard let copy, let result = with(change, { run(copy.script, restoring: archive) }), hasAllNodes(result) else {
      return nil
    }
    return result
  }

  /// Whether a run has all nodes that are restored without a change, and has decoded them.
  func hasAllNodes(_ result: Result) -> Bool {
    guard let unchanged else { return false }
    let paths = Set(result.evidence.tree.all.map(\.shownPath))
    return unchanged.evidence.tree.all.allSatisfy { paths.contains($0.shownPath) }
      && unchanged.evidence.recorder.decodedNodes.isSubset(of: result.evidence.recorder.decodedNodes)
      && unchanged.evidence.recorder.answers == result.evidence.recorder.answers
  }

  /// Performs an action while the copy of the app has a change.
  private func with(_ change: ScriptChange, _ action: () -> Result?) -> Result? {
    let (name, source) = (change.file.name, change.file.source)
    guard let copy, let changed = SourceEdit.apply([change.edit], to: [name: source])?[name],
      (try? copy.write(changed, to: name)) != nil
    else { return nil }
    defer { try? copy.write(source, to: name) }
    return action()
  }

  /// Restores a state in a run of the app, or of another script; nil if that fails.
  func run(_ script: String?, restoring archive: Archive, observer: LineRecorder? = nil) -> Result? {
    guard let run = try? makeRun(script) else { return nil }
    if let observer { run.session.configuration.observers.append { [observer.observing($0)] } }
    guard (try? run.launch(with: archive)) != nil, run.errors.isEmpty, let evidence = run.evidence else { return nil }
    observer?.end()
    return Result(evidence: evidence, saved: (try? run.savedValues()) ?? [:])
  }

  /// Returns a fresh launch, with the state that it saves; nil if it saves none.
  private func launchFresh() -> (evidence: RunEvidence, state: Archive)? {
    guard let run = try? makeRun(nil), (try? run.launch()) != nil, let evidence = run.evidence else { return nil }
    return (try? run.archive()).flatMap { archive in archive.map { (evidence, $0) } }
  }

  private func findLines() -> (all: [Place], decoding: [Place]) {
    let recorder = LineRecorder()
    guard let result = run(nil, restoring: archive, observer: recorder) else { return ([], []) }
    return (
      recorder.lines.compactMap(result.evidence.place), recorder.linesOfDecoding.compactMap(result.evidence.place)
    )
  }

  /// The callbacks without whose statements nothing may be restored at all.
  private static let callbacksOfMaking: Set<String> = [
    RestorationName.make, RestorationName.makeObject, ApplicationCallbacks.shouldSaveApplicationState.name,
    ApplicationCallbacks.shouldRestoreApplicationState.name,
  ]

  /// Returns the changes that omit a statement, except of these and of the decoding of keys: those that ran last first.
  private func findChangesWithoutStatement() -> [ScriptChange] {
    let uses = unchanged?.evidence.recorder.decoded.values.joined().compactMap { unchanged?.evidence.place($0.place) }
    let decoding = Set(uses ?? [])
    let changes = lines.all.filter { !decoding.contains($0) }.compactMap { place in
      scripts.files[place.file].flatMap { ScriptChange(withoutStatementIn: place.line, of: $0) }
    }
    return changes.filter { change in
      !change.tokens.contains { index in
        change.file.functions.around(index).contains { Self.callbacksOfMaking.contains($0.name.last ?? "") }
      }
    }.prefix(Self.mostStatements).map { $0 }
  }
}

extension AppScripts.File {
  /// Returns the functions that begin and end in a line, or else the one around it.
  fileprivate func functions(in line: Int) -> [ScriptFunctions.Function] {
    let inside = functions.functions.filter { $0.line == line && tokens[$0.end].line == line }
    let first = tokens.firstIndex { $0.line == line }
    return inside.isEmpty ? first.flatMap(functions.innermost).map { [$0] } ?? [] : inside
  }
}

extension AppScripts {
  /// Whether another function than one assigns to a name.
  fileprivate func isAssigned(_ name: String, outsideOf function: ScriptFunctions.Function, in file: File) -> Bool {
    files.values.contains { other in
      other.functions.functions.contains { around in
        (other.name != file.name || !(function.start...function.end).contains(around.start))
          && around.body.contains { index in
            other.tokens[index].word == name && other.assigns(name, at: index, in: around)
              && other.functions.innermost(around: index)?.start == around.start
          }
      }
    }
  }
}

extension ScriptHost.Configuration {
  /// Returns the configuration for a changed script, in which a loop may never end.
  func ofChangedScript(_ script: String) -> ScriptHost.Configuration {
    var configuration = self
    configuration.script = script
    configuration.lua.timeLimit = min(configuration.lua.timeLimit ?? .infinity, Self.timeLimitOfChangedScript)
    return configuration
  }

  /// The longest time of a callback, in seconds.
  private static let timeLimitOfChangedScript = 0.5
}
