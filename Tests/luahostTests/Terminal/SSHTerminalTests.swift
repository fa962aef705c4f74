import Foundation
import Testing

/// Sessions are taken over from half-open connections: the client of a real sshd is stopped, or its packets are dropped.
@Suite(
  "Taking over from a terminal over ssh", .serialized,
  .enabled(if: SSHServer.isInstalled, "openssh-server or openssh-client is not installed"))
struct SSHTerminalTests {
  @Test("a session is taken over from a client that is stopped")
  func stopped() async throws {
    try await takeOver { client, _ in
      client.signal(SIGSTOP)
      return { client.signal(SIGCONT) }
    }
  }

  @Test(
    "a session is taken over from a client whose packets are dropped",
    .enabled(if: Firewall.isInstalled, "nft or ss is not installed"))
  func dropped() async throws {
    try await takeOver { client, server in
      let firewall = try await Firewall(dropping: client.process, to: server)
      return firewall.remove
    }
  }

  /// Takes a session over twice.
  ///
  /// - Parameter cut: cuts the connection of the first client, and returns how to restore it.
  private func takeOver(
    _ cut: (TerminalProcess, SSHServer) async throws -> () -> Void
  ) async throws {
    let server = try await SSHServer()
    let first = try server.run()
    try await first.expect("the app starts over ssh") { first.screen.contains(#/live-\d+-0\./#) }
    first.type("aaaaa")
    try await first.expect("the app counts over ssh") { first.screen.contains(#/live-\d+-5\./#) }
    let holder = try #require(first.screen.firstMatch(of: #/live-(\d+)-/#).flatMap { pid_t($0.1) })
    // Saves what it counted.
    #expect(try await server.saves(count: 5))

    let restore = try await cut(first, server)
    defer { restore() }
    let second = try server.run()
    try await second.expect(
      "the second connection asks, with the process number of the first", shows: "\(holder)")
    try await second.expect("... and its terminal", shows: "/dev/pts/")
    let start = ContinuousClock.now
    second.press(.enter)
    try await second.expect("the session continues at the same count") { second.screen.contains(#/live-\d+-5\./#) }
    #expect(ContinuousClock.now - start < .seconds(15))
    try await second.expect("the first process is gone") { !RunningProcesses.isRunning(holder) }
    #expect(!first.screen.contains("Continued on"), "the connection is still cut")
    restore()
    second.type("a")
    try await second.expect("the app continues to count") { second.screen.contains(#/live-\d+-6\./#) }

    let third = try server.run(["--take-over"])
    try await third.expect("--take-over does not ask") { third.screen.contains(#/live-\d+-6\./#) }
    try await second.expect("the second process reports where the session continues") {
      second.screen.contains(#/Continued on /dev/pts/\d+\./#)
    }
    third.press(.control("q"))
    #expect(try await third.ended()?.end == .code(0))
    let verified = try await CommandRun(["archive", "verify", server.state])
    #expect(verified.status == 0, "\(verified)")
  }
}

/// A real sshd on the loopback interface, with its own port, configuration and keys.
private final class SSHServer {
  private static let (server, client, keygen) = ("/usr/sbin/sshd", "/usr/bin/ssh", "/usr/bin/ssh-keygen")
  static var isInstalled: Bool { [server, client, keygen].allSatisfy(FileManager.default.isExecutableFile) }

  let folder: URL
  let port: Int
  var state: String { file("state") }
  private let process: ChildProcess

  /// Starts the server. Cancels the test if it cannot be used on this machine.
  init() async throws {
    let folder = try CommandRun.makeFolder()
    self.folder = folder
    port = try Self.freePort()
    func file(_ name: String) -> String { folder.appendingPathComponent(name).path }
    for key in ["host", "user"] {
      let made = try await CommandRun.run(
        ["-q", "-t", "ed25519", "-N", "", "-f", file(key)], in: folder, program: Self.keygen)
      try #require(made.status == 0, "\(made)")
    }
    let configuration = """
      ListenAddress 127.0.0.1
      Port \(port)
      HostKey \(file("host"))
      PidFile none
      AuthorizedKeysFile \(file("user.pub"))
      StrictModes no
      UsePAM no
      PasswordAuthentication no
      KbdInteractiveAuthentication no
      TCPKeepAlive no
      ClientAliveInterval 0

      """
    try configuration.write(toFile: file("sshd_config"), atomically: true, encoding: .utf8)
    // As root, sshd requires a folder that only root can write to.
    if geteuid() == 0 {
      try FileManager.default.createDirectory(atPath: "/run/sshd", withIntermediateDirectories: true)
    }
    process = try ChildProcess(
      running: [Self.server, "-D", "-f", file("sshd_config"), "-E", file("log")], home: folder.path,
      streams: [.file("/dev/null"), .file("/dev/null", writes: true), .descriptor(1)])
    let isUsable = try await eventually(within: .seconds(10)) {
      let words = try Array(connect("true").dropFirst())
      return try await CommandRun.run(words, in: folder, program: Self.client).status == 0
    }
    let log = (try? String(contentsOfFile: file("log"), encoding: .utf8)) ?? ""
    try Self.require(isUsable, "sshd cannot be used on this machine: \(log)")
  }

  deinit {
    process.kill()
    try? FileManager.default.removeItem(at: folder)
  }

  private func file(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Returns the words that run a command on a terminal of the server.
  private func connect(_ command: String) throws -> [String] {
    let options = [
      "IdentitiesOnly=yes", "UserKnownHostsFile=\(file("known"))", "StrictHostKeyChecking=no", "LogLevel=ERROR",
      "ServerAliveInterval=0",
    ]
    return [Self.client, "-F", "none", "-tt", "-p", "\(port)", "-i", file("user")]
      + options.flatMap { ["-o", $0] } + ["127.0.0.1", command]
  }

  /// Runs the app that counts keys in a terminal of a new connection.
  func run(_ options: [String] = []) throws -> TerminalProcess {
    let words =
      [
        "TERM=xterm-256color", "TAKEOVER_LOG='\(file("counts"))'", "exec", "'\(try CommandRun.command())'",
        "--state-dir", "'\(state)'",
      ] + options + ["'\(CommandRun.source("Tests/TakeOver/takeover.lua"))'"]
    return try TerminalProcess(
      running: connect(words.joined(separator: " ")), columns: 80, rows: 24, folder: folder, isGuest: true)
  }

  /// Waits until a count is saved.
  func saves(count: Int) async throws -> Bool {
    try await eventually {
      try await CommandRun(["archive", "show", state]).output.contains(try Regex("count *[:=]? *\(count)\\b"))
    }
  }

  /// Cancels the test unless this machine permits what it needs.
  static func require(_ isPermitted: Bool, _ reason: String) throws {
    if !isPermitted { try Test.cancel("\(reason.split(separator: "\n").last ?? "")") }
  }

  private static func freePort() throws -> Int {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
      }
    }
    guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}

/// A firewall rule that drops the packets of one client's port, so that neither side receives the other's.
private final class Firewall {
  private static let (nft, ss) = ("/usr/sbin/nft", "/usr/bin/ss")
  static var isInstalled: Bool { [nft, ss].allSatisfy(FileManager.default.isExecutableFile) }

  private let table = "luahost_test_\(getpid())"
  private let folder: URL

  /// Sets the rule. Cancels the test if this is not permitted.
  init(dropping client: pid_t, to server: SSHServer) async throws {
    folder = server.folder
    let added = try await CommandRun.run(["add", "table", "inet", table], in: folder, program: Self.nft)
    try SSHServer.require(added.status == 0, "no firewall rules can be set on this machine: \(added.output)")
    let connections = try await CommandRun.run(
      ["-Htnp", "dport = :\(server.port)"], in: folder, program: Self.ss
    ).output.split(separator: "\n")
    let connection = try #require(connections.first { $0.contains("pid=\(client),") }, "\(connections)")
    let port = try #require(connection.split(separator: " ")[3].split(separator: ":").last)
    let rules = """
      table inet \(table) {
        chain input {
          type filter hook input priority 0
          tcp sport \(port) drop
          tcp dport \(port) drop
        }
      }
      """
    let file = folder.appendingPathComponent("rules")
    try rules.write(to: file, atomically: true, encoding: .utf8)
    let set = try await CommandRun.run(["-f", file.path], in: folder, program: Self.nft)
    try #require(set.status == 0, "\(set)")
  }

  deinit { remove() }

  /// Removes the rule.
  func remove() {
    let removal = Process()
    removal.executableURL = URL(fileURLWithPath: Self.nft)
    removal.arguments = ["delete", "table", "inet", table]
    removal.standardError = FileHandle.nullDevice
    try? removal.run()
    removal.waitUntilExit()
  }
}
