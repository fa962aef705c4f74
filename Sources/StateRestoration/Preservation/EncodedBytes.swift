import Synchronization

/// How many bytes of encoded state the records of an app hold. Each counts its own, and takes them off when it goes.
final class EncodedBytes: Sendable {
  /// What takes less is a part of the record.
  static let smallest = 256

  private let counter = Atomic<Int>(0)

  var total: Int { counter.load(ordering: .relaxed) }

  func add(_ bytes: Int) { counter.add(bytes, ordering: .relaxed) }

  func subtract(_ bytes: Int) { counter.subtract(bytes, ordering: .relaxed) }
}
