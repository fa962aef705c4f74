// How many bytes texts take, for what counts what it was given (``Responder/heldBytes``).

extension String? {
  var byteCount: Int { self?.utf8.count ?? 0 }
  /// The bytes of a name that saves write: it is copied while one is written.
  var storedByteCount: Int { 2 * byteCount }
}

extension [String] {
  var byteCount: Int { reduce(0) { $0 + MemoryLayout<String>.stride + $1.utf8.count } }
}
