import ArgumentParser

/// `luahost new NAME`: creates a small app with its test.
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Create a small working app with a test, ready to edit.")

  @Argument(help: "The name of the app, or the path of the folder to create.", completion: .directory)
  var name: String

  func run() throws {
    let template = try AppTemplate(folder: name, annotations: InstalledFiles.current.annotations)
    try template.write()
    print("\(template.folder): an app with two screens and a test")
    for file in template.files { print("  \(file.path)") }
    if !template.hasAnnotations {
      complain("found no annotations for editors beside this luahost: .luarc.json has no path to them")
    }
    print("Next:")
    if template.folder != "." { print("  cd \(ShellWord.quoted(template.folder))") }
    print("  luahost \(template.app).lua")
    print("  luahost test \(template.app).test.lua")
  }
}
