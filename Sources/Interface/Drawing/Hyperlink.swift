import Synchronization

/// The address of a link in a style: a number, so that styles remain small and comparable.
///
/// Equal addresses have equal numbers in the whole process. The addresses are kept in a bounded table; a link whose
/// address was dropped from it is drawn as plain text until it is created again.
public struct Hyperlink: Hashable, Sendable {
  private let number: UInt32

  /// No link.
  public static let none = Hyperlink(number: 0)

  private init(number: UInt32) { self.number = number }

  /// Creates the link to an address: an absolute URL, whose other characters than printable ASCII are percent-encoded.
  /// Other texts, such as relative paths, are no links.
  public init(_ address: String) {
    guard let url = Self.url(address) else {
      self = .none
      return
    }
    let hash = url.utf8.reduce(0x811c_9dc5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    let number = hash == 0 ? 1 : hash
    self = Self.table.withLock { $0.insert(url, number) } ? Hyperlink(number: number) : .none
  }

  /// The URL; nil if there is no link.
  public var url: String? { number == 0 ? nil : Self.table.withLock { $0.urls[number] } }
  /// A name that is the same for all parts of the link; empty if there is no link.
  public var identifier: String { number == 0 ? "" : String(number, radix: 16) }

  // MARK: Addresses

  /// The longest URL that terminals accept, in bytes.
  private static let longest = 2083

  private static func url(_ address: String) -> String? {
    guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")), address.utf8.count <= longest else { return nil }
    let scheme = address.utf8[..<colon]
    // A single letter is a drive.
    guard scheme.count > 1, let first = scheme.first, isLetter(first),
      scheme.allSatisfy({ isLetter($0) || (48...57).contains($0) || "+-.".utf8.contains($0) })
    else { return nil }
    let digits = Array("0123456789ABCDEF".utf8)
    var url: [UInt8] = []
    for byte in address.utf8 {
      if (0x21...0x7e).contains(byte) {
        url.append(byte)
      } else {
        url += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return url.count <= longest ? String(decoding: url, as: UTF8.self) : nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte & 0xdf) }

  private struct Table {
    /// The most recent addresses. The older half is dropped when there are too many.
    var urls: [UInt32: String] = [:]
    var order: [UInt32] = []

    static let most = 8192

    /// Returns false if another address has this number.
    mutating func insert(_ url: String, _ number: UInt32) -> Bool {
      if let known = urls[number] { return known == url }
      if order.count >= Self.most {
        for number in order.prefix(Self.most / 2) { urls[number] = nil }
        order.removeFirst(Self.most / 2)
      }
      urls[number] = url
      order.append(number)
      return true
    }
  }

  private static let table = Mutex(Table())
}
