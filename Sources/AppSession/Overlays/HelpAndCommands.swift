import Interface

/// Presents help on keys and the command palette over any app.
@MainActor
struct HelpAndCommands {
  private unowned let application: Application

  /// Adds both to an application.
  static func offer(over application: Application) {
    let overlays = HelpAndCommands(application: application)
    application.hostActions[.help] = overlays.showHelp
    application.hostActions[.commands] = overlays.showCommands
    application.hintedCommands = [.help, .commands, .quit]
  }

  /// The key window; nil if a host overlay already covers it.
  private var window: Window? { application.keyWindow.flatMap { $0.overlay == nil ? $0 : nil } }

  private func showHelp() -> Bool {
    guard let window else { return false }
    var sections: [(title: String, keys: [KeyHelp])] = []
    let chain = window.responderChain
    for responder in window.commandSources {
      let keys = window.commands(of: responder).compactMap { command in
        command.input.map { KeyHelp($0.description, command.title) }
      }
      // Other visible controllers receive only their commands.
      let own = chain.contains { $0 === responder } ? window.keyHelp(of: responder) : []
      switch responder {
      case let view as View where view === window.firstResponder:
        let name = [view.accessibilityText, view.accessibilityRole?.rawValue ?? ""].first { !$0.isEmpty }
        sections.append((name ?? "Here", own))
      case let controller as ViewController:
        sections.append((controller.title ?? "This screen", keys + own))
      case is Application:
        sections.append(("Everywhere", keys + application.hostKeyHelp + window.keyHelp))
      default: break
      }
    }
    window.overlay = HelpController(sections, on: window.size)
    return true
  }

  /// Presents the command palette: commands of the responders, the buttons on the screen, and commands of the host.
  private func showCommands() -> Bool {
    guard let window else { return false }
    let host = [HostCommand.help, .saves, .redraw].filter { application.hostActions[$0] != nil }.map { command in
      KeyCommand(command) { [unowned application] in application.perform(command) }
    }
    let own = window.commandSources.flatMap { $0 is Application ? application.keyCommands : window.commands(of: $0) }
    let named = own + application.hostCommands
    let pressed = visibleCommands(of: window).filter { command in !named.contains { $0.title == command.title } }
    window.overlay = CommandPalette(own + pressed + application.hostCommands + host, of: application)
    return true
  }

  /// Returns commands for the visible buttons and tabs.
  private func visibleCommands(of window: Window) -> [KeyCommand] {
    window.accessibilityElements
      .filter { ($0.role == .button || $0.role == .tab) && $0.isUsable && !$0.label.isEmpty }
      .map { element in
        KeyCommand(title: element.label) { [unowned application] in try Automation(application).activate(element) }
      }
  }
}
