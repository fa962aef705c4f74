// Sizes of texts, for ``Responder/heldBytes``.

extension String? {
  var byteCount: Int { self?.utf8.count ?? 0 }
  /// The size of a name that saves contain, counted twice because saving copies it.
  var storedByteCount: Int { 2 * byteCount }
}

extension [String] {
  var byteCount: Int { reduce(0) { $0 + MemoryLayout<String>.stride + $1.utf8.count } }
}
