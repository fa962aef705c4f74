import Interface
import LuaRuntime
import LuaScreens
import StateRestoration

// Errors in callbacks of saving, restoring and loading.
extension Evidence {
  /// The failures of all runs, without those of the second fresh launch.
  var allFailures: [RunRecorder.Failure] { before.recorder.failures + (after?.recorder.failures ?? []) }

  /// Errors in callbacks of saving and restoring.
  ///
  /// - Parameter keys: the findings about keys. Other callbacks of a node with one of these can fail because of it.
  func callbackFindings(besides keys: [Finding]) -> [Finding] {
    let known = Set(before.recorder.failures.map { Self.message(of: $0.error) })
    let early = Set(containerFindings.compactMap(\.path))
    let shared = sharedIdentifiers
    let refused = Set(
      [before, after].compactMap { $0 }.flatMap { run in
        run.recorder.encoded.values.joined().filter { $0.error != nil }.compactMap { run.place($0.place) }
      })
    return allFailures.compactMap { failure in
      let message = Self.message(of: failure.error)
      let isOfRestoring = RestorationName.all.contains(failure.call) || failure.isOfLaunch
      // The read of a container that is nil is the cause.
      if RunRecorder.loading.contains(failure.call), let path = failure.path, early.contains(path.description) {
        return nil
      }
      // A restored view is loaded as a part of the restoration, and any callback can fail because of it.
      let isOfLoading = RunRecorder.loading.contains(failure.call)
      guard isOfRestoring || failure.isRestoring && (isOfLoading || !known.contains(message)) else { return nil }
      let path = failure.path?.description
      if !isOfRestoring, let path, keys.contains(where: { $0.path == path }) { return nil }
      // One of two siblings has the state of the other. A view that is loaded early has no path yet.
      let isShared = shared.contains { path == nil ? $0.className == failure.className : $0.path == path }
      if failure.isRestoring, isShared { return nil }
      // What a view that could not be loaded should have set is nil.
      if allFailures.preventLoading(of: failure.className, before: failure.call), message.contains("a nil value") {
        return nil
      }
      if message.contains("has no method \(RestorationName.make)") { return nil }
      let finding = callbackFailed(failure)
      // The value that cannot be saved is the cause.
      if failure.call == RestorationName.encode, let place = finding.place, refused.contains(place) { return nil }
      return finding
    }
  }

  private func callbackFailed(_ failure: RunRecorder.Failure) -> Finding {
    let reason = Self.withoutPlace(Self.message(of: failure.error))
    var clause = ""
    if failure.call == RestorationName.make, reason.contains("a nil value"), let path = failure.path, let after {
      clause = clauseForMissingKey(of: path, after)
    }
    let place = (after ?? before).place(Self.place(of: failure.error))
    let (lost, encode) = (
      scripts.lostMetatable(behind: reason, at: place), place.flatMap { encodeOfOtherValue(behind: failure, at: $0) }
    )
    return Finding(
      code: .callbackFailed, path: failure.path?.description.nonempty, className: failure.className,
      key: nil, place: lost?.place ?? encode?.place ?? place,
      message: "\(failure.call) failed: \(reason)\(clause)",
      consequence: [RestorationName.encode, ApplicationCallbacks.willEncodeRestorableState.name].contains(failure.call)
        ? "What it encodes is not saved."
        : failure.isOfLaunch
          ? "The rest of it is skipped, and the launch reports an error."
          : "What it restores stays as after a fresh launch.",
      remedy: lost?.remedy ?? encode?.remedy ?? "Fix the error; check for nil where a value may be missing.")
  }

  /// Returns the line that encodes another value than that of the field under the key which a failed decode has read last, if
  /// the line of the error uses that value.
  private func encodeOfOtherValue(behind failure: RunRecorder.Failure, at place: Place) -> LosingLine? {
    guard failure.call == RestorationName.decode, let path = failure.path,
      let after, let use = after.recorder.decoded[path]?.last,
      after.place(use.place) == place
        || scripts.valueFlow.names(reachedBy: use.key).contains(where: { scripts.line(at: place, contains: .name($0)) })
    else { return nil }
    let calls = scripts.keyCalls(in: AppScripts.decodingMethods.union(["encode"]), of: path, before)
    return scripts.changes(at: path, calls, before, after, saved: savedValues[path] ?? [:]).first { line in
      if case .encodesOther = line.mistake { line.key == use.key } else { false }
    }
  }

  /// Errors in callbacks after the restoration, which fresh launches do not have.
  var laterFailures: [Finding] {
    guard let after, let beside else { return [] }
    let known = Set((before.recorder.failures + beside.recorder.failures).map { Self.message(of: $0.error) })
    return after.recorder.failures.filter { $0.stage == .restored && !known.contains(Self.message(of: $0.error)) }
      .map(callbackFailed)
  }
}

extension String {
  fileprivate var nonempty: String? { isEmpty ? nil : self }
}
