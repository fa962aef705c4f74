import Interface

// The help and the command palette: their rows depend on the commands of the host, which a test does not have. So a command of
// the app that is chosen in the palette is recorded by its title, and a command of the host, or a look, not at all. A test has
// the saves, too.
extension SessionRecording {
  /// An overlay that is open, and the moment before the step that opened it.
  struct OpenOverlay {
    let overlay: OverlayController
    let mark: Mark
  }

  /// Called after each step, with the moment before it.
  func noteOverlay(before mark: Mark) {
    let overlay = session.host?.application.keyWindow?.overlay
    // Menus are the app's own.
    let shown = overlay is HelpController || overlay is CommandPalette ? overlay : nil
    var mark = mark
    if let open = openOverlay, shown !== open.overlay {
      openOverlay = nil
      removeSteps(since: open.mark)
      if let command = (open.overlay as? CommandPalette)?.chosen, !isOfHost(command),
        let key = HostCommand.commands.keys.first
      {
        [.key(key.name), .type(command.title), .key("enter")].forEach(append)
      }
      mark = self.mark
    }
    if openOverlay == nil, let shown { openOverlay = OpenOverlay(overlay: shown, mark: mark) }
  }

  private func isOfHost(_ command: KeyCommand) -> Bool {
    guard let application = session.host?.application else { return true }
    let titles = application.hostCommands.map(\.title) + [HostCommand.help.title, HostCommand.redraw.title]
    return titles.contains(command.title)
  }
}
