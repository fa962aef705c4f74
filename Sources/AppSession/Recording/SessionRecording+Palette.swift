import Interface

// The command palette: which row has a command depends on those of the host, which a test does not have. So a command of the app
// is recorded by its title, and one of the host, or a look at the palette, not at all.
extension SessionRecording {
  /// A palette that is open, and the moment before the step that opened it.
  struct OpenPalette {
    let palette: CommandPalette
    let mark: Mark
  }

  /// Called after each step, with the moment before it.
  func notePalette(before mark: Mark) {
    let shown = session.host?.application.keyWindow?.overlay as? CommandPalette
    if let open = openPalette, shown !== open.palette {
      openPalette = nil
      removeSteps(since: open.mark)
      if let command = open.palette.chosen, !isOfHost(command), let key = HostCommand.commands.keys.first {
        [.key(key.name), .type(command.title), .key("enter")].forEach(append)
      }
    }
    if openPalette == nil, let shown { openPalette = OpenPalette(palette: shown, mark: mark) }
  }

  private func isOfHost(_ command: KeyCommand) -> Bool {
    session.host?.application.hostCommands.contains { $0.title == command.title } ?? true
  }
}
