import CZlib

/// Decodes the body of a response with the header `Content-Encoding` (RFC 9110, section 8.4.1) as it arrives, and
/// reports a truncated body, which the length of the response does not reveal.
final class ContentDecoder {
  /// An invalid body.
  enum Failure: Error, CustomStringConvertible {
    /// The bytes do not match the encoding.
    case invalid(encoding: String)
    /// The bytes end before the encoded data does.
    case incomplete(encoding: String)

    var description: String {
      switch self {
      case .invalid(let encoding): "the response is not valid \(encoding) data"
      case .incomplete(let encoding): "the response ends in the middle of its \(encoding) data"
      }
    }
  }

  /// The supported encodings, for the header `Accept-Encoding`.
  static let supportedEncodings = "gzip, deflate"

  private let encoding: String
  private let stream: UnsafeMutablePointer<z_stream>
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 16)
  private var isStarted = false
  /// Whether the last byte decoded was the last of its data.
  private var isComplete = false

  /// Creates a decoder for an encoding; nil if the encoding is not supported.
  init?(encoding: String) {
    guard ["gzip", "x-gzip", "deflate"].contains(encoding) else { return nil }
    self.encoding = encoding
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
  }

  deinit {
    if isStarted { inflateEnd(stream) }
    stream.deallocate()
    buffer.deallocate()
  }

  /// Decodes the next bytes of the body.
  ///
  /// - Parameter body: receives decoded bytes, at most 64 KiB at a time.
  /// - Throws: ``Failure``, and errors of `body`.
  func decode(_ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    guard let first = bytes.first else { return }
    if !isStarted { try start(firstByte: first) }
    stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.assumingMemoryBound(to: Bytef.self).baseAddress)
    stream.pointee.avail_in = uInt(bytes.count)
    repeat {
      if isComplete {
        // A body may consist of several members (RFC 1952, section 2.2). Other bytes after the end are padding.
        guard stream.pointee.avail_in > 0, encoding != "deflate", stream.pointee.next_in.pointee == 0x1f else { return }
        guard inflateReset(stream) == Z_OK else { throw Failure.invalid(encoding: encoding) }
        isComplete = false
      }
      stream.pointee.next_out = buffer.assumingMemoryBound(to: Bytef.self).baseAddress
      stream.pointee.avail_out = uInt(buffer.count)
      let status = inflate(stream, Z_NO_FLUSH)
      let count = buffer.count - Int(stream.pointee.avail_out)
      if count > 0 { try body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
      switch status {
      case Z_STREAM_END: isComplete = true
      // Z_BUF_ERROR: all input is used up, or the last buffer was filled exactly.
      case Z_OK, Z_BUF_ERROR: break
      default: throw Failure.invalid(encoding: encoding)
      }
    } while stream.pointee.avail_in > 0 || (!isComplete && stream.pointee.avail_out == 0)
  }

  /// Checks that the data was complete. An empty body is complete, as responses to many requests have none.
  func finish() throws(Failure) {
    guard isComplete || !isStarted else { throw .incomplete(encoding: encoding) }
  }

  private func start(firstByte: UInt8) throws(Failure) {
    // A deflate body should have zlib's header (RFC 9110, section 8.4.1.2), but some servers omit it. The header's first byte
    // has the method 8 in its low half; as the first byte of raw data, that would be a stored block of nonzero padding.
    let windowBits: Int32 = encoding != "deflate" ? 16 + MAX_WBITS : firstByte & 0xf == 8 ? MAX_WBITS : -MAX_WBITS
    guard inflateInit2_(stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw .invalid(encoding: encoding)
    }
    isStarted = true
  }
}
