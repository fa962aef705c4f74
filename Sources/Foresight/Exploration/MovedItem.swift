import AppSession
import FoundationEssentials
import Glibc
import Interface
import LuaRuntime
import LuaScreens

/// A change of a file that an app has read, between a kill and the next launch: as by another program, or on another day.
struct MovedItem: Hashable, Codable, Sendable {
  /// The kinds of changes.
  enum Kind: String, CaseIterable, Codable, Sendable {
    case removed, renamed, reordered
  }

  let kind: Kind
  /// The text of the item, as a row shows it. A reordered file has all its items in reverse order.
  let item: String
  /// The changed file below the app's own folder; nil for another file, of which only a copy was changed.
  var ownFile: String?
  /// The changed content.
  var content = ""

  /// The name of a renamed item.
  var newName: String { "\(item) (renamed)" }

  /// The end of a sentence: "the text was lost after a kill".
  var phrase: String { "a kill and relaunch, between which \(change)" }

  /// The change as a clause.
  var change: String {
    switch kind {
    case .removed: "\"\(item)\" was removed from the app's file"
    case .renamed: "\"\(item)\" was renamed in the app's file"
    case .reordered: "the items of the app's file were reordered"
    }
  }

  /// Returns the changed content of a file; nil if it does not have the item, or would not be valid any more.
  ///
  /// Items are lines, or the elements of JSON arrays.
  ///
  /// - Parameter names: the texts of all items that rows have shown.
  func change(_ content: [UInt8], names: Set<String>) -> [UInt8]? {
    changeJSON(content, names) ?? changeLines(content, names)
  }

  // MARK: Lines

  private func changeLines(_ content: [UInt8], _ names: Set<String>) -> [UInt8]? {
    guard let text = String(validating: content, as: UTF8.self) else { return nil }
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    let items = lines.indices.filter { index in names.contains { Self.line(lines[index], has: $0) } }
    guard items.count > 1, let index = items.first(where: { Self.line(lines[$0], has: item) }) else { return nil }
    switch kind {
    case .removed: lines.remove(at: index)
    case .renamed: lines[index] = lines[index].replacing(item, with: newName, maxReplacements: 1)
    case .reordered: for (place, line) in zip(items, items.reversed().map { lines[$0] }) { lines[place] = line }
    }
    let changed = Array(lines.joined(separator: "\n").utf8)
    return changed == content ? nil : changed
  }

  /// Whether a line has a text as one of its fields.
  private static func line(_ line: String, has name: String) -> Bool {
    var start = line.startIndex
    while let range = line[start...].firstRange(of: name) {
      let before = range.lowerBound == line.startIndex ? nil : line[line.index(before: range.lowerBound)]
      let after = range.upperBound == line.endIndex ? nil : line[range.upperBound]
      if [before, after].allSatisfy({ $0.map { !$0.isLetter && !$0.isNumber && $0 != " " } ?? true }) { return true }
      start = range.upperBound
    }
    return false
  }

  // MARK: JSON

  private func changeJSON(_ content: [UInt8], _ names: Set<String>) -> [UInt8]? {
    guard let first = content.first(where: { $0 > 32 }), first == UInt8(ascii: "[") || first == UInt8(ascii: "{"),
      let value = try? JSONDecoder().decode(JSONValue.self, from: Data(content))
    else { return nil }
    var isChanged = false
    let changed = change(value, names, &isChanged)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return isChanged ? (try? encoder.encode(changed)).map { [UInt8]($0) } : nil
  }

  private func change(_ value: JSONValue, _ names: Set<String>, _ isChanged: inout Bool) -> JSONValue {
    if case .object(let fields) = value {
      var changed = fields
      for key in fields.keys.sorted() where !isChanged {
        changed[key] = fields[key].map { change($0, names, &isChanged) }
      }
      return .object(changed)
    }
    guard case .array(var elements) = value else { return value }
    let items = elements.indices.filter { index in names.contains { Self.element(elements[index], has: $0) } }
    guard items.count > 1, let index = items.first(where: { Self.element(elements[$0], has: item) }) else {
      for index in elements.indices where !isChanged { elements[index] = change(elements[index], names, &isChanged) }
      return .array(elements)
    }
    isChanged = true
    switch kind {
    case .removed: elements.remove(at: index)
    case .renamed:
      if case .object(let fields) = elements[index] {
        elements[index] = .object(fields.mapValues { $0 == .string(item) ? .string(newName) : $0 })
      } else {
        elements[index] = .string(newName)
      }
    case .reordered:
      for (place, element) in zip(items, items.reversed().map { elements[$0] }) { elements[place] = element }
    }
    return .array(elements)
  }

  private static func element(_ element: JSONValue, has name: String) -> Bool {
    if case .object(let fields) = element { return fields.values.contains(.string(name)) }
    return element == .string(name)
  }
}

// Moving the world of a run.
extension ExploredRun {
  private static let longestFile = 1 << 20

  /// The texts of the rows on the screen, and of the items to choose from, if most of these are in a file that the app has read:
  /// a file of settings has single ones.
  var itemTexts: [String] {
    guard let application = host?.application, let window = application.frontWindow else { return [] }
    let rows = window.accessibilityElements.filter { $0.role == .row }.map(\.label)
    let choices = Automation(application).allControllers.compactMap(\.viewIfLoaded).flatMap(choices)
    let files =
      choices.isEmpty ? [] : app.files.readFiles.compactMap(content).map { String(decoding: $0, as: UTF8.self) }
    let ofFiles = choices.filter { items in
      files.contains { file in 2 * items.count(where: file.contains) > items.count }
    }
    return (rows + ofFiles.joined()).filter { $0.count > 1 }
  }

  /// The lists of items to choose from in the controls below a view.
  private func choices(in view: View) -> [[String]] {
    let own = [(view as? ChoiceControl)?.items ?? (view as? ToggleGroup)?.items ?? []]
    return own.filter { $0.count > 1 } + view.subviews.flatMap(choices)
  }

  /// Returns the content of a file that the app has read; nil if it is gone or too large.
  private func content(of path: String) -> [UInt8]? {
    let data = FileManager.default.contents(atPath: app.files.replacements[path] ?? path)
    return data.flatMap { $0.count < Self.longestFile ? [UInt8]($0) : nil }
  }

  /// Kills the app, changes the first file that has the item, and launches it again.
  ///
  /// - Parameter names: the texts of all items that rows have shown.
  /// - Returns: the change; nil if no file that the app has read has the item, after which the app runs unchanged.
  func move(_ item: MovedItem, names: Set<String>) -> MovedItem? {
    guard let host, let own = try? host.configuration.filesDirectory?(host.application.identifier),
      let (path, changed) = change(for: item, names: names)
    else { return nil }
    let folder = URL(fileURLWithPath: own).standardizedFileURL.path + "/"
    let isOwn = path.hasPrefix(folder)
    var moved = item
    moved.ownFile = isOwn ? String(path.dropFirst(folder.count)) : nil
    moved.content = String(decoding: changed, as: UTF8.self)
    // Files of others are not changed: the app reads a copy instead.
    let target = isOwn ? path : "\(folder).\(UUID().uuidString)"
    app.willRelaunch = { [app] in
      guard FileManager.default.createFile(atPath: target, contents: Data(changed)) else { return }
      if !isOwn { app.files.replacements[path] = target }
      app.willRelaunch = {}
    }
    apply(.kill)
    app.widenScope(to: .movedWorld)
    return moved
  }

  /// Returns the first file that the app has read and that has an item, with its changed content; nil if there is none.
  ///
  /// - Parameter names: the texts of all items that rows have shown.
  func change(for item: MovedItem, names: Set<String>) -> (path: String, content: [UInt8])? {
    guard let host else { return nil }
    for path in app.files.readFiles.sorted() {
      guard let content = content(of: path), let changed = item.change(content, names: names),
        isAsValid(changed, as: content, in: host)
      else { continue }
      return (path, changed)
    }
    return nil
  }

  /// Whether a changed file is still Lua if it was before.
  private func isAsValid(_ changed: [UInt8], as content: [UInt8], in host: ScriptHost) -> Bool {
    func isLua(_ source: [UInt8]) -> Bool {
      (try? host.withUntracedStack { try host.lua.load(source, name: "file", on: $0) }) != nil
    }
    return !isLua(content) || isLua(changed)
  }
}
