import Glibc

/// Reads sections of an executable file: 64-bit little-endian ELF, as on all platforms that Swift supports on Linux.
struct ELFFile {
  private let file: Int32
  private let headers: [Header]

  private struct Header {
    let name: Int
    let offset: UInt64
    let size: Int
  }

  /// - Parameter file: the descriptor of the open file.
  /// - Returns: nil if the file is not such an executable.
  init?(_ file: Int32) {
    self.file = file
    guard let start = Self.bytes(of: file, at: 0, count: 64), start.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else {
      return nil
    }
    let size = Int(Self.number(start, 0x3A, 2))
    let count = Int(Self.number(start, 0x3C, 2))
    guard size >= 64, count > 0, let table = Self.bytes(of: file, at: Self.number(start, 0x28, 8), count: size * count)
    else { return nil }
    var headers = (0..<count).map { index in
      Header(
        name: Int(Self.number(table, index * size, 4)), offset: Self.number(table, index * size + 0x18, 8),
        size: Int(clamping: Self.number(table, index * size + 0x20, 8)))
    }
    // The names are in a separate section, which is moved to the front.
    let names = Int(Self.number(start, 0x3E, 2))
    guard names < count else { return nil }
    headers.swapAt(0, names)
    self.headers = headers
  }

  func contents(ofSection name: String) -> [UInt8]? {
    guard let names = contents(headers[0]) else { return nil }
    let wanted = Array(name.utf8) + [0]
    return headers.first { $0.name < names.count && names[$0.name...].starts(with: wanted) }.flatMap(contents)
  }

  private func contents(_ header: Header) -> [UInt8]? {
    // Guards against a damaged header; the sections to read are much smaller.
    guard header.size < 1 << 20 else { return nil }
    return Self.bytes(of: file, at: header.offset, count: header.size)
  }

  private static func bytes(of file: Int32, at offset: UInt64, count: Int) -> [UInt8]? {
    guard let offset = off_t(exactly: offset) else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    return pread(file, &bytes, count, offset) == count ? bytes : nil
  }

  private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> UInt64 {
    bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
