import Glibc

/// Unicode's bidirectional algorithm (UAX #9), as implemented by libfribidi.
///
/// The library is loaded when the first text with right-to-left characters is drawn, so that it costs other apps
/// nothing. If it is not installed, such text stays in logical order.
public struct BidirectionalAlgorithm: Sendable {
  /// The algorithm; nil if the library is not installed.
  static let shared = BidirectionalAlgorithm()

  /// Whether the library is installed. Loads it.
  public static var isAvailable: Bool { shared != nil }

  private typealias GetTypes = @convention(c) (UnsafePointer<UInt32>, Int32, UnsafeMutablePointer<UInt32>) -> Void
  private typealias GetBrackets =
    @convention(c) (UnsafePointer<UInt32>, Int32, UnsafePointer<UInt32>, UnsafeMutablePointer<UInt32>) -> Void
  private typealias GetLevels =
    @convention(c) (
      UnsafePointer<UInt32>, UnsafePointer<UInt32>, Int32, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<Int8>
    ) -> Int8
  private typealias GetMirrored = @convention(c) (UInt32, UnsafeMutablePointer<UInt32>) -> Int32

  private let getTypes: GetTypes
  private let getBrackets: GetBrackets
  private let getLevels: GetLevels
  private let getMirrored: GetMirrored

  private init?() {
    guard let library = dlopen("libfribidi.so.0", RTLD_NOW | RTLD_LOCAL),
      let types = dlsym(library, "fribidi_get_bidi_types"),
      let brackets = dlsym(library, "fribidi_get_bracket_types"),
      let levels = dlsym(library, "fribidi_get_par_embedding_levels_ex"),
      let mirrored = dlsym(library, "fribidi_get_mirror_char")
    else { return nil }
    // `dlsym` returns functions as untyped pointers. The types are those of the library's headers.
    getTypes = unsafeBitCast(types, to: GetTypes.self)
    getBrackets = unsafeBitCast(brackets, to: GetBrackets.self)
    getLevels = unsafeBitCast(levels, to: GetLevels.self)
    getMirrored = unsafeBitCast(mirrored, to: GetMirrored.self)
  }

  /// `FRIBIDI_PAR_ON`: the direction of a paragraph is that of its first strong character (rules P2 and P3).
  private static let directionOfFirstStrong: UInt32 = 0x40
  /// The bit that right-to-left directions have (`FRIBIDI_MASK_RTL`).
  private static let rightToLeft: UInt32 = 1

  /// Returns the embedding level of each scalar of a paragraph, and whether the paragraph runs from right to left; nil
  /// if there is not enough memory.
  func levels(of scalars: [UInt32]) -> (levels: [Int8], isRightToLeft: Bool)? {
    guard let count = Int32(exactly: scalars.count), count > 0 else { return nil }
    var types = [UInt32](repeating: 0, count: scalars.count)
    var brackets = types
    var levels = [Int8](repeating: 0, count: scalars.count)
    var direction = Self.directionOfFirstStrong
    getTypes(scalars, count, &types)
    getBrackets(scalars, count, types, &brackets)
    guard getLevels(types, brackets, count, &direction, &levels) > 0 else { return nil }
    return (levels, direction & Self.rightToLeft != 0)
  }

  /// Returns a character as it is drawn from right to left: brackets and similar characters are mirrored (rule L4).
  func mirrored(_ character: Character) -> Character {
    guard let first = character.unicodeScalars.first else { return character }
    var value = first.value
    guard getMirrored(first.value, &value) != 0, let scalar = Unicode.Scalar(value) else { return character }
    var text = String.UnicodeScalarView([scalar])
    text.append(contentsOf: character.unicodeScalars.dropFirst())
    return Character(String(text))
  }
}
