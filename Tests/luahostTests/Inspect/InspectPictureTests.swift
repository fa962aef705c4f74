import Foundation
import Testing

/// The file of the picture; nil for other runs of the tests.
private let file = ProcessInfo.processInfo.environment["LUAHOST_INSPECT_PICTURE"]

/// The picture of `luahost inspect` in its article, which `scripts/pictures` writes.
@Suite(
  "Picture of the inspect page",
  .enabled(if: file != nil && Browser.path != nil, "only scripts/pictures writes the picture"))
struct InspectPictureTests {
  @Test("the page shows an app with a selected node")
  func picture() throws {
    let apps = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../scripts/apps").standardizedFileURL
    let folder = try BundleFolder(["empty": ""])
    defer { folder.remove() }
    let run = try InspectedRun(["planets.lua", "--state-dir", folder.path("state")], in: apps)
    let browser = try Browser(run.address)
    try browser.wait(forText: "Mercury")
    try browser.click(column: 5, row: 5)
    try browser.wait(for: "document.querySelectorAll('.node').length > 5")
    try browser.wait(for: "document.getElementById('bursts').textContent !== ''")
    try browser.click("#pick")
    try browser.click(column: 5, row: 5)
    try browser.wait(for: "document.getElementById('node-panel').textContent.includes('TableView')")
    try browser.writePicture(to: #require(file))
    #expect(browser.errors == [])
    _ = run.end()
  }
}
