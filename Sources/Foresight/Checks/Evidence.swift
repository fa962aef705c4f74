import Interface
import LuaRuntime
import LuaScreens
import StateRestoration

/// What one run has shown.
@MainActor
struct RunEvidence {
  let tree: TreeRecord
  let recorder: RunRecorder
  /// The restoration classes that cannot create view controllers.
  let classesWithoutMethod: Set<String>
  /// The names of the app's files.
  private let fileNames: Set<String>
  /// The paths of registered objects, with the places where they were registered.
  let objects: [IdentifierPath: String]
  /// Where each callback of the application is defined.
  let applicationMethods: [String: Place]
  /// The containers of controllers that were asked for them too early, by the index of the read.
  let lateContainers: Set<Int>
  /// The moves of controllers that are in no window now, by index.
  let lostMoves: (taken: Set<Int>, released: Set<Int>)
  /// The restored roots that are in no window now.
  let lostRoots: [LostRoot]
  /// The controllers that a launch has added beside restored ones with the same identifier, by index in the recorder's list.
  let doubledMoves: Set<Int>
  /// The released controllers for which the same container has another one with the same identifier and class.
  let replacedMoves: Set<Int>

  struct LostRoot {
    let path: IdentifierPath
    let place: String?
  }

  init(_ host: ScriptHost, _ recorder: RunRecorder) {
    fileNames = host.scriptNames
    self.recorder = recorder
    tree = TreeRecord(of: host, recorder)
    objects = Dictionary(
      host.application.registeredObjects.compactMap { object in
        guard let path = object.restorationPath, let place = host.place(ofRegistered: object) else { return nil }
        return (path, place)
      }, uniquingKeysWith: { first, _ in first })
    applicationMethods = Dictionary(
      uniqueKeysWithValues: (RestorationName.all.sorted() + ["didFinishLaunching"]).compactMap { name in
        host.lua.definition(ofMethod: name, of: host.application).flatMap(Place.init).map {
          (name, $0.whole(among: host.scriptNames))
        }
      })
    lateContainers = Set(
      recorder.containerReads.indices.filter { index in
        let read = recorder.containerReads[index]
        return read.controller.map { read.property.value(of: $0) != nil } ?? false
      })
    let isLost = { @MainActor (move: RunRecorder.Move) in move.owned?.window == nil }
    lostMoves = (
      Set(recorder.taken.indices.filter { isLost(recorder.taken[$0]) }),
      Set(recorder.released.indices.filter { isLost(recorder.released[$0]) })
    )
    doubledMoves = Set(
      recorder.taken.indices.filter { index in
        let move = recorder.taken[index]
        guard move.isScript, move.stage == .restored, let owner = move.owner, let owned = move.owned,
          owned.restorationIdentifier != nil
        else { return false }
        return owner.children.contains {
          $0 !== owned && $0.restorationIdentifier == owned.restorationIdentifier && $0.className == owned.className
        }
      })
    replacedMoves = Set(
      recorder.released.indices.filter { index in
        let move = recorder.released[index]
        return move.owner?.children.contains {
          $0.restorationIdentifier == move.ownedIdentifier && $0.className == move.ownedClass
        } ?? false
      })
    lostRoots = Self.lostRoots(host, recorder)
    classesWithoutMethod = Set(tree.controllers.compactMap(\.restorationClass)).filter { name in
      guard host.lua.hostClass(named: name) != nil else { return false }
      return (try? host.lua.withStack { host.lua.pushClassMethod(RestorationName.make, ofClassNamed: name, on: $0) })
        == false
    }
  }

  private static func lostRoots(_ host: ScriptHost, _ recorder: RunRecorder) -> [LostRoot] {
    recorder.restoredRoots.compactMap { window, root, path in
      if let root = root.object, let shown = root.window, recorder.secondWindows.isEmpty || shown.isKeyWindow {
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

  /// Returns a place with the whole name of its file.
  func place(_ text: String?) -> Place? { text.flatMap(Place.init)?.whole(among: fileNames) }
}

/// What all runs have shown; the checks read it.
@MainActor
struct Evidence {
  let scripts: AppScripts
  /// The run that is saved.
  let before: RunEvidence
  /// A fresh run with another clock.
  var beside: RunEvidence?
  /// The run that restores what was saved.
  var after: RunEvidence?
  /// What was saved; nil if the app declined.
  let archive: Archive?
  /// Whether an app that saves nothing would restore its state.
  var wantsRestore = false

  init(scripts: AppScripts, before: RunEvidence, archive: Archive?) {
    self.scripts = scripts
    self.before = before
    self.archive = archive
  }

  /// Whether the app takes part in saving, so that its mistakes matter.
  private var isSaving: Bool { archive != nil || wantsRestore }

  /// All that the checks have found.
  var findings: [Finding] {
    var found = optInFindings + superFindings
    found += callbackFindings
    guard isSaving else { return found }
    found += identifierFindings + classMethodFindings + tableFindings + stabilityFindings
    guard archive != nil else { return found }
    found += savedValueFindings
    guard after != nil, after?.recorder.answers["shouldRestoreApplicationState"] == true else { return found }
    return found + keyFindings + restorationFindings + launchFindings + containerFindings + valueFindings
  }

  /// The place where a node of the first run was created.
  func place(of node: TreeRecord.Node) -> Place? {
    before.place(node.createdAt) ?? node.scene.flatMap(scripts.place(ofScene:))
  }

  /// The messages of errors that are findings, or that have led to them.
  var failedPlaces: [String] {
    [before, beside, after].compactMap { $0 }.flatMap { $0.recorder.failures }
      .filter { RestorationName.all.contains($0.call) || $0.isRestoring }
      .map { ($0.error as? LuaError)?.message ?? "\($0.error)" }
  }
}
