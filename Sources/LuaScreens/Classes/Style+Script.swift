import Interface
import LuaRuntime

extension ScriptClasses {
  static let style = ScriptClassDefinition(
    "Style", ScriptStyle.self,
    "A text style: colours and attributes. A style can be shared by several views; a table with the same properties works as well.",
    make: { _ in ScriptStyle() }
  ) { style, host in
    style.property(
      "foreground", "The text colour; \"default\" inherits it.", get: { $0.style.foreground },
      set: { $0.style.foreground = $1 })
    style.property(
      "background", "The background colour; \"default\" inherits it.", get: { $0.style.background },
      set: { $0.style.background = $1 })
    for (name, attribute, about) in ScriptStyle.attributes {
      style.property(
        name, about, get: { $0.style.attributes.contains(attribute) },
        set: { look, isOn in
          if isOn { look.style.attributes.insert(attribute) } else { look.style.attributes.remove(attribute) }
        })
    }
    host.module.alias(
      "Color", "string",
      "A colour: a name (\"red\", \"brightBlue\", \"gray\"), \"#rrggbb\", \"0\" to \"255\", or \"default\".")
    host.module.alias(
      "Role", Theme.Role.names.map { "\"\($0)\"" }.joined(separator: "|"),
      "A role for which a theme defines a style.")
    host.module.alias(
      "Look", "Style.Properties|Role|Style",
      "A style, the name of a theme's role, or a table with the properties of a style.")
  }
}
