import AppSession
import ArchiveStore
import Interface
import StateRestoration

/// The saves of a session for pages: their list, the tree of each, and what differs between two.
@MainActor
struct SavesReport {
  let store: SQLiteArchiveStore

  private static let longestValue = 2000
  /// The longest description of a change in the list.
  private static let longestLine = 200
  private static let maximumNodes = 5000

  /// Returns the saves that are not known yet, oldest first, and the numbers of known ones that no longer exist; nil if there
  /// are none.
  ///
  /// - Parameter known: the saves of earlier reports with their times, which becomes all saves. A save with a known number
  ///   and another time is a new one, as after the store was set aside.
  func history(after known: inout [SaveNumber: Double]) throws -> [UInt8]? {
    let saves = try store.saves()
    let existing = Dictionary(uniqueKeysWithValues: saves.map { ($0.number, $0.info.savedAt) })
    let removed = known.filter { existing[$0.key] != $0.value }.keys
    let added = Set(existing.filter { known[$0.key] != $0.value }.keys)
    guard !removed.isEmpty || !added.isEmpty else { return nil }
    let entries = HistoryEntry.all(saves, of: store) { added.contains($0.number) }
    known = existing
    return JSONWriter.message("history") {
      $0.field("saves") { list in
        for entry in entries {
          list.object {
            $0.field("number", Int(entry.save.number))
            $0.field("savedAt", json: "\(entry.save.info.savedAt)")
            $0.field("title", entry.title?.showingControlsInLine)
            $0.field("nodes", entry.save.nodeCount)
            $0.field("changed", entry.save.changedNodeCount)
            $0.field("change", String(entry.value.prefix(Self.longestLine)))
          }
        }
      }
      $0.field("removed") { list in for number in removed { list.value(Int(number)) } }
    }
  }

  /// Returns the tree of a save, by default the last one; nil if there is none.
  func archive(_ save: SaveNumber?) throws -> [UInt8]? {
    let number = try save ?? store.currentSaveNumber()
    guard let number, let archive = try save.map({ try store.archive(ofSave: $0) }) ?? store.currentArchive() else {
      return nil
    }
    let outline = ArchiveOutline(archive)
    var room = Self.maximumNodes
    return JSONWriter.message("archive") {
      $0.field("save", Int(number))
      $0.field("title", outline.screenTitle?.showingControlsInLine)
      $0.field("info", json: ArchiveTable.info(outline.info).jsonLine)
      $0.field("application") { $0.values(of: outline.application, cutTo: Self.longestValue) }
      $0.field("nodes") { list in
        for node in outline.roots + outline.objects { Self.write(node, &room, to: &list) }
      }
      if room < 0 { $0.field("more", Self.maximumNodes) }
    }
  }

  private static func write(_ node: ArchiveOutline.Node, _ room: inout Int, to list: inout JSONWriter) {
    room -= 1
    guard room >= 0 else { return }
    list.object {
      $0.field("identifier", node.archived.identifier.showingControlsInLine)
      $0.field("class", node.archived.className.showingControlsInLine)
      $0.field("path", node.path.description.showingControlsInLine)
      $0.field("kind", ["controller", "view", "object"][node.archived.kind.rawValue])
      if node.archived.relation == .presented { $0.field("presented", true) }
      $0.field("restorationClass", node.archived.restorationClassName)
      $0.field("state") { $0.values(of: node.state, cutTo: longestValue) }
      guard !node.children.isEmpty else { return }
      $0.field("children") { children in for child in node.children { write(child, &room, to: &children) } }
    }
  }

  /// Returns what a save changed, compared with the one before it in the list.
  func difference(_ save: SaveNumber) throws -> [UInt8] {
    let previous = try store.saves().last { $0.number < save }?.number ?? 0
    let difference = try store.difference(from: previous, to: save)
    let lines = ArchiveText.lines(difference)
    return JSONWriter.message("difference") {
      $0.field("save", Int(save))
      $0.field("lines") { list in
        for line in lines.prefix(Self.maximumNodes) { list.value(line.cut(to: Self.longestValue)) }
      }
      if lines.count > Self.maximumNodes { $0.field("more", lines.count - Self.maximumNodes) }
    }
  }
}

extension JSONWriter {
  /// Writes each value of a state, with its key and whether it is built in.
  mutating func values(of state: KeySpace, cutTo length: Int) {
    for (entries, isBuiltIn) in [(state.entries, false), (state.builtIn, true)] {
      for entry in entries {
        array {
          $0.value(entry.key.showingControlsInLine)
          $0.value("\(entry.value)".showingControls.cut(to: length))
          $0.value(isBuiltIn)
        }
      }
    }
  }
}

extension String {
  /// Returns the text, or its beginning if it is too long.
  func cut(to length: Int) -> String { utf8.count > length ? prefix(length) + "…" : self }
}
