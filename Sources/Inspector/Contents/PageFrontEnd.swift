import ArchiveStore
import AppSession
import Foresight
import Glibc
import Interface
import Loop
import LuaScreens
import StateRestoration

/// Shows an app on pages, and what is inside of it: its tree, state, timeline and saves.
///
/// All pages show one screen, whose size the page determines that was resized last.
@MainActor
public final class PageFrontEnd: FrontEnd {
  public private(set) var size = Size(width: 80, height: 24)

  private let session: AppSession
  private let pages: PageServer
  private let tree = InspectedTree()
  private let timeline: Timeline
  private weak var host: (any FrontEndHost)?
  /// The places where the running app has created its controllers and views.
  private var places = CreationPlaces()
  private var lastFrame: Grid?
  /// The number of spans after the last frame. If there are more at the next one, the app was active.
  private var drawnSpans = 0
  private var reports: TimerQueue.Timer?
  /// The findings of the last examination; nil if the app was not examined, or could not be.
  private var found: AppFindings?
  /// Why the app could not be examined.
  private var examinationProblem: String?
  /// The processor time that the last examination took, even if it failed.
  private var examinationTime = Duration.zero
  private var examinedStructure: Int?
  /// The structure of the tree in the last report.
  private var reportedStructure: Int?
  private var examination: TimerQueue.Timer?
  /// The number of times that the scheduled examination was postponed.
  private var postponements = 0
  private var lastSave: SaveNumber?

  /// The shortest time between two reports of the tree, in seconds.
  private static let reportInterval = 0.12
  /// The time after which recording ends if no page has connected, in seconds.
  private static let launchTime = 2.0
  /// The time without changes of the tree after which the app is examined, in seconds.
  private static let examinationDelay = 0.6
  /// An examination is postponed at most this often by changes of the tree.
  private static let maximumPostponements = 20
  /// An examination that took longer is only repeated when the user asks.
  private static let longestAutomaticExamination = Duration.milliseconds(250)

  /// Creates a front end for a session that is not loaded yet.
  public init(_ session: AppSession, on pages: PageServer) {
    self.session = session
    self.pages = pages
    timeline = Timeline(session)
    session.configuration.observers.append { [weak self] _ in
      let places = CreationPlaces()
      self?.places = places
      self?.tree.removeAll()
      return [places]
    }
  }

  // MARK: The front end

  public func open(showing picture: Grid?, for host: any FrontEndHost) {
    self.host = host
    pages.onConnect = { [weak self] in self?.connect($0) }
    pages.onMessage = { [weak self] in self?.handle($0, from: $1) }
    pages.onDisconnect = { [weak self] in self?.pagesDidChange() }
    pages.onClose = { [weak host] in host?.end() }
    pages.open(on: host.loop)
    // Pages of an earlier process connect after the launch, which they show.
    timeline.isRecording = true
    host.loop.timers.after(Self.launchTime) { [weak self] in self?.pagesDidChange() }
  }

  public func present(_ frame: Frame) {
    guard !pages.pages.isEmpty else { return }
    let start = timeline.end
    let grid = frame.grid()
    let isActive = start != drawnSpans || grid != lastFrame
    // The pages themselves cause frames, which are of no interest.
    if !isActive { timeline.forget(from: start) }
    drawnSpans = timeline.end
    lastFrame = grid
    for page in pages.pages.values { page.post(.frame) { page.screen.change(to: grid) } }
    if isActive { scheduleReports() }
  }

  public var showsOutput: Bool { true }

  public func redraw() {
    for page in pages.pages.values { page.screen.forget() }
  }

  public func copy(_ text: String) {
    for page in pages.pages.values {
      page.post(.copy) { JSONWriter.message("copy") { $0.field("text", text) } }
    }
  }

  public func close() { pages.close() }

  // MARK: Pages

  private func connect(_ page: ConnectedPage) {
    pagesDidChange()
    page.post(.hello) { [weak self] in self?.hello }
    if examinedStructure != nil { postFindings() }
    scheduleReports()
  }

  private func pagesDidChange() { timeline.isRecording = !pages.pages.isEmpty }

  private var hello: [UInt8] {
    JSONWriter.message("hello") {
      $0.field("script", session.configuration.script)
      $0.field("isRunning", true)
      if let application = session.host?.application {
        $0.field("identifier", application.identifier)
        $0.field("version", application.version)
      }
    }
  }

  private func handle(_ message: PageMessage, from page: ConnectedPage) {
    switch message.kind {
    case "resize":
      guard let size = message.size, size != self.size else { return }
      self.size = size
      host?.handle(.resize(size))
    case "select":
      page.selectedNode = message.number("id")
      page.wholeValues = []
      page.lastReports[.node] = nil
      reportNode(to: page)
    case "value":
      guard let name = message.text("name") else { return }
      page.wholeValues.insert(name)
      reportNode(to: page)
    case "find":
      page.query = message.text("text") ?? ""
      scheduleReports()
    case "tab":
      page.tab = message.text("tab") ?? ""
      if page.tab == "saves" { reportSaves(to: page) }
    case "save": report(save: message.number("save"), to: page)
    case "rollback":
      guard let number = message.number("save") else { return }
      attempt { try session.rollBack(to: SaveNumber(number)) }
    case "examine": examine()
    case "background": turn { try $0.enterBackground() }
    case "foreground": turn { $0.enterForeground() }
    case "reload": attempt { try session.reload() }
    default: message.input.forEach { host?.handle($0) }
    }
  }

  private func turn(_ body: (Application) throws -> Void) { attempt { try host?.turn(body) } }

  /// Runs an action, and shows its error on the pages.
  private func attempt(_ body: () throws -> Void) {
    do { try body() } catch {
      for page in pages.pages.values {
        page.post(.problem) { JSONWriter.message("problem") { $0.field("text", "\(error)") } }
      }
    }
  }

  // MARK: Reports

  private func scheduleReports() {
    guard reports == nil, let host else { return }
    reports = host.loop.timers.after(Self.reportInterval) { [weak self] in
      self?.reports = nil
      self?.report()
    }
  }

  private func report() {
    guard let host = session.host, host.application.phase != .launching, !pages.pages.isEmpty else { return }
    timeline.withoutRecording {
      let report = tree.report(of: host, found, queries: queries)
      for page in pages.pages.values {
        page.postChange(.tree) { report }
        reportNode(to: page)
      }
    }
    for page in pages.pages.values where timeline.hasSpans(after: page.nextSpan) {
      page.post(.spans) { [weak self] in self?.spans(for: page) }
    }
    if let save = try? session.store?.currentSaveNumber(), save != lastSave {
      lastSave = save
      for page in pages.pages.values where page.tab == "saves" { reportSaves(to: page) }
    }
    let structure = tree.structure.finalize()
    // Frames without a change of the tree do not delay the examination.
    if structure != examinedStructure, structure != reportedStructure || examination == nil { scheduleExamination() }
    reportedStructure = structure
  }

  private var queries: [String] { pages.pages.values.map(\.query) }

  private func spans(for page: ConnectedPage) -> [UInt8]? {
    defer { if timeline.hasSpans(after: page.nextSpan) { scheduleReports() } }
    return timeline.report(for: page)
  }

  private func reportNode(to page: ConnectedPage) {
    guard page.selectedNode != nil else { return }
    page.postChange(.node) { [weak self] in self?.node(of: page) }
  }

  private func node(of page: ConnectedPage) -> [UInt8]? {
    guard let host = session.host, let number = page.selectedNode, let responder = tree.responder(numbered: number)
    else { return nil }
    let status = RestorationStatus(of: responder, in: host.application, found)
    let node = NodeReport(
      responder: responder, number: number, status: status, host: host, places: places, wholeValues: page.wholeValues)
    return timeline.withoutRecording {
      let archive = try? host.unsavedArchive()
      return node.report(archive: archive.map { ArchiveOutline($0) })
    }
  }

  // MARK: Saves

  private var saves: SavesReport? { (session.store as? SQLiteArchiveStore).map(SavesReport.init) }

  private func reportSaves(to page: ConnectedPage) {
    page.post(.history) { [weak self] in try? self?.saves?.history(after: &page.knownSaves) }
  }

  private func report(save: Int?, to page: ConnectedPage) {
    let number = save.map { SaveNumber($0) }
    page.post(.archive) { [weak self] in (try? self?.saves?.archive(number)) ?? nil }
    guard let number else { return }
    page.post(.difference) { [weak self] in try? self?.saves?.difference(number) }
    page.post(.picture) { [weak self] in
      guard let self, let archive = try? session.store?.archive(ofSave: number) else { return nil }
      let picture = try? timeline.withoutRecording { try session.drawSave?(archive) }
      return picture.flatMap { PageScreen().change(to: $0, kind: "picture", save: Int(number)) }
    }
  }

  // MARK: The doctor

  /// Examines the app when its tree has not changed for a while.
  private func scheduleExamination() {
    if let examination {
      // The tree of some apps changes all the time.
      guard postponements < Self.maximumPostponements else { return }
      postponements += 1
      examination.cancel()
    } else {
      postponements = 0
    }
    guard isExaminedAutomatically else { return }
    examination = host?.loop.timers.after(Self.examinationDelay) { [weak self] in self?.examine() }
  }

  private func examine() {
    examination?.cancel()
    examination = nil
    guard let host = session.host, host.application.phase == .active, !pages.pages.isEmpty else { return }
    (found, examinationProblem) = (nil, nil)
    let start = Self.processorTime
    do {
      found = try timeline.withoutRecording { try AppFindings(session) }
    } catch {
      examinationProblem = "\(error)"
    }
    examinationTime = Self.processorTime - start
    _ = timeline.withoutRecording { tree.report(of: host, found, queries: queries) }
    examinedStructure = tree.structure.finalize()
    postFindings()
    scheduleReports()
  }

  /// The processor time of this thread, so that one pause of a busy machine does not end the examinations.
  private static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Duration(secondsComponent: Int64(time.tv_sec), attosecondsComponent: Int64(time.tv_nsec) * 1_000_000_000)
  }

  private var isExaminedAutomatically: Bool { examinationTime < Self.longestAutomaticExamination }

  private func postFindings() {
    for page in pages.pages.values {
      page.post(.findings) { [weak self] in
        guard let self else { return nil }
        return JSONWriter.message("findings") {
          $0.field("problem", examinationProblem)
          $0.field("isAutomatic", isExaminedAutomatically)
          $0.field("findings") { list in found?.all.forEach { list.raw($0.table.jsonLine) } }
        }
      }
    }
  }
}
