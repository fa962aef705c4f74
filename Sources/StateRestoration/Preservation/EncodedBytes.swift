import Synchronization

/// Counts the bytes of encoded state in an app's records. Each record adds its own size, and subtracts it when it is
/// released.
final class EncodedBytes: Sendable {
  /// The size below which a state counts as part of the record.
  static let smallest = 256

  private let counter = Atomic<Int>(0)

  var total: Int { counter.load(ordering: .relaxed) }

  func add(_ bytes: Int) { counter.add(bytes, ordering: .relaxed) }

  func subtract(_ bytes: Int) { counter.subtract(bytes, ordering: .relaxed) }
}
