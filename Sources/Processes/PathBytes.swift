/// A path as the system has it: bytes, which need not be UTF-8.
extension [UInt8] {
  /// Calls a function with the path as a C string. A zero byte ends it.
  func withPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { bytes in
      withUnsafePointer(to: CChar(0)) { body(bytes.baseAddress ?? $0) }
    }
  }
}
