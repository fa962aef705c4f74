import Testing

@testable import Foresight

@Suite("Places in messages")
struct PlaceTests {
  @Test(
    "a place is the first file and line of a text, up to a colon or the end",
    arguments: [
      ("app.lua:3", "app.lua:3"), ("app.lua:3: no luck", "app.lua:3"), ("a folder/app.lua:12:", "a folder/app.lua:12"),
      ("a:b:4: c:5:", "a:b:4"), ("a:1x:2:", "a:1x:2"), ("::5", "::5"), ("日本:7: x\ny", "日本:7"),
    ])
  func parsed(text: String, place: String) throws {
    #expect(try #require(Place(text)).description == place)
  }

  @Test(
    "a text without a file and a line has no place",
    arguments: [
      "", ":", ":3", "app.lua", "app.lua:", "app.lua:x", "app.lua:3 x", "app.lua:0:", "app.lua:-1", "app.lua:3\nx",
      "first\napp.lua:3:", "app.lua:99999999999999999999:",
    ])
  func none(text: String) { #expect(Place(text) == nil) }
}
