import AppSession
import FoundationEssentials
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
  /// - Parameter names: the texts of all items that rows have shown.
  func change(_ file: ItemFile, names: Set<String>) -> Data? {
    guard file.contains(item) else { return nil }
    return changeJSON(file, names) ?? changeLines(file, names)
  }

  private func changeLines(_ file: ItemFile, _ names: Set<String>) -> Data? {
    let items = Set(names.flatMap(file.lines(with:))).sorted()
    guard items.count > 1, let index = file.lines(with: item).first(where: items.contains) else { return nil }
    var lines = file.lines
    switch kind {
    case .removed: lines.remove(at: index)
    case .renamed: lines[index] = lines[index].replacing(item, with: newName, maxReplacements: 1)
    case .reordered: for (place, line) in zip(items, items.reversed().map { lines[$0] }) { lines[place] = line }
    }
    let changed = Data(lines.joined(separator: "\n").utf8)
    return changed == file.content ? nil : changed
  }

  private func changeJSON(_ file: ItemFile, _ names: Set<String>) -> Data? {
    guard let value = file.json else { return nil }
    var isChanged = false
    let changed = change(value, names, &isChanged)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return isChanged ? try? encoder.encode(changed) : nil
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
    let items = elements.indices.filter { ItemFile.texts(ofElement: elements[$0]).contains(where: names.contains) }
    guard items.count > 1, let index = items.first(where: { ItemFile.texts(ofElement: elements[$0]).contains(item) })
    else {
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
}

// Moving the world of a run.
extension ExploredRun {
  /// The texts of the rows on the screen, and of the items to choose from, if most of these are in a file that the app has read:
  /// a file of settings has single ones.
  var itemTexts: [String] {
    guard let application = host?.application, let window = application.frontWindow else { return [] }
    let rows = window.accessibilityElements.filter { $0.role == .row }.map(\.label)
    let choices = Automation(application).allControllers.compactMap(\.viewIfLoaded).flatMap(choices)
    let files = choices.isEmpty ? [] : readFiles.map(\.file)
    let ofFiles = choices.filter { items in
      files.contains { file in 2 * items.count(where: file.contains) > items.count }
    }
    return (rows + ofFiles.joined()).filter { $0.count > 1 }
  }

  /// The lists of items to choose from in the controls below a view.
  private func choices(in view: View) -> [[String]] {
    Choice.lists(in: view).filter { $0.count > 1 } + view.subviews.flatMap(choices)
  }

  /// The files that the app has read, without those that are gone or too large.
  var readFiles: [(path: String, file: ItemFile)] {
    app.files.readFiles.sorted().compactMap { path in
      itemFiles.file(at: app.files.replacements[path] ?? path).map { (path, $0) }
    }
  }

  /// Kills the app, changes the first file that has the item, and launches it again.
  ///
  /// - Parameter names: the texts of all items that rows have shown.
  /// - Returns: the change; nil if no file that the app has read has the item, after which the app runs unchanged.
  func move(_ item: MovedItem, names: Set<String>) -> MovedItem? {
    guard let host, let own = try? host.configuration.filesDirectory?(host.application.identifier),
      let (path, changed) = change(for: item, names: names, in: readFiles)
    else { return nil }
    let folder = own.standardizedPath + "/"
    let isOwn = path.hasPrefix(folder)
    var moved = item
    moved.ownFile = isOwn ? String(path.dropFirst(folder.count)) : nil
    moved.content = String(decoding: changed, as: UTF8.self)
    // Files of others are not changed: the app reads a copy instead.
    let target = isOwn ? path : "\(folder).\(UUID().uuidString)"
    app.willRelaunch = { [app] in
      guard FileManager.default.createFile(atPath: target, contents: changed) else { return }
      if !isOwn { app.files.replacements[path] = target }
      app.willRelaunch = {}
    }
    apply(.kill)
    app.noteMovedWorld()
    return moved
  }

  /// Returns the first of the read files that has an item, with its changed content; nil if there is none.
  ///
  /// - Parameter names: the texts of all items that rows have shown.
  func change(
    for item: MovedItem, names: Set<String>, in files: [(path: String, file: ItemFile)]
  ) -> (path: String, content: Data)? {
    guard let host else { return nil }
    for (path, file) in files {
      guard let changed = item.change(file, names: names), isAsValid(changed, as: file.content, in: host) else {
        continue
      }
      return (path, changed)
    }
    return nil
  }

  /// Whether a changed file is still Lua if it was before.
  private func isAsValid(_ changed: Data, as content: Data, in host: ScriptHost) -> Bool {
    func isLua(_ source: Data) -> Bool {
      (try? host.withUntracedStack { try host.lua.load([UInt8](source), name: "file", on: $0) }) != nil
    }
    return !isLua(content) || isLua(changed)
  }
}
