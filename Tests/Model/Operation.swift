import Seeded

/// An operation on an app. Places are taken modulo the number of nodes, so that any list of operations is valid, even
/// after some were removed.
enum Operation {
  // The tree.
  case insert(place: Int, kind: SketchNode.Kind, identifier: String?, hasClass: Bool, at: Int)
  case remove(place: Int)
  case move(place: Int, to: Int, at: Int)
  case shift(place: Int, by: Int)
  case present(place: Int, kind: SketchNode.Kind, identifier: String?, hasClass: Bool)
  case dismiss(place: Int)
  case replaceRoot(kind: SketchNode.Kind, identifier: String?)
  case adopt(place: Int, identifier: String, value: Int)
  case disown(place: Int)
  // Names and values.
  case rename(place: Int, identifier: String?)
  case setValue(place: Int, value: Int)
  case setClass(place: Int, hasClass: Bool)
  case select(place: Int, child: Int)
  case divide(place: Int, column: Int)
  case refer(place: Int, key: String, to: Int)
  case referToObject(place: Int, key: String, object: Int)
  // Views.
  case addView(place: Int, identifier: String?, at: Int)
  case removeView(place: Int, view: Int)
  case shiftView(place: Int, view: Int, by: Int)
  case renameView(place: Int, view: Int, identifier: String?)
  case setViewValue(place: Int, view: Int, value: Int)
  // Objects and the application.
  case register(identifier: String, value: Int, parent: Int?)
  case setObjectValue(object: Int, value: Int)
  case objectRefersTo(object: Int, place: Int)
  case setApplicationValue(Int)
  // Callbacks.
  case fail(place: Int)
  case recover(place: Int)
  case refuseSaves(Bool)
  case breakStore(Bool)
  case changeWhileEncoding(place: Int, target: Int, value: Int)
  // Time.
  case turn
  case background
  case kill
  case backgroundAndKill
  case terminate
  /// A controller's saved state cannot be decoded in the next run.
  case killAndFailDecoding(place: Int)
  /// A controller cannot be encoded in the next run.
  case killAndFail(place: Int)
  // Launches with extended restoration.
  case dieWhileExtended
  case endWhileExtended
}

extension Operation {
  /// Returns a random operation.
  static func random(_ random: inout SeededGenerator) -> Operation {
    func number(_ bound: Int = 64) -> Int { Int.random(in: 0..<bound, using: &random) }
    func flag() -> Bool { Bool.random(using: &random) }
    // Few names, so that siblings often share one.
    func identifier() -> String? {
      let names: [String?] = ["a", "b", "c", "d", "e", "f", nil]
      return names[number(names.count)]
    }
    func name() -> String { ["a", "b", "c", "d"][number(4)] }
    func key() -> String { ["one", "two"][number(2)] }
    func kind() -> SketchNode.Kind {
      let kinds: [SketchNode.Kind] = [.plain, .plain, .plain, .navigation, .tabs, .pages, .split, .grower]
      return kinds[number(kinds.count)]
    }
    switch number(100) {
    case 0..<12: return .insert(place: number(), kind: kind(), identifier: identifier(), hasClass: flag(), at: number())
    case 12..<16: return .remove(place: number())
    case 16..<19: return .move(place: number(), to: number(), at: number())
    case 19..<22: return .shift(place: number(), by: number())
    case 22..<24: return .present(place: number(), kind: kind(), identifier: identifier(), hasClass: flag())
    case 24..<25: return .dismiss(place: number())
    case 25..<26: return .replaceRoot(kind: kind(), identifier: number(8) == 0 ? nil : "root")
    case 26..<27: return .adopt(place: number(), identifier: name(), value: number(100))
    case 27..<28: return .disown(place: number())
    case 28..<31: return .rename(place: number(), identifier: identifier())
    case 31..<36: return .setValue(place: number(), value: number(12) == 0 ? SketchNode.refusedValue : number(100))
    case 36..<37: return .setClass(place: number(), hasClass: flag())
    case 37..<40: return .select(place: number(), child: number())
    case 40..<41: return .divide(place: number(), column: number(40))
    case 41..<46: return .refer(place: number(), key: key(), to: number())
    case 46..<48: return .referToObject(place: number(), key: key(), object: number())
    case 48..<52: return .addView(place: number(), identifier: identifier(), at: number())
    case 52..<54: return .removeView(place: number(), view: number())
    case 54..<56: return .shiftView(place: number(), view: number(), by: number())
    case 56..<58: return .renameView(place: number(), view: number(), identifier: identifier())
    case 58..<61: return .setViewValue(place: number(), view: number(), value: number(100))
    case 61..<64: return .register(identifier: name(), value: number(100), parent: flag() ? number() : nil)
    case 64..<66: return .setObjectValue(object: number(), value: number(100))
    case 66..<67: return .objectRefersTo(object: number(), place: number())
    case 67..<68: return .setApplicationValue(number(100))
    case 68..<69: return .killAndFailDecoding(place: number())
    case 69..<70: return flag() ? .fail(place: number()) : .killAndFail(place: number())
    case 70..<71: return flag() ? .recover(place: number()) : .fail(place: number())
    case 71..<72: return flag() ? .refuseSaves(flag()) : .breakStore(flag())
    case 72..<73: return .changeWhileEncoding(place: number(), target: number(), value: number(100))
    case 73..<90: return .turn
    case 90..<93: return .background
    case 93..<96: return .kill
    case 96..<98: return .backgroundAndKill
    case 98..<99: return flag() ? .dieWhileExtended : .endWhileExtended
    default: return .terminate
    }
  }

  /// Returns the random operations of an app's life.
  static func life(seed: UInt64) -> [Operation] {
    var random = SeededGenerator(state: seed)
    let count = Int.random(in: 4...60, using: &random)
    return (0..<count).map { _ in .random(&random) } + [.turn, .kill]
  }
}
