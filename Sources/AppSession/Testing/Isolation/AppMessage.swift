import FoundationEssentials
import Loop
import LuaRuntime
import LuaScreens
import Processes

/// A message between a test and the process of an isolated app.
///
/// Each side may send a request, and then handles messages of the other side until its request is answered; so requests
/// nest, and need no numbers.
enum AppMessage: Codable, Sendable {
  // From the test.

  /// The first message: the app, and the descriptions of objects of its earlier processes by handle.
  case begin(TestedApp.Settings, objects: [Int: String])
  /// A request to launch the app; answered by `returned`.
  case launch
  /// A request to call a function on the app; answered by `returned`.
  case call(String, [AppValue])
  /// A request for the running programs that the app has started; answered by `programs`.
  case listPrograms

  // From the app.

  /// Calls the function that is this argument of the current call; answered by `returned`.
  case callArgument(Int)
  /// A request to run a program in the terminal; answered by `programEnded`.
  case runInTerminal(Command)
  /// Output of the app or of the library.
  case printed(Data)
  /// A note of the library about the test.
  case note(String)
  /// An error of the app.
  case error(AppErrors.Entry)
  /// The app's settings have changed.
  case changed(TestedApp.Settings)
  /// The process kills itself, as the test requested.
  case crashes(StagedCrash.Moment)
  /// The process exits because a callback cannot be stopped.
  case isOverdue(String)

  // Answers.

  case returned([AppValue])
  case programs([String])
  case programEnded(ProcessEnd)
  case failed(AppFailure)
}

/// An error of a request.
enum AppFailure: Error, Codable {
  /// An error with its message, which already contains the place of the error, or not.
  case message(String, hasPlace: Bool)
  /// The app has no screen after its launch, because of an error.
  case launch(String)
  /// An error of a function of the test, by its number in the process of the test.
  case ofTest(Int, String, hasPlace: Bool)
  /// The app must be launched in a new process.
  case needsNewProcess

  /// The failure for an error.
  init(_ error: any Error) {
    switch error {
    case let failure as AppFailure: self = failure
    case let failure as LaunchFailure: self = .launch(failure.description)
    default: self = .message(Self.message(of: error), hasPlace: Self.hasPlace(error))
    }
  }

  /// The failure for an error of a function of the test.
  init(ofTest number: Int, _ error: any Error) {
    self = .ofTest(number, Self.message(of: error), hasPlace: Self.hasPlace(error))
  }

  /// The error for a script, with the place of the script's call unless the message contains one.
  static func error(_ message: String, hasPlace: Bool) -> LuaError {
    hasPlace ? .runtime(message: message, traceback: "", value: nil) : .usage(message)
  }

  private static func message(of error: any Error) -> String { (error as? LuaError)?.message ?? "\(error)" }

  /// Whether the message of an error contains the place of a script's line.
  private static func hasPlace(_ error: any Error) -> Bool {
    switch error {
    case LuaError.runtime, LuaError.syntax: true
    default: false
    }
  }
}

/// A value of a test that is passed to an isolated app, or returned by it.
enum AppValue: Codable, Sendable {
  /// A plain value, encoded.
  case plain(Data)
  /// The app itself.
  case app
  /// A function, which is this argument of the call.
  case function(Int)
  /// An object of the app: its handle and its description.
  case object(Int, String)
  case list([AppValue])

  /// Reads an argument.
  @MainActor
  init(argument index: Int32, on stack: LuaStack) throws {
    switch stack.kind(index) {
    case .function: self = .function(Int(index))
    case .userdata where stack.object(index) is LaunchedApp: self = .app
    default: self = .plain(Data(try PlainValue(stack, index).bytes))
    }
  }

  /// Reads a result in the app's process.
  @MainActor
  init(result index: Int32, on stack: LuaStack) throws {
    if let object = stack.object(index) as? FoundObject {
      self = .object(object.handle, object.text)
      return
    }
    let count = stack.kind(index) == .table ? stack.rawLength(index) : 0
    if count > 0 {
      stack.rawGet(index, 1)
      defer { stack.pop() }
      if stack.object(-1) is FoundObject {
        self = .list(
          try (1...count).map { item in
            stack.rawGet(index, Int64(item))
            defer { stack.pop() }
            return try AppValue(result: stack.top, on: stack)
          })
        return
      }
    }
    self = .plain(Data(try PlainValue(stack, index).bytes))
  }
}

/// An object of the app in the process of the app, on its way to the test.
@MainActor
final class FoundObject: LuaObject {
  let handle: Int
  /// The object's description for messages.
  let text: String

  init(handle: Int, text: String) {
    self.handle = handle
    self.text = text
  }
}
