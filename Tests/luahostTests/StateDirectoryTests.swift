import Testing

@testable import luahost

@Suite("State directory")
struct StateDirectoryTests {
  @Test("XDG_STATE_HOME comes first; a relative one is ignored, as its specification says")
  func precedence() {
    #expect(
      StateDirectory.standard(forIdentifier: "org.x", environment: ["XDG_STATE_HOME": "/state", "HOME": "/home/me"])
        == "/state/luahost/org.x")
    #expect(
      StateDirectory.standard(forIdentifier: "org.x", environment: ["HOME": "/home/me"])
        == "/home/me/.local/state/luahost/org.x")
    #expect(
      StateDirectory.standard(forIdentifier: "org.x", environment: ["XDG_STATE_HOME": "state", "HOME": "/home/me"])
        == "/home/me/.local/state/luahost/org.x")
  }
}
