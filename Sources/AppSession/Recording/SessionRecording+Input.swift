import FoundationEssentials
import Interface

// Input: keys, and the mouse, whose presses are named before the app has handled them.
extension SessionRecording {
  /// The event that is being handled, and the state of the mouse.
  struct Input {
    /// The steps of the event, to be recorded if it is handled.
    fileprivate var pending: [RecordedStep] = []
    /// The focused view before the event: a click can move the focus without being handled.
    fileprivate weak var focused: View?
    fileprivate var press: Press?
    /// The times from each press to its release. A save between the two is none that a test makes.
    fileprivate(set) var presses: [ClosedRange<Date>] = []
    fileprivate var dragEnd: Point?
    /// Whether the app has handled the drag: a slider follows the mouse, and then has nothing to do at its release.
    fileprivate var isDragHandled = false
  }

  /// A press of a mouse button.
  fileprivate struct Press {
    let place: Point
    let button: Int
    let modifiers: Modifiers
    /// The description of the view at the place.
    let view: String
    let time: Double
    let date = Date()
    var steps: [RecordedStep] = []
    /// The moment before it: what it does can come with its release.
    var beginning: Beginning?
    var isRecorded = false

    @MainActor
    init(_ mouse: MouseEvent, button: Int, in application: Application) {
      (place, self.button, modifiers) = (mouse.location, button, mouse.modifiers)
      view = InputNaming(application)?.description(at: mouse.location) ?? "the screen"
      time = application.timers.now
    }

    /// The step for a click that has no other name than its place.
    var click: RecordedStep { .click(place, button: button, modifiers: modifiers, on: view) }
  }

  private static let longestDoubleClick = 0.4

  public func application(_ application: Application, willHandle event: InputEvent) {
    depth += 1
    guard depth == 1, !isSuspended else { return }
    input.pending = []
    input.focused = application.keyWindow?.firstResponder
    let now = application.timers.now
    switch event {
    case .key(let key):
      settleTime()
      input.pending = [step(of: key, in: application)]
    case .paste(let text):
      settleTime()
      input.pending = [paste(text, in: application)]
    case .mouse(let mouse):
      switch mouse.action {
      case .press(let button):
        settleTime()
        var press = Press(mouse, button: button, in: application)
        press.steps = steps(of: press, after: input.press, in: application)
        input.dragEnd = nil
        input.isDragHandled = false
        input.pending = press.steps
        willStep()
        press.beginning = beginning
        input.press = press
        return
      case .wheel(let rows):
        settleTime()
        input.pending = [scroll(at: mouse.location, by: rows, in: application)]
      case .drag:
        noteTime(now)
        if mouse.location != input.press?.place { input.dragEnd = mouse.location }
      case .release:
        noteTime(now)
        if let press = input.press {
          beginning = press.beginning
          return
        }
      }
    case .resize(let size): return noteResize(to: size)
    }
    willStep()
  }

  public func application(_ application: Application, didHandle event: InputEvent, isHandled: Bool) {
    depth -= 1
    guard depth == 0, !isSuspended else { return }
    defer { didStep() }
    guard openOverlay == nil else {
      // What is done in an overlay is recorded by its result, and none of its clicks is the first of a double click.
      let presses = input.presses
      input = Input()
      input.presses = presses
      return
    }
    // A key can change the screen without being handled, as one that closes the actions of a row. A test can paste only
    // where a view or its script takes a text.
    let isHandled =
      if case .paste = event {
        isHandled || input.focused?.passesPasteToScript == true
      } else {
        isHandled || application.keyWindow?.firstResponder !== input.focused
          || application.screenOfAnyDay.rows != lastScreen.rows
      }
    if case .mouse(let mouse) = event {
      switch mouse.action {
      case .drag:
        if input.dragEnd != nil, isHandled { input.isDragHandled = true }
        if application.keyWindow?.selectionStart != nil, input.press != nil {
          // The screen takes the drag, and the app receives no release.
          releaseButton(at: mouse.location, true)
          input.press = nil
        }
      case .release: return releaseButton(at: mouse.location, isHandled || input.isDragHandled)
      case .press, .wheel: break
      }
    }
    guard isHandled, !input.pending.isEmpty else { return }
    input.pending.forEach(append)
    input.pending = []
    input.press?.isRecorded = true
  }

  private func paste(_ text: String, in application: Application) -> RecordedStep {
    application.isTypingSecret ? .secret : .paste(text)
  }

  private func step(of key: KeyPress, in application: Application) -> RecordedStep {
    let clipboard = application.pasteboard.string
    if key == .control("v"), clipboard != copiedText, application.keyWindow?.firstResponder is TextInput {
      return paste(clipboard, in: application)
    }
    guard key.modifiers == [], case .character(let character) = key.key,
      InputNaming(application)?.types(character) == true
    else { return .key(key.name) }
    return application.isTypingSecret ? .secret : .type(String(character))
  }

  private func steps(of press: Press, after last: Press?, in application: Application) -> [RecordedStep] {
    let naming = InputNaming(application)
    // Modifiers do not matter for double clicks.
    if let last, last.place == press.place, last.button == press.button {
      if press.time - last.time > Self.longestDoubleClick {
        // Two clicks at one place are a double click, unless time passes.
        if test.steps.last(where: { !$0.endsParagraph }) == last.click { append(.advance(0.5)) }
      } else if naming?.countsClicks(at: press.place) ?? true, last.isRecorded,
        let index = last.steps.last.flatMap(test.steps.lastIndex)
      {
        // The first click of a double click is at the same place.
        test.steps[index] = last.click
        return [press.click]
      }
    }
    guard press.button == 1, press.modifiers == [] else { return [press.click] }
    let steps = naming?.click(at: press.place) ?? []
    return steps.isEmpty ? [press.click] : steps.map(RecordedStep.init)
  }

  private func scroll(at place: Point, by rows: Int, in application: Application) -> RecordedStep {
    let naming = InputNaming(application)
    if let name = naming?.scroll(at: place) { return .scroll(name, rows: rows) }
    let view = naming?.description(at: place) ?? "the screen"
    return .comment("The wheel was turned by \(rows) rows over \(view), which needs an identifier to be scrolled here.")
  }

  private func releaseButton(at place: Point, _ isHandled: Bool) {
    guard let press = input.press else { return }
    input.presses.append(press.date...max(press.date, Date()))
    guard isHandled else { return }
    if let dragEnd = input.dragEnd, dragEnd != press.place {
      if press.isRecorded, test.steps.suffix(press.steps.count) == press.steps[...] {
        for _ in press.steps { removeLast() }
      }
      append(.drag(from: press.place, to: cell(nearest: place), modifiers: press.modifiers, on: press.view))
    } else if !press.isRecorded {
      press.steps.forEach(append)
      input.press?.isRecorded = true
    }
    input.dragEnd = nil
  }

  /// Returns the cell of the screen that is nearest to a place: terminals report drags that leave it.
  private func cell(nearest place: Point) -> Point {
    guard let size = session.host?.application.screenSize else { return place }
    return Point(x: min(max(place.x, 0), size.width - 1), y: min(max(place.y, 0), size.height - 1))
  }
}

extension Application {
  /// Whether a secure field has keyboard focus.
  fileprivate var isTypingSecret: Bool { (keyWindow?.firstResponder as? TextField)?.isSecure == true }
}
