import Interface
import StateRestoration
import Testing

@testable import AppSession

@Suite("Saves as text")
@MainActor
struct ArchiveTextTests {
  @Test("a series that is too long for a list is shown as numbers, shortened")
  func longSeries() {
    let value = StateValue.data(
      (0..<300).flatMap { number in withUnsafeBytes(of: Double(number).bitPattern.littleEndian) { Array($0) } })
    #expect(SavedProperty("values").text(value).hasPrefix("{0.0, 1.0, 2.0, "))
    #expect(ArchiveText.words(value, of: SavedProperty("values")).hasSuffix("…"))
    let data = StateValue.data([1, 2, 3])
    #expect(SavedProperty("values").text(data) == data.description)
  }
}
