import NIOCore

/// The connections that are no pages, the oldest first. Used on the server's thread only.
///
/// A further connection than ``InspectorServer/Limits/maximumRequests`` closes the oldest, which is most likely idle: each serves
/// one request, so that clients which connect and send nothing do not keep a page from being served.
final class WaitingConnections {
  private var channels: [any Channel] = []

  func add(_ channel: any Channel) {
    if channels.count >= InspectorServer.Limits.maximumRequests { channels.removeFirst().close(promise: nil) }
    channels.append(channel)
  }

  func remove(_ channel: any Channel) { channels.removeAll { $0 === channel } }
}
