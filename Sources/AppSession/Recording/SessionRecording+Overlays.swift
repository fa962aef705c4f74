import Interface

// The help, the command palette and the saves: their rows depend on the commands of the host and the numbers of saves, which are
// others in a test. So a command of the app that is chosen in the palette is recorded by its title, a return to a save as such,
// and a command of the host, or a look, not at all.
extension SessionRecording {
  /// Called after each step, with its position.
  func noteOverlay(at position: Int) {
    let overlay = session.host?.application.keyWindow?.overlay
    // Menus are the app's own.
    let isRecordedByResult = overlay is HelpController || overlay is CommandPalette || overlay is SavesController
    let shown = isRecordedByResult ? overlay : nil
    guard shown !== openOverlay else { return }
    let closed = openOverlay
    openOverlay = shown
    if closed == nil { removeInput(from: position) }
    if let command = (closed as? CommandPalette)?.chosen, !command.isOfHost, let key = HostCommand.commands.keys.first {
      [.key(key.name), .type(command.title), .key("enter")].forEach(append)
    }
  }

  /// Removes the input from a position on, which has opened an overlay.
  private func removeInput(from position: Int) {
    for index in test.steps.indices.dropFirst(position).reversed() where !test.steps[index].isFromOutside {
      test.steps.remove(at: index)
      times.remove(at: index)
    }
  }
}
