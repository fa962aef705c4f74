import ArgumentParser

extension RunCommand {
  /// Creates the command of a usual launch, `luahost APP.lua [--state-dir DIR] [--fresh] [--headless] [ARG ...] [-- ARG ...]`,
  /// as the parser would, whose setup is a third of the work to the first screen. Returns nil for any other command line.
  init?(ofUsualLaunch arguments: [String]) {
    let commands = LuahostCommand.commandNames
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    let afterEnd = arguments[end...].dropFirst()
    var (words, stateDirectory, isFresh, isHeadless): ([String], String?, Bool, Bool) = ([], nil, false, false)
    var rest = arguments[..<end]
    while let argument = rest.popFirst() {
      switch argument {
      case "--fresh": isFresh = true
      case "--headless": isHeadless = true
      case "--state-dir":
        guard stateDirectory == nil, let folder = rest.popFirst(), !folder.hasPrefix("-"),
          let valid = try? StateFolderOption.parse(folder)
        else { return nil }
        stateDirectory = valid
      default:
        // The parser answers a request for help.
        guard !argument.hasPrefix("-"), argument != "help", !commands.contains(argument) else { return nil }
        words.append(argument)
      }
    }
    guard let script = words.first, !afterEnd.contains("--"),
      (words + afterEnd).allSatisfy({ AppArgument(argument: $0).isText })
    else { return nil }

    var memory = MemoryOption()
    memory.memoryLimit = nil
    var limits = LimitOptions()
    (limits.sandbox, limits.memory) = (false, memory)
    var options = AppOptions()
    (options.stateDirectory, options.fresh, options.limits) = (stateDirectory, isFresh, limits)
    options.givenSession = nil
    var observation = ObservationOptions()
    (observation.trace, observation.profile, observation.log) = (nil, nil, nil)
    var takeOver = TakeOverOptions()
    takeOver.takeOver = false
    var screen = ScreenOptions()
    (screen.headless, screen.plain, screen.theme, screen.noMouse) = (isHeadless, false, nil, false)
    self.init()
    (self.script, self.arguments) = (script, (words.dropFirst() + afterEnd).map(AppArgument.init))
    (self.options, self.observation, self.takeOver, self.screen) = (options, observation, takeOver, screen)
    (wait, watch) = (nil, false)
  }
}
