import AppSession
import FoundationEssentials
import Glibc
import Interface
import LuaRuntime
import LuaScreens
import Processes
import StateRestoration

/// A discovery as a test case that fails because of it, and that passes when it is fixed.
@MainActor
struct PrintedTest {
  private let discovery: Discovery
  private let settings: ExploredRun.Settings
  private let answers: RecordedAnswers
  /// Whether the app saves at each change; otherwise it is saved before it is killed.
  private let savesItself: Bool
  /// The seconds that the restoration after the last event takes.
  private let restorationTime: Int
  /// The seconds that the app needs at the end, such as for rows that come with a delay.
  private let wait: Int
  /// The texts that the app shows after it has waited for commands, requests or workers, by the number of steps.
  private let awaitedTexts: [Int: String]

  /// The name of the app's script, as a test beside it launches it.
  private var scriptName: String { settings.configuration.script.lastPathComponent }

  /// Returns the case; nil if no test shows the discovery.
  ///
  /// - Parameter pair: the runs at the end of the discovery's steps.
  static func make(_ discovery: Discovery, _ pair: RunPair, _ settings: ExploredRun.Settings) -> String? {
    // A test must not change a file of the user.
    guard discovery.items.allSatisfy({ $0.moved.map { $0.ownFile != nil } ?? true }) else { return nil }
    let test = PrintedTest(
      discovery: discovery, settings: settings, answers: pair.base.surroundings.answers,
      savesItself: pair.base.host?.application.autosave ?? true,
      restorationTime: Int(pair.restorationTime.rounded(.up)),
      wait: discovery.kind == .error ? 0 : Int(pair.awaitedTime.rounded(.up)),
      awaitedTexts: pair.base.awaitedTexts)
    for expectation in test.expectations(pair) where test.shows(expectation) {
      return test.text(expectation, launching: test.scriptName)
    }
    return nil
  }

  // MARK: Text

  /// The expectation at the end of a test.
  private struct Expectation {
    /// The line of the test.
    let code: String
    /// A line before the last event, such as the value that is expected after it.
    var before: String?
  }

  private var name: String {
    if discovery.kind == .error { return "there is no error: \(discovery.message.truncated(to: 60))" }
    let node = discovery.path.isEmpty ? "the app" : discovery.path
    let what = discovery.property.map { "\($0) of \(node)" } ?? node
    let verb = discovery.before == "absent" ? "does not appear after" : "survives"
    return "\(what) \(verb) \(discovery.phrase ?? "its steps")"
  }

  /// - Parameter omitsEvents: whether the test omits the events.
  private func text(
    _ expectation: Expectation?, launching script: String, omitsEvents: Bool = false
  ) -> String {
    let configuration = settings.configuration
    let launch = RecordedTest.launch(
      script, isSandboxed: !configuration.lua.isTrusted, arguments: configuration.arguments.map(\.bytes))
    var lines = ["local app = \(launch)"]
    var size = (columns: 80, rows: 24)
    let items = discovery.items
    let last = items.lastIndex { $0.event != nil }
    var steps = 0
    func wait() { if let text = awaitedTexts[steps] { lines.append("app:waitFor \(text.asLua)") } }
    wait()
    for (index, item) in items.enumerated() {
      if index == last, let before = expectation?.before { lines.append(before) }
      switch item {
      case .step(let step):
        if case .resize(let columns, let rows) = step { size = (columns, rows) }
        lines.append(step.code)
        steps += 1
        wait()
      case .event where omitsEvents, .move where omitsEvents: break
      case .event(let event): lines += code(of: event, size)
      case .move(let item): lines += code(of: item)
      }
      if index == last, restorationTime > 0 { lines.append(ExploredStep.advance(restorationTime).code) }
    }
    if self.wait > 0 { lines.append(ExploredStep.advance(self.wait).code) }
    if let expectation { lines.append(expectation.code) }
    return "test.case(\(name.asLua), function(t)\n" + lines.map { "  \($0)\n" }.joined() + "end)\n"
  }

  private func code(of item: MovedItem) -> [String] {
    [
      "local path = app:eval \"return app.filesDirectory\" .. \("/\(item.ownFile ?? "")".asLua)"
    ] + (savesItself ? [] : ["app:preserve()"]) + [
      "app:kill()", "local file = assert(io.open(path, \"wb\"))", "file:write(\(item.content.asLua))", "file:close()",
      "app:relaunch()",
    ]
  }

  private func code(of event: NeutralEvent, _ size: (columns: Int, rows: Int)) -> [String] {
    let back = "app:resize(\(size.columns), \(size.rows))"
    let other = event.otherSize(than: Size(width: size.columns, height: size.rows))
    let save = savesItself || !event.restarts ? [] : ["app:preserve()"]
    switch event {
    case .killTwice: return save + ["app:kill()", "app:relaunch()"] + save + ["app:kill()", "app:relaunch()"]
    case .background: return ["app:background()", "app:foreground()"]
    case .resize: return ["app:resize(\(other.width), \(other.height))", back]
    case .reload: return ["app:terminate()", "app:relaunch()"]
    case .relaunch: return save + ["app:relaunch { size = { \(other.width), \(other.height) } }", back]
    default: return save + ["app:kill()", "app:relaunch()"]
    }
  }

  // MARK: Expectations

  /// The expectations that may show the discovery, the most specific first.
  private func expectations(_ pair: RunPair) -> [Expectation?] {
    if discovery.kind == .error { return [nil] }
    guard let host = pair.base.host, let twin = pair.disturbed?.host else { return [nil] }
    let find = "app:find(\(shortPath(host).asLua))"
    let screen = screen(host, twin, pair)
    guard discovery.property != nil else {
      let exists = Expectation(
        code: discovery.before == "absent" ? "t:expect(\(find)):isNil()" : "t:expect(\(find)):exists()")
      return (isPathFixed ? [exists] + screen : screen + [exists]) + tree(host)
    }
    let properties = properties(host, twin, find)
    // Another key may be the fix.
    let isKey = discovery.scriptKey != nil
    return (isPathFixed ? properties : []) + (isKey || !isPathFixed ? [] : saved) + screen
      + (isPathFixed ? [] : properties) + (isKey || !isPathFixed ? saved : [])
      + (needsTree ? tree(host) : [])
  }

  /// Whether the fix leaves the path as it is: it may give an identifier to a part without one, or another one.
  private var isPathFixed: Bool {
    discovery.code != FindingCode.duplicateIdentifier.rawValue
      && !IdentifierPath(parsing: discovery.path).components.contains { $0.hasPrefix("<") }
  }

  /// Returns the identifier of the node if it finds the node, or else its path.
  private func shortPath(_ host: ScriptHost) -> String {
    let automation = Automation(host.application)
    guard let name = IdentifierPath(parsing: discovery.path).components.last, !name.hasPrefix("<"),
      let object = automation.find(discovery.path), automation.find(IdentifierPath.escaped(name)) === object
    else { return discovery.path }
    return IdentifierPath.escaped(name)
  }

  /// Whether only the tree shows the discovery.
  private var needsTree: Bool {
    discovery.property == "position" || discovery.code == FindingCode.unstableIdentifier.rawValue
  }

  /// Expectations about the tree, first about the node's identifier alone if it is to stay the same: other parts of the tree can
  /// differ, such as pages that are loaded later.
  private func tree(_ host: ScriptHost) -> [Expectation] {
    let whole = unchanged("app:tree()")
    guard discovery.code == FindingCode.unstableIdentifier.rawValue, let root = Automation(host.application).tree.first,
      let places = root.places(to: discovery.path)
    else { return [whole] }
    let node = places.map { ".children[\($0 + 1)]" }.joined()
    return [unchanged("app:tree()\(node).identifier"), whole]
  }

  /// Expects the same value as before the last event.
  private func unchanged(_ value: String, after statement: String? = nil) -> Expectation {
    let statement = statement.map { "\($0)\n  " } ?? ""
    return Expectation(
      code: "\(statement)t:expect(\(value)):equals(before)", before: "\(statement)local before = \(value)")
  }

  /// Expectations about the value in the save, where also values are that scripts cannot read.
  private var saved: [Expectation] {
    guard let property = discovery.property else { return [] }
    // An item that has moved has another index.
    if discovery.items.contains(where: { $0.moved != nil }) { return [] }
    let node = "app:archive(\(discovery.path.asLua))"
    let values: [String]
    if let key = discovery.scriptKey {
      let state = discovery.path.isEmpty ? "app:archive().application" : "\(node).state"
      values = ["\(state)[\(key.asLua)]"]
    } else {
      // Nothing is saved of a view in its initial state.
      values = SavedProperty.keys(of: property).flatMap {
        ["\(node).builtIn.\($0)", "(\(node).builtIn or {}).\($0)"]
      }
    }
    return values.map { unchanged($0, after: "app:preserve()") }
  }

  private static let maximumProperties = 6

  /// Returns expectations about the properties and fields of the node that differ.
  private func properties(_ host: ScriptHost, _ twin: ScriptHost, _ find: String) -> [Expectation] {
    guard let object = Automation(host.application).find(discovery.path),
      let other = Automation(twin.application).find(discovery.path)
    else { return [] }
    // A restart creates other functions.
    if discovery.property == NodeFacts.Unsaved.keyCommands { return [unchanged("#\(find).keyCommands")] }
    let moved = discovery.items.contains { $0.moved != nil }
    let names = discovery.kind == .field ? nil : host.lua.hostClass(of: object)?.builtIn.properties.map(\.name)
    let differences = ScriptFields.differences(of: object, in: host, and: other, in: twin, properties: names)
    // Other positions are right where items have moved, and other items to choose from.
    func dependsOnItems(_ name: String) -> Bool {
      ["ndex", "Offset", "selectedRow"].contains(where: name.contains) || name == "accessibilityValue"
    }
    let values = differences.compactMap { name, value, _ in value.map { (name: name, value: $0) } }
    let different = values.filter { !(moved && dependsOnItems($0.name)) }.sorted { rank($0.name) < rank($1.name) }
    var found = different.prefix(Self.maximumProperties).flatMap { name, value -> [Expectation] in
      let constant = Expectation(code: "t:expect(\(find).\(name)):equals(\(value))")
      return isMadeByMistake(value) ? [unchanged("\(find).\(name)"), constant] : [constant]
    }
    if moved, let view = object as? View, let item = Choice(view)?.texts.first,
      let expression = Choice.expression(for: view, named: "view")
    {
      let code = "local view = \(find)\n  t:expect(\(expression)):equals \(item.asLua)"
      found.insert(Expectation(code: code), at: 0)
    }
    // A list has no literal.
    if !moved, let property = discovery.property, names?.contains(property) == true,
      !values.contains(where: { $0.name == property })
    {
      found.insert(unchanged("\(find).\(property)"), at: 0)
    }
    for (name, _, _) in differences.filter({ $0.value == nil }).prefix(2) where !name.contains(".") {
      found.append(Expectation(code: "t:expect(\(find).\(name)):isNil()"))
    }
    return found
  }

  /// Whether the undisturbed app can have a value because of the mistake, so that the fix may change it: any that was not typed.
  private func isMadeByMistake(_ value: String) -> Bool {
    endsWithEvent && !discovery.items.contains { $0.step?.code.contains(value) == true }
  }

  /// Whether the value before the last event is the one that is expected after it.
  private var endsWithEvent: Bool { discovery.items.last?.event != nil }

  private func rank(_ name: String) -> (Int, String) {
    if name == discovery.property { return (0, name) }
    let usual = ["text", "isOn", "value", "selectedIndex", "selectedSegmentIndex", "isFirstResponder"]
    return (usual.firstIndex(of: name).map { $0 + 1 } ?? 10, name)
  }

  /// Returns expectations about the screen, without what is not compared, and without errors of refused operations.
  private func screen(_ host: ScriptHost, _ twin: ScriptHost, _ pair: RunPair) -> [Expectation] {
    let (rows, others) = (Self.rows(host), Self.rows(twin))
    let hidden = pair.maskedFrames
    let (seen, otherSeen) = (Self.rows(host, hiding: hidden), Self.rows(twin, hiding: hidden))
    let refused = pair.base.effects.refusedOperations
    let (before, after) = (
      Self.lines(seen).filter { !refused.contains(where: $0.contains) },
      Self.lines(otherSeen).filter { !refused.contains(where: $0.contains) }
    )
    let isWholeScreenCompared = zip(rows, others).map { $0 == $1 } == zip(seen, otherSeen).map { $0 == $1 }
    let chosen = pair.chosenItems
    let moved = discovery.items.lazy.compactMap(\.moved).first
    var (lost, new) = (before, after)
    if let moved {
      // What is beside the view has items of its own, and moves with them. No right app shows an item that is gone, and each
      // shows its new name.
      lost = (lines(ofViewIn: host) ?? before).filter { moved.kind == .reordered || !$0.contains(moved.item) }
      new = (lines(ofViewIn: twin) ?? after).filter { !$0.contains(moved.newName) }
    }
    lost = lost.filter { line in !after.contains { $0.contains(line) } }
    new = new.filter { line in !before.contains { $0.contains(line) } }
    var found: [Expectation] = []
    // Nothing else is lost.
    if moved == nil, isWholeScreenCompared, zip(rows, others).count(where: { $0 != $1 }) == 1, endsWithEvent {
      found.append(unchanged("app:screen()"))
    }
    if let line = lost.first(where: { line in chosen.contains { line.contains($0) } }) ?? lost.first {
      found.append(Expectation(code: "t:expect(app:screen()):contains \(line.asLua)"))
    }
    if let line = new.first { found.append(Expectation(code: "t:expect(app:screen()):never():contains \(line.asLua)")) }
    guard moved == nil else { return found }
    // A line that is a part of others, too, is compared as a row.
    if let row = rows.first(where: { !$0.isEmpty && seen.contains($0) && !others.contains($0) }) {
      found.append(Expectation(code: "t:expect(\"\\n\" .. app:screen() .. \"\\n\"):contains \("\n\(row)\n".asLua)"))
    }
    return found + (isWholeScreenCompared ? [unchanged("app:screen()"), unchanged("app:snapshot()")] : [])
  }

  /// The rows of the screen, without key hints.
  ///
  /// - Parameter frames: the parts that are left blank.
  private static func rows(_ host: ScriptHost, hiding frames: [Rect] = []) -> [String] {
    let hints = host.application.frontWindow?.keyHintsRow
    var screen = host.turn { host.application.render() }
    for frame in frames {
      for y in frame.minY..<frame.maxY { for x in frame.minX..<frame.maxX { screen[x, y] = .blank } }
    }
    return screen.lines.enumerated().map { $0.offset == hints ? "" : $0.element }
  }

  private static func lines(_ rows: [String]) -> [String] {
    rows.map(ScreenChange.withoutBorders).filter { !$0.isEmpty }
  }

  /// Returns what the screen shows inside the view or controller of the discovery; nil without one.
  private func lines(ofViewIn host: ScriptHost) -> [String]? {
    let object = Automation(host.application).find(discovery.path)
    guard let view = object as? View ?? (object as? ViewController)?.viewIfLoaded else { return nil }
    let (screen, frame) = (host.turn { host.application.render() }, view.visibleFrame)
    return Self.lines(
      (frame.minY..<frame.maxY).map { y in (frame.minX..<frame.maxX).map { screen[$0, y].text }.joined() })
  }

  // MARK: Trying

  /// Whether the test fails, and passes without the events, on any day.
  private func shows(_ expectation: Expectation?) -> Bool {
    if discovery.event == nil { return !passes(expectation, .standing) }
    return passes(expectation, .standing, omittingEvents: true) && !passes(expectation, .standing)
      && passes(expectation, .standingOnAnotherDay, omittingEvents: true)
      && !passes(expectation, .standingOnAnotherDay)
  }

  private func passes(_ expectation: Expectation?, _ clock: RunClock, omittingEvents: Bool = false) -> Bool {
    let script = URL(fileURLWithPath: settings.configuration.script).path
    let source = Discovery.fileBeginning + text(expectation, launching: script, omitsEvents: omittingEvents)
    guard let folder = try? TemporaryFolder(prefix: "luahost-explore-"),
      (try? source.write(toFile: "\(folder.path)/printed.test.lua", atomically: true, encoding: .utf8)) != nil,
      let runner = try? TestRunner("\(folder.path)/printed.test.lua", apps: settings.configuration.lua)
    else { return false }
    defer { withExtendedLifetime(folder) {} }
    runner.onPrint = { _ in }
    var kept: [RunSurroundings] = []
    runner.willLaunch = { session in
      session.configuration.adoptApp(of: settings.configuration)
      let surroundings = RunSurroundings(session, isAllowed: settings.isAllowed, answersOf: answers, clock: clock)
      surroundings.answers.step = .max - 1
      let onProblem = session.onProblem
      session.onProblem = { [effects = surroundings.effects] problem in
        if let error = problem.error, effects.isRefusal(error) { return }
        onProblem(problem)
      }
      kept.append(surroundings)
    }
    return runner.run().failed == 0
  }
}

extension ScriptHost.Configuration {
  /// Takes over what belongs to the app but that no test file has.
  fileprivate mutating func adoptApp(of other: ScriptHost.Configuration) {
    source = other.source
    bundle = other.bundle
    register = other.register
    lua.capabilities = other.lua.capabilities
  }
}

extension Automation.TreeNode {
  /// The indices of children that lead to the node with a path; nil if there is none.
  fileprivate func places(to path: String) -> [Int]? {
    if self.path?.description == path { return [] }
    for (index, child) in children.enumerated() {
      if let places = child.places(to: path) { return [index] + places }
    }
    return nil
  }
}
