import Interface

/// A scaled picture, and what was made from it.
@MainActor
final class StoredPicture {
  let raster: PictureRaster
  /// The name for the terminal.
  let number: UInt32
  /// Whether the terminal has stored it.
  var isSent = false
  private(set) lazy var sixels = SixelPicture(raster)

  init(_ raster: PictureRaster, number: UInt32) { (self.raster, self.number) = (raster, number) }
}

/// The scaled pictures of the last frames, also those that are scrolled out of the screen for a while.
@MainActor
final class PictureCache {
  /// A picture without its place on the screen.
  private struct Key: Hashable {
    let picture: PlacedPicture
    let cellSize: Size
  }

  private var pictures: [Key: (stored: StoredPicture, lastUse: Int)] = [:]
  private var uses = 0
  /// Numbers of other programs are unlikely to be the same.
  private var lastNumber = UInt32.random(in: 1..<0x7fff) << 16

  /// The size of the pictures that are kept although they are not shown, in bytes.
  private static let spareBytes = 32 << 20

  /// Returns a scaled picture; nil if it would be too large.
  func stored(_ picture: PlacedPicture, cellSize: Size) -> StoredPicture? {
    let key = Key(picture: picture.unplaced, cellSize: cellSize)
    uses += 1
    if let known = pictures[key] {
      pictures[key]?.lastUse = uses
      return known.stored
    }
    guard let raster = PictureRaster(picture, cellSize: cellSize) else { return nil }
    lastNumber &+= 1
    let stored = StoredPicture(raster, number: lastNumber)
    pictures[key] = (stored, uses)
    return stored
  }

  /// Forgets the pictures that have not been used for longest, if there are too many. Returns the numbers of those that
  /// the terminal has stored.
  ///
  /// - Parameter shown: the pictures that are never forgotten.
  func forget(keeping shown: Set<PlacedPicture>) -> [UInt32] {
    let kept = Set(shown.map(\.unplaced))
    var bytes = 0
    var forgotten: [UInt32] = []
    let spare = pictures.filter { !kept.contains($0.key.picture) }.sorted { $0.value.lastUse > $1.value.lastUse }
    for (key, value) in spare {
      bytes += value.stored.raster.pixels.count
      guard bytes > Self.spareBytes else { continue }
      if value.stored.isSent { forgotten.append(value.stored.number) }
      pictures[key] = nil
    }
    return forgotten
  }

  /// Forgets all pictures.
  func removeAll() { pictures = [:] }
}

extension PlacedPicture {
  /// The picture without its place on the screen.
  fileprivate var unplaced: PlacedPicture {
    var picture = self
    picture.area.origin = .zero
    return picture
  }
}
