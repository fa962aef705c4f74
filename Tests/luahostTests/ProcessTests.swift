import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// A trait for tests with very many or very busy processes. They run separately, beside no test that measures time
  /// (`scripts/test`, or LUAHOST_PROCESS_TESTS=1).
  static var inRunOfItsOwn: Self {
    .enabled(if: ProcessInfo.processInfo.environment["LUAHOST_PROCESS_TESTS"] != nil)
  }
}
