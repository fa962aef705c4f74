import Interface
import LuaRuntime
import LuaScreens
import StateRestoration

/// The evidence of one run.
@MainActor
struct RunEvidence {
  let tree: TreeRecord
  let recorder: RunRecorder
  /// The restoration classes that cannot create view controllers.
  let classesWithoutMethod: Set<String>
  /// The restoration classes of registered objects that cannot create objects.
  let classesWithoutObjectMethod: Set<String>
  /// The names of the app's files.
  private let fileNames: Set<String>
  /// The paths of registered objects, with the places where they were registered.
  let objects: [IdentifierPath: String]
  /// The functions of the plain classes of registered tables, with their places, by path.
  let tableClasses: [IdentifierPath: [String: String]]
  /// The functions of registered tables, their own and inherited ones, with their places, by path.
  let tableFunctions: [IdentifierPath: [String: String]]
  /// The fields that scripts keep in saved nodes and the application, as Lua literals.
  let fields: [IdentifierPath: [String: String]]
  /// The rows of the screen.
  let lines: [String]
  /// The plain fields of registered objects, as Lua literals, by path.
  let fieldsOfObjects: [String: [String: String]]
  /// The places where the application's callbacks are defined, by name.
  let applicationMethods: [String: Place]
  /// The indices of reads in which a controller was asked too early for its container.
  let lateContainers: Set<Int>
  /// The indices of moves of controllers that are no longer in a window.
  let lostMoves: (taken: Set<Int>, released: Set<Int>)
  /// The restored roots that are no longer in a window.
  let lostRoots: [LostRoot]
  /// The indices of controllers that a launch added in addition to restored ones with the same identifier.
  let doubledMoves: Set<Int>
  /// The indices of released controllers that were replaced in their container by one with the same identifier and
  /// class.
  let replacedMoves: Set<Int>

  /// The classes of views and controllers without an identifier that were encoded, by key and place.
  let unnamedReferences: [String: [String: String]]
  /// The names of the classes that scripts created, in their order, by the place of their creation.
  let classNames: [String: [String]]
  /// The methods of scripts whose names only resemble callbacks.
  let misnamedCallbacks: [MisnamedCallback]
  /// The values that fields and properties had while the state was restored; nil if they were not followed.
  var watch: RestorationWatch?
  /// Whether a command or request is under way, or what a restoration would wait for.
  let isBusy: Bool
  /// Whether the run was refused a command, a request or a change outside of it.
  let wasRefused: Bool

  struct LostRoot {
    let path: IdentifierPath
    let place: String?
  }

  init(_ host: ScriptHost, _ recorder: RunRecorder) {
    let fileNames = host.scriptNames
    self.fileNames = fileNames
    self.recorder = recorder
    tree = TreeRecord(of: host, recorder.places)
    objects = Dictionary(
      host.application.registeredObjects.compactMap { object in
        guard let path = object.restorationPath, let place = host.place(ofRegistered: object) else { return nil }
        return (path, place)
      }, uniquingKeysWith: { first, _ in first })
    let tables = host.application.registeredObjects.compactMap { object -> (IdentifierPath, [[String: String]])? in
      guard let path = object.restorationPath, let functions = (object as? ScriptObject)?.functionPlaces,
        !functions.isEmpty
      else { return nil }
      return (path, functions)
    }
    tableClasses = Dictionary(
      tables.compactMap { path, functions in
        functions.dropFirst().first.flatMap { $0.isEmpty ? nil : (path, $0) }
      }, uniquingKeysWith: { first, _ in first })
    tableFunctions = Dictionary(
      tables.map { path, functions in
        (path, functions.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: { own, _ in own }) })
      }, uniquingKeysWith: { first, _ in first })
    fields = ScriptFields.allFields(in: host, codingAt: recorder.codingPlaces)
    fieldsOfObjects = ScriptFields.fieldsOfObjects(in: host)
    lines = host.drawUnseen().lines
    applicationMethods = Dictionary(
      uniqueKeysWithValues: (RestorationName.all.sorted() + ["didBecomeActive", "didFinishLaunching"]).compactMap {
        name in
        host.lua.definition(ofMethod: name, of: host.application).flatMap(Place.init).map {
          (name, $0.whole(among: fileNames))
        }
      })
    lateContainers = Set(
      recorder.containerReads.indices.filter { index in
        let read = recorder.containerReads[index]
        return read.controller.map { read.property.value(of: $0) != nil } ?? false
      })
    var unnamed: [String: [String: String]] = [:]
    for use in recorder.encoded.values.joined() {
      for reference in use.references {
        let (view, controller) = (reference.responder as? View, reference.responder as? ViewController)
        guard let className = view?.className ?? controller?.className,
          view?.restorationIdentifier ?? controller?.restorationIdentifier == nil
        else { continue }
        unnamed[use.key, default: [:]][use.place ?? ""] = className
      }
    }
    unnamedReferences = unnamed
    classNames = Dictionary(
      grouping: host.lua.hostClasses.filter { $0.isScript && $0.definedAt != nil }, by: { $0.definedAt ?? "" }
    ).mapValues { $0.map(\.name) }
    misnamedCallbacks = ScriptMistakes(of: host).misnamedCallbacks()
    isBusy = host.isBusy || host.application.awaitsCompletion
    wasRefused = recorder.wasRefused
    let isLost = { @MainActor (move: RunRecorder.Move) in move.owned?.window == nil }
    lostMoves = (
      Set(recorder.taken.indices.filter { isLost(recorder.taken[$0]) }),
      Set(recorder.released.indices.filter { isLost(recorder.released[$0]) })
    )
    // Those that a script adds after the restoration are not restored ones.
    let late = Set(recorder.taken.filter { $0.isScript && $0.stage == .restored }.compactMap(\.ownedIfNew))
    doubledMoves = Set(
      recorder.taken.indices.filter { index in
        let move = recorder.taken[index]
        guard move.isScript, move.stage == .restored, let owner = move.owner, let owned = move.owned,
          owned.restorationIdentifier != nil
        else { return false }
        return owner.children.contains {
          $0 !== owned && $0.restorationIdentifier == owned.restorationIdentifier && $0.className == owned.className
            && !late.contains(ObjectIdentifier($0))
        }
      })
    replacedMoves = Set(
      recorder.released.indices.filter { index in
        let move = recorder.released[index]
        return move.owner?.children.contains {
          $0.restorationIdentifier == move.ownedIdentifier && $0.className == move.ownedClass
        } ?? false
      })
    lostRoots = Self.lostRoots(recorder)
    classesWithoutObjectMethod = Set(
      host.application.registeredObjects.compactMap { $0.objectRestorationClass?.name }.filter {
        !host.restorationClass($0, has: RestorationCallbacks.objectWithRestorationIdentifierPath)
      })
    classesWithoutMethod = Set(tree.controllers.compactMap(\.restorationClass)).filter { name in
      guard let hostClass = host.lua.hostClass(named: name) else { return false }
      let isDefined = try? host.lua.withStack { host.lua.pushClassMethod(RestorationName.make, of: hostClass, on: $0) }
      return isDefined == false
    }
  }

  private static func lostRoots(_ recorder: RunRecorder) -> [LostRoot] {
    recorder.restoredRoots.compactMap { window, root, path in
      if let root = root.object, let shown = root.window,
        recorder.secondWindows.isEmpty || shown === recorder.secondWindows.first?.object
      {
        return nil
      }
      let second = recorder.secondWindows.first?.object
      let shown = second ?? window.object
      guard let current = shown?.rootViewController else { return nil }
      let put = shown.flatMap { recorder.rootPlaces[ObjectIdentifier($0)] }
      // A root of another class that is put there later, as after a login, is intended.
      let isSame = current.restorationIdentifier == path.components.last
      guard put?.isLaunching == true || isSame else { return nil }
      return LostRoot(path: path, place: put?.place)
    }
  }

  /// Returns the line that has registered an object; nil if none has its path.
  func lineRegistering(_ path: String) -> Place? {
    objects.first { $0.key.description == path }.flatMap { place($0.value) }
  }

  /// Returns the evidence with the values that were followed in another run.
  func with(_ watch: RestorationWatch?) -> RunEvidence {
    var evidence = self
    evidence.watch = watch
    return evidence
  }

  /// Returns a place with the whole name of its file.
  func place(_ text: String?) -> Place? { text.flatMap(Place.init)?.whole(among: fileNames) }
}

/// The evidence of all runs, which the checks read.
@MainActor
struct Evidence {
  let scripts: AppScripts
  /// The run whose state is saved.
  let before: RunEvidence
  /// A fresh run with another clock.
  var beside: RunEvidence?
  /// A fresh run with the first clock, if the first run has made steps.
  var fresh: RunEvidence?
  /// The run with another clock some time later; nil if it was not needed.
  var besideLater: RunEvidence?
  /// A run of the same steps as the first, with another clock; nil if it was not needed, or is not possible.
  var repeated: RunEvidence?
  /// The run that restores the saved state.
  var after: RunEvidence?
  /// Another run that restores the saved state, with another clock; nil if it was not needed.
  var again: RunEvidence?
  /// The saved state; nil if the app declined to save.
  let archive: Archive?
  /// The state that the restored app would save at once; nil if it was not needed.
  var restored: Archive?
  /// The values of keys in the saved state, as Lua literals.
  var savedValues: ScriptFields.SavedValues = [:]
  /// A run that restores the state of the restored app; nil if it was not needed.
  var twice: RunEvidence?
  /// Whether texts that steps have changed are compared, too: not for a caller that compares the screens itself.
  var comparesTextsAfterSteps = false
  /// Whether an app that saves nothing would restore its state.
  var wantsRestore = false

  init(scripts: AppScripts, before: RunEvidence, archive: Archive?) {
    self.scripts = scripts
    self.before = before
    self.archive = archive
  }

  /// Whether the app saves state, so that mistakes in saving matter.
  var isSaving: Bool { archive != nil || wantsRestore }

  /// Whether the saved state was restored.
  var isRestoring: Bool { archive != nil && after?.recorder.answers["shouldRestoreApplicationState"] == true }

  /// The values that scripts have saved, by node.
  static func values(of archive: Archive) -> [IdentifierPath: [(key: String, value: StateValue)]] {
    let outline = ArchiveOutline(archive)
    let states = [(RunRecorder.application, outline.application)] + outline.nodes.map { ($0.path, $0.state) }
    return Dictionary(states.map { ($0, $1.entries.map { ($0.key, $0.value.expanded) }) }) { first, _ in first }
  }

  /// The findings of all checks.
  var findings: [Finding] {
    let keys = isRestoring ? keyFindings : []
    var found = optInFindings + superFindings
    found += callbackFindings(besides: keys)
    found += applicationFindings + misnamedFindings
    guard isSaving else { return found }
    found += identifierFindings + classMethodFindings + tableFindings + stabilityFindings
    guard archive != nil else { return found }
    found += savedValueFindings + unregisteredFindings
    guard isRestoring else { return found }
    found += keys + restorationFindings + launchFindings + containerFindings + valueFindings
    // What fails after the restoration only may follow from any of these.
    let failures = found.isEmpty ? laterFailures : []
    guard failures.isEmpty else { return failures }
    found += changedValueFindings
    // So may what the screen shows, unless only keys are lost.
    return found + textFindings(beside: found)
  }

  /// Returns the place where a node of the first run was created.
  func place(of node: TreeRecord.Node) -> Place? {
    node.scene.flatMap(scripts.place(ofScene:)) ?? before.place(node.createdAt)
  }

  /// The messages of errors that are findings or have caused findings.
  var failureMessages: [String] {
    let runs = [before, beside, after].compactMap { $0 }
    let failed = runs.flatMap { $0.recorder.failures }
      .filter { RestorationName.all.contains($0.call) || $0.isOfLaunch || $0.isRestoring }
    let known = Set(before.recorder.failures.map { Self.message(of: $0.error) })
    let later = (after?.recorder.failures ?? []).filter {
      $0.stage == .restored && !known.contains(Self.message(of: $0.error))
    }
    let refused = runs.flatMap { $0.recorder.encoded.values.joined().compactMap(\.error) }
    return ((failed + later).map(\.error) + refused).map { Self.wholeMessage(of: $0) }
      + before.classesWithoutMethod.union(before.classesWithoutObjectMethod)
      .map { "the restoration class \($0) has no method" }
  }
}
