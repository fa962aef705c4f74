import Glibc
import SystemCalls

/// The kernel's inotify: one descriptor for all watched folders and files, whose events a loop reports.
@MainActor
public final class FileEvents {
  /// An event of a watched file, or of an entry of a watched folder.
  public struct Event: Equatable, Sendable {
    /// The number that ``FileEvents/add(_:_:)`` returned; -1 for an overflow, after which any event may be lost.
    public var watch: Int32
    /// Flags such as `IN_CREATE`.
    public var mask: UInt32
    /// The entry's name; empty for the watched file or folder itself.
    public var name: [UInt8]
  }

  private let descriptor: Int32
  private var watch: DescriptorWatch?

  /// Reports events from now on, until ``close()``.
  ///
  /// - Parameter onEvents: called with the events of one read, in their order.
  /// - Throws: ``LoopError`` if the system has no more of these descriptors.
  public init(on loop: any EventLoop, onEvents: @escaping @MainActor ([Event]) -> Void) throws(LoopError) {
    let descriptor = system_make_inotify()
    guard descriptor >= 0 else { throw .system(call: "inotify_init1", code: errno) }
    self.descriptor = descriptor
    watch = loop.watch(descriptor, for: .readable) { [weak self] in
      guard let events = self?.read(), !events.isEmpty else { return }
      onEvents(events)
    }
  }

  /// Watches a path, in addition to the events requested earlier. Returns the number of the watch, which is the same
  /// for every path to the same file.
  ///
  /// - Parameter mask: the events to report, as for `inotify_add_watch`.
  /// - Throws: ``LoopError``.
  public func add(_ path: [UInt8], _ mask: UInt32) throws(LoopError) -> Int32 {
    let number = path.withPath { inotify_add_watch(descriptor, $0, mask | UInt32(IN_MASK_ADD)) }
    guard number >= 0 else { throw .system(call: "inotify_add_watch", code: errno) }
    return number
  }

  /// Removes a watch by its number.
  public func remove(_ number: Int32) { inotify_rm_watch(descriptor, number) }

  /// Stops reporting.
  public func close() {
    guard let watch else { return }
    self.watch = nil
    watch.cancel()
    Glibc.close(descriptor)
  }

  isolated deinit { close() }

  private func read() -> [Event] {
    var bytes = [UInt8](repeating: 0, count: TurnLimit.bytes)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return [] }
    return Self.decode(bytes[..<count])
  }

  /// Returns the events in bytes from the system. A truncated event at the end is skipped.
  static func decode(_ bytes: ArraySlice<UInt8>) -> [Event] {
    bytes.withUnsafeBytes { buffer in
      var events: [Event] = []
      var place = 0
      while place + MemoryLayout<inotify_event>.size <= buffer.count {
        let event = buffer.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
        let start = place + MemoryLayout<inotify_event>.size
        place = start + Int(event.len)
        guard place <= buffer.count else { break }
        events.append(
          Event(watch: event.wd, mask: event.mask, name: buffer[start..<place].prefix { $0 != 0 }.map { $0 }))
      }
      return events
    }
  }
}
