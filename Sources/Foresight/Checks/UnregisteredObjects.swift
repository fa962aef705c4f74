import LuaRuntime
import StateRestoration

// Tables that encode and decode state, and that no script registers.
extension Evidence {
  /// One finding for each such table, with the keys that it would encode.
  var unregisteredFindings: [Finding] {
    scripts.unregisteredTables.compactMap { table in
      let keys = scripts.literalKeys(in: ["encode"], ofFunctionAt: table.place, named: RestorationName.encode) ?? []
      let isOfObject = [before, after].compactMap(\.self).contains { run in
        let places = run.tableFunctions.values.flatMap(\.values) + run.tree.all.compactMap(\.encodesAt)
        // A table can get the method by a function that is its `__index`.
        return places.contains { run.place($0) == table.place }
          || run.recorder.encodingPlaces.contains { call in
            run.place(call).map { $0.file == table.place.file && table.lines.contains($0.line) } ?? false
          }
      }
      guard !keys.isEmpty, !isOfObject else { return nil }
      return Finding(
        code: .notEncoded, className: table.name, key: keys.first, otherKeys: Array(keys.dropFirst()),
        place: table.place,
        message: "\(table.name) has \(RestorationName.encode) and \(RestorationName.decode), but nothing registers it",
        consequence: "Its values are not saved: \(keys.map { "\"\($0)\"" }.joined(separator: ", ")).",
        remedy:
          "Register it at every launch, in willFinishLaunching: app:registerObjectForStateRestoration(\(table.name), \"…\")."
      )
    }
  }
}

extension AppScripts {
  /// The tables of the scripts with both methods of which only fields are used: each with the place of the method that encodes it.
  fileprivate var unregisteredTables: [(name: String, place: Place, lines: ClosedRange<Int>)] {
    let methods = Set(definitions.values)
    return files.values.flatMap { file in
      let owners = Dictionary(grouping: file.functions.functions) { Array($0.name.dropLast()) }
      return owners.compactMap { owner, functions -> (name: String, place: Place, lines: ClosedRange<Int>)? in
        guard functions.contains(where: { $0.name.last == RestorationName.decode }),
          let encode = functions.first(where: { $0.name.last == RestorationName.encode }),
          case let place = Place(file: file.name, line: encode.line), !methods.contains(place),
          areOnlyFieldsUsed(ofTable: owner, in: file)
        else { return nil }
        return (owner.joined(separator: "."), place, encode.line...max(encode.line, file.tokens[encode.end].line))
      }
    }.sorted { $0.place < $1.place }
  }
}
