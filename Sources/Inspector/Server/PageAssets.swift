/// The files of the page, which are part of the program.
enum PageAssets {
  typealias Asset = (type: String, contents: [UInt8])

  /// The path of the WebSocket.
  static let socketPath = "/socket"

  /// Returns the file at a path; nil if there is none.
  static func asset(at path: String) -> Asset? {
    switch path {
    case "/": ("text/html; charset=utf-8", PackageResources.page_html)
    case "/page.css": ("text/css; charset=utf-8", PackageResources.page_css)
    case "/page.js": script(PackageResources.page_js)
    case "/connection.js": script(PackageResources.connection_js)
    case "/elements.js": script(PackageResources.elements_js)
    case "/screen.js": script(PackageResources.screen_js)
    case "/glyphs.js": script(PackageResources.glyphs_js)
    case "/input.js": script(PackageResources.input_js)
    case "/tree.js": script(PackageResources.tree_js)
    case "/node.js": script(PackageResources.node_js)
    case "/timeline.js": script(PackageResources.timeline_js)
    case "/saves.js": script(PackageResources.saves_js)
    default: nil
    }
  }

  private static func script(_ contents: [UInt8]) -> Asset {
    ("text/javascript; charset=utf-8", contents)
  }

  /// Headers that forbid the page, and pages of other sites, everything that it does not need.
  static let headers = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cache-Control", "no-store"), ("Connection", "close"),
  ]
}
