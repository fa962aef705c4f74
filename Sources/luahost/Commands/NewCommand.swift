import ArgumentParser

/// `luahost new NAME`: creates a small app with its test.
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Make a folder with a small working app and its test, ready to edit.")

  @Argument(help: "The app's name, or the path of the folder to make.", completion: .directory)
  var name: String

  func run() throws {
    let template = try AppTemplate(folder: name, annotations: InstalledFiles.current.annotations)
    try template.write()
    print("\(template.folder): an app of two screens, with its test")
    for file in template.files { print("  \(file.path)") }
    if !template.hasAnnotations {
      complain("the annotations for editors are nowhere beside this luahost: .luarc.json names no folder of them")
    }
    print("Next:")
    if template.folder != "." { print("  cd \(ShellWord.quoted(template.folder))") }
    print("  luahost \(template.app).lua")
    print("  luahost test \(template.app).test.lua")
  }
}
