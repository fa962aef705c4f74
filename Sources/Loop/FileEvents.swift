import Glibc
import SystemCalls

/// The kernel's inotify: one descriptor for all folders and files that are watched, whose events a loop reports.
@MainActor
public final class FileEvents {
  /// Something that happened to a watched file, or to an entry of a watched folder.
  public struct Event: Equatable, Sendable {
    /// The number that ``FileEvents/add(_:_:)`` returned; -1 for an overflow, after which any event may be lost.
    public var watch: Int32
    /// `IN_CREATE` and its like.
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

  /// Watches a path, and goes on to watch it for what was asked before. Returns the number that its events have: the same for
  /// every path that leads to one file.
  ///
  /// - Parameter mask: what is reported, as for `inotify_add_watch`.
  /// - Throws: ``LoopError``.
  public func add(_ path: [UInt8], _ mask: UInt32) throws(LoopError) -> Int32 {
    let number = path.withPath { inotify_add_watch(descriptor, $0, mask | UInt32(IN_MASK_ADD)) }
    guard number >= 0 else { throw .system(call: "inotify_add_watch", code: errno) }
    return number
  }

  /// Reports nothing more of what has this number.
  public func remove(_ number: Int32) { inotify_rm_watch(descriptor, number) }

  /// Reports nothing more.
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

  /// The events in bytes that the system wrote. What is cut off at their end is skipped.
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
