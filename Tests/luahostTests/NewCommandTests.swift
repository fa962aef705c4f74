import Foundation
import Testing

@testable import luahost

@Suite("new command")
struct NewCommandTests {
  @Test("a new app has its name everywhere, passes its test, and runs as a script and as a bundle")
  func works() async throws {
    let folder = try BundleFolder([:])
    defer { folder.remove() }
    let made = try await folder.luahost("new", "apps/my-app")
    #expect(made.status == 0, "\(made)")
    #expect(
      made.output.hasSuffix("Next:\n  cd apps/my-app\n  luahost my-app.lua\n  luahost test my-app.test.lua\n"),
      "\(made)")
    for name in [
      "my-app.lua", "my-app.test.lua", "model/items.lua", "screens/list.lua", "README.md", ".luarc.json", ".gitignore",
    ] {
      #expect(
        !(try String(decoding: folder.bytes("apps/my-app/\(name)"), as: UTF8.self)).contains("app-name"), "\(name)")
    }
    let test = try await folder.luahost("test", "apps/my-app/my-app.test.lua")
    #expect(test.status == 0 && test.output.hasSuffix("0 failed\n"), "\(test)")
    let script = try await folder.luahost("--headless", "apps/my-app/my-app.lua")
    #expect(script.status == 0 && script.output.hasPrefix("                                     my-app"), "\(script)")
    #expect(folder.exists("state/luahost/org.example.my-app"))
    let bundled = try await CommandRun.run(
      ["bundle", "my-app.lua", "-o", "my-app"], environment: try folder.environment(nil),
      in: folder.url.appendingPathComponent("apps/my-app"))
    #expect(bundled.status == 0 && !bundled.output.contains("luahost:"), "\(bundled)")
    let run = try await folder.run("apps/my-app/my-app")
    #expect(run == script)
    #expect(try await folder.run("apps/my-app/my-app", ["--version"], options: nil) == ("my-app 1.0\n", 0))
    #expect(try await folder.run("apps/my-app/my-app", ["--help"], options: nil).output.hasPrefix("Usage: my-app\n"))
  }

  @Test("editors find the annotations")
  func annotations() throws {
    let template = try AppTemplate(folder: "x", annotations: "/share/lua \"host\"/app-name")
    let file = try #require(template.files.first { $0.path == ".luarc.json" })
    let settings = try #require(try JSONSerialization.jsonObject(with: Data(file.text.utf8)) as? [String: Any])
    #expect(settings["workspace.library"] as? [String] == ["/share/lua \"host\"/app-name"])
    #expect(settings["runtime.version"] as? String == "Lua 5.4")
    let without = try AppTemplate(folder: "x", annotations: nil).files.first { $0.path == ".luarc.json" }
    #expect(without?.text.contains("\"workspace.library\": []") == true)
  }

  @Test(
    "any folder name results in a valid identifier",
    arguments: [
      ("notes", "notes"), ("a/b/My App", "My-App"), ("über.uns", "uber-uns"), ("ä", "a"), ("café", "cafe"), ("x/", "x"),
      ("Größe", "Grosse"), ("日本", "app"), ("e\u{301}te\u{301}", "ete"), ("Ærø", "AEro"), ("日本 2", "2"),
      ("notes.lua", "notes"), ("a/notes.lua/", "notes"),
      (".hidden", "hidden"),
      ("a_1", "a_1"),
      ("__x", "x"), ("items", "items"), ("it's", "it-s"),
    ])
  func names(_ folder: String, _ app: String) throws {
    #expect(try AppTemplate(folder: folder, annotations: nil).app == app)
  }

  @Test(
    "the first screen is named as the user wrote, whatever that is",
    arguments: ["My App", "Größe", "my-app-title", "it\"s \\n", "a\nb"])
  func titles(_ name: String) async throws {
    let folder = try BundleFolder([:])
    defer { folder.remove() }
    #expect(try await folder.luahost("new", name).status == 0)
    let template = try AppTemplate(folder: name, annotations: nil)
    let run = try await folder.luahost("--headless", "\(name)/\(template.app).lua")
    let title = run.output.prefix { $0 != "\n" }.trimmingCharacters(in: .whitespaces)
    #expect(title == name.replacingOccurrences(of: "\n", with: " "), "\(run)")
    #expect(try await folder.luahost("test", "\(name)/\(template.app).test.lua").status == 0)
  }

  @Test("a script name creates the folder for the script, and an empty repository is filled")
  func folders() async throws {
    let folder = try BundleFolder(["repository/.git/config": ""])
    defer { folder.remove() }
    let made = try await folder.luahost("new", "a/notes.lua")
    #expect(made.status == 0 && made.output.hasPrefix("a/notes: an app"), "\(made)")
    #expect(folder.exists("a/notes/notes.lua"))
    let filled = try await folder.luahost("new", "repository")
    #expect(filled.status == 0 && folder.exists("repository/repository.lua"), "\(filled)")
  }

  @Test("existing files are never changed, and an invalid app name is an error")
  func errors() async throws {
    let folder = try BundleFolder(["full/x": "mine", "file": "mine"])
    defer { folder.remove() }
    for name in ["full", "file", "file/below", "", "☃", "/", "~", "model", "a/screens", "--", "/proc/none/here"] {
      let run = try await folder.luahost("new", name)
      #expect(run.status == 2, "\(name): \(run)")
    }
    #expect(try await folder.luahost("new", "file/below").output.contains("Not a directory"))
    #expect(try folder.bytes("full/x") == Data("mine".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("full")) == ["x"])
    try FileManager.default.createDirectory(atPath: folder.path("empty one"), withIntermediateDirectories: true)
    // The shell has already expanded "~", and the home is not the requested folder.
    let home = folder.path("home")
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    let tilde = try await CommandRun.run(
      ["new", "~/mine"], environment: try folder.environment(nil).merging(["HOME": home]) { $1 }, in: folder.url)
    #expect(tilde.status == 0 && folder.exists("~/mine/mine.lua"), "\(tilde)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: home).isEmpty)
    let run = try await folder.luahost("new", "empty one")
    #expect(run.status == 0 && run.output.contains("cd 'empty one'\n  luahost empty-one.lua"), "\(run)")
  }
}
