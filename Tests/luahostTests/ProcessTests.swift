import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// A test of very many processes, or of very busy ones: it has a run of its own, in which nothing else is measured by time
  /// (`scripts/test`, or LUAHOST_PROCESS_TESTS=1).
  static var inRunOfItsOwn: Self {
    .enabled(if: ProcessInfo.processInfo.environment["LUAHOST_PROCESS_TESTS"] != nil)
  }
}
