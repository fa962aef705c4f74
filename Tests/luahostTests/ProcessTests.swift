import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// A trait for tests with very many or very busy processes, or that measure time. Only `scripts/test` runs them (or
  /// LUAHOST_PROCESS_TESTS=1), those that measure time beside no other test.
  static var inRunOfItsOwn: Self {
    .enabled(if: ProcessInfo.processInfo.environment["LUAHOST_PROCESS_TESTS"] != nil)
  }
}
