import Testing

@testable import Foresight

@Suite("Tables as Lua literals")
struct TableLiteralTests {
  @Test("members are separated beside texts with commas, quotes and braces, and nested tables")
  func members() {
    let literal = #"{"a"=1,"b"="x,\"y\"=}{","c"={"d"={1=2},"e"="\\"},3=true}"#
    #expect(
      TableLiteral(literal)?.members
        == [#""a""#: "1", #""b""#: #""x,\"y\"=}{""#, #""c""#: #"{"d"={1=2},"e"="\\"}"#, "3": "true"])
    #expect(TableLiteral("{}")?.members == [:])
    #expect(TableLiteral("1") == nil)
  }

  @Test("a table is saved in part if what it was saved without is lost")
  func parts() {
    let table = TableLiteral(#"{"a"=1,"b"=2}"#)
    #expect(table?.isSavedInPart(#"{"a"=1}"#, restored: #"{"a"=1}"#) == true)
    #expect(table?.isSavedInPart(#"{"a"=1}"#, restored: #"{"a"=1,"b"=0}"#) == true)
    #expect(table?.isSavedInPart(#"{"a"=1}"#, restored: #"{"a"=1,"b"=2}"#) == false)
    #expect(table?.isSavedInPart(#"{"a"=2}"#, restored: #"{"a"=2}"#) == false)
    #expect(table?.isSavedInPart("1", restored: "{}") == false)
    // An empty table is no part of another one.
    #expect(table?.isSavedInPart("{}", restored: "{}") == false)
  }
}
