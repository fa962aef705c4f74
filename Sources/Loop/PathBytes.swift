/// A path as the system stores it: bytes, which need not be UTF-8.
extension [UInt8] {
  /// Calls a closure with the path as a C string, which ends at the first zero byte.
  package func withPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { bytes in
      withUnsafePointer(to: CChar(0)) { body(bytes.baseAddress ?? $0) }
    }
  }
}
