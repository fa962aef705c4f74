/// Observes the input of an application, such as a recording.
///
/// An action that handles an event can cause further events, which are observed in between.
@MainActor
public protocol InputObserver: AnyObject {
  /// The application is about to handle an event.
  func application(_ application: Application, willHandle event: InputEvent)
  /// The application has handled an event, or had no use for it.
  func application(_ application: Application, didHandle event: InputEvent, isHandled: Bool)
}
