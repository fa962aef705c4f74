import StateRestoration

extension StateValue {
  /// Creates a list of integers.
  init(integers: [Int]) { self = .list(integers.map { .integer(Int64($0)) }) }

  /// The integers in a list, without its other elements; nil if the value is not a list.
  var integers: [Int]? {
    guard case .list(let items) = self else { return nil }
    return items.compactMap { if case .integer(let number) = $0 { Int(exactly: number) } else { nil } }
  }
}
