// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "luahost",
  products: [
    .library(name: "StateRestoration", targets: ["StateRestoration"]),
    .library(name: "ArchiveStore", targets: ["ArchiveStore"]),
    .library(name: "LuaRuntime", targets: ["LuaRuntime"]),
    .library(name: "Loop", targets: ["Loop"]),
    .library(name: "Interface", targets: ["Interface"]),
    .library(name: "Processes", targets: ["Processes"]),
    .library(name: "LuaScreens", targets: ["LuaScreens"]),
    .library(name: "AppSession", targets: ["AppSession"]),
    .library(name: "Foresight", targets: ["Foresight"]),
    .library(name: "Inspector", targets: ["Inspector"]),
    .library(name: "Terminal", targets: ["Terminal"]),
    .executable(name: "luahost", targets: ["luahost"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    // C libraries of the system, found by pkg-config.
    .systemLibrary(
      name: "CLua", path: "vendor-headers/CLua", pkgConfig: "lua5.4", providers: [.apt(["liblua5.4-dev"])]),
    .systemLibrary(
      name: "CSQLite", path: "vendor-headers/CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CTickit", path: "vendor-headers/CTickit", pkgConfig: "tickit", providers: [.apt(["libtickit-dev"])]),
    .systemLibrary(
      name: "CUtf8proc", path: "vendor-headers/CUtf8proc", providers: [.apt(["libutf8proc-dev"])]),
    .systemLibrary(
      name: "CMd4c", path: "vendor-headers/CMd4c", pkgConfig: "md4c", providers: [.apt(["libmd4c-dev"])]),
    .systemLibrary(
      name: "CVterm", path: "vendor-headers/CVterm", pkgConfig: "vterm", providers: [.apt(["libvterm-dev"])]),
    .systemLibrary(
      name: "CPng", path: "vendor-headers/CPng", pkgConfig: "libpng16", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(
      name: "CZlib", path: "vendor-headers/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    // The core: node tree, coder, archive model, preservation and restoration in order.
    .target(name: "StateRestoration"),
    // Saves on disk.
    .target(name: "ArchiveStore", dependencies: ["CSQLite", "StateRestoration"]),
    // The event loop: time, descriptors, signals, child processes, file events.
    .target(name: "Loop", dependencies: ["SystemCalls"]),
    // Decodes pictures in a child process, in C.
    .target(name: "ImageDecoding", dependencies: ["CPng"]),
    // View controllers, views, layout; draws into a grid of cells.
    .target(
      name: "Interface",
      dependencies: ["ImageDecoding", "Loop", "StateRestoration", "CMd4c", "CUtf8proc", "SystemCalls"],
      resources: [.embedInCode("Views/Text/Markdown/entities.txt")]),
    // The boundary between Lua and Swift, and the limits of scripts, in C.
    .target(name: "LuaBoundary", dependencies: ["CLua", "SystemCalls"]),
    // A safe Swift interface to Lua 5.4.
    .target(
      name: "LuaRuntime", dependencies: ["CLua", "LuaBoundary", "StateRestoration", "SystemCalls"],
      resources: [
        .embedInCode("Modules/prelude.lua"), .embedInCode("Modules/withhold.lua"), .embedInCode("Workers/worker.lua"),
      ]),
    // Child processes, HTTP requests and file watching.
    .target(name: "Processes", dependencies: ["CZlib", "Loop", "ProcessKeeper", "SystemCalls"]),
    // System calls that Swift cannot make, signal handlers, and the time limits for the exit of the process, in C.
    .target(name: "SystemCalls"),
    // Terminates processes that would outlive the host, in C.
    .target(name: "ProcessKeeper"),
    // The `luahost` module that scripts require, and the host that runs them.
    .target(
      name: "LuaScreens", dependencies: ["CZlib", "Interface", "Loop", "LuaRuntime", "Processes", "StateRestoration"],
      resources: [
        .embedInCode("Bundle/nowhere.lua"), .embedInCode("Host/restoration-classes.lua"),
        .embedInCode("Host/clock.lua"),
        .embedInCode("Modules/json.lua"), .embedInCode("Modules/json-codec.lua"),
      ]),
    // The session of an app: its launches, the host's overlays, and the automation of apps.
    .target(
      name: "AppSession", dependencies: ["ArchiveStore", "Loop", "LuaScreens", "Processes", "SystemCalls"],
      resources: [.embedInCode("Testing/test.lua")]),
    // What will not be restored, and why: looks at apps by observing them.
    .target(
      name: "Foresight",
      dependencies: [
        "AppSession", "ArchiveStore", "Interface", "Loop", "LuaRuntime", "LuaScreens", "Processes", "StateRestoration",
      ],
      resources: [
        .embedInCode("Exploration/read-values.lua"), .embedInCode("Exploration/shared-tables.lua"),
        .embedInCode("Doctor/withhold-effects.lua"),
        .embedInCode("Doctor/watch-calls.lua"), .embedInCode("Doctor/watch-values.lua"),
        .embedInCode("Doctor/ran-lines.lua"),
        .embedInCode("Everywhere/observe-files.lua"),
      ]),
    // Shows running apps and saved states as a page in a browser.
    .target(
      name: "Inspector",
      dependencies: [
        "AppSession", "ArchiveStore", "Foresight", "Interface", "Loop", "LuaRuntime", "LuaScreens", "Processes",
        "StateRestoration", "SystemCalls",
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOWebSocket", package: "swift-nio"),
      ],
      resources: [
        .embedInCode("Page/page.html"), .embedInCode("Page/page.css"), .embedInCode("Page/page.js"),
        .embedInCode("Page/connection.js"), .embedInCode("Page/screen.js"), .embedInCode("Page/glyphs.js"),
        .embedInCode("Page/input.js"), .embedInCode("Page/tree.js"), .embedInCode("Page/node.js"),
        .embedInCode("Page/timeline.js"), .embedInCode("Page/saves.js"), .embedInCode("Page/elements.js"),
      ]),
    // The terminal.
    .target(
      name: "Terminal", dependencies: ["CPng", "CTickit", "Interface", "Loop", "ProcessKeeper", "SystemCalls"]),
    // The command.
    .executableTarget(
      name: "luahost",
      dependencies: [
        "AppSession", "ArchiveStore", "Foresight", "Inspector", "Loop", "LuaScreens", "Processes", "Terminal",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: [
        .embedInCode("Completions/default-command.bash"), .embedInCode("Completions/default-command.zsh"),
        .embedInCode("Completions/default-command.fish"), .embedInCode("Prompt/empty.lua"),
        .embedInCode("New/Template/app-name.lua"), .embedInCode("New/Template/model/items.lua"),
        .embedInCode("New/Template/screens/list.lua"), .embedInCode("New/Template/screens/item.lua"),
        .embedInCode("New/Template/app-name.test.lua"), .embedInCode("New/Template/README.md"),
        .embedInCode("New/Template/luarc.json"), .embedInCode("New/Template/gitignore"),
      ]),

    // Used by scripts/bench and scripts/counts.
    .target(
      name: "BenchmarkReference", dependencies: ["CLua"], path: "Tests/BenchmarkReference",
      linkerSettings: [.linkedLibrary("sqlite3")]),
    .executableTarget(
      name: "Benchmarks", dependencies: ["AppSession", "ArchiveStore", "BenchmarkReference", "LuaScreens", "Terminal"],
      path: "Tests/Benchmarks", exclude: ["Peers", "counts.json", "counts.py", "order.py"]),

    // Used by scripts/annotations.
    .executableTarget(name: "Annotations", dependencies: ["AppSession", "LuaScreens"], path: "Tests/Annotations"),
    // Used by scripts/install.
    .executableTarget(name: "Manual", path: "Tests/Manual", resources: [.embedInCode("sections.man")]),
    // Used by scripts/torture.
    .executableTarget(name: "Torture", dependencies: ["Seeded"], path: "Tests/Torture", exclude: ["torture.lua"]),
    // Used by scripts/damage.
    .executableTarget(
      name: "Damage", dependencies: ["ArchiveStore", "CSQLite", "Seeded", "StateRestoration"], path: "Tests/Damage"),
    // Used by scripts/fuzz.
    .executableTarget(
      name: "Fuzz", dependencies: ["ArchiveStore", "Seeded", "StateRestoration"], path: "Tests/Fuzz",
      exclude: ["Corpus"]),
    // Used by scripts/model.
    .executableTarget(
      name: "Model", dependencies: ["ArchiveStore", "Interface", "ReadBack", "Seeded"], path: "Tests/Model"),
    // An application that shows one view, for tests.
    .target(name: "TestApplication", dependencies: ["Interface"], path: "Tests/TestApplication"),
    // A terminal in memory, for tests.
    .target(name: "Emulator", dependencies: ["CVterm"], path: "Tests/Emulator"),
    // Random numbers from a seed.
    .target(name: "Seeded", path: "Tests/Seeded"),
    // Reads back the saves of random tests.
    .target(name: "ReadBack", dependencies: ["ArchiveStore", "StateRestoration"], path: "Tests/ReadBack"),

    .testTarget(name: "StateRestorationTests", dependencies: ["ReadBack", "Seeded", "StateRestoration"]),
    .testTarget(
      name: "ArchiveStoreTests", dependencies: ["ArchiveStore", "CSQLite", "Seeded"], resources: [.copy("Fixtures")]),
    .testTarget(name: "LoopTests", dependencies: ["Loop", "Seeded"]),
    .testTarget(name: "InterfaceTests", dependencies: ["Interface", "Seeded", "TestApplication"]),
    .testTarget(name: "LuaRuntimeTests", dependencies: ["LuaRuntime"]),
    .testTarget(name: "ProcessesTests", dependencies: ["ProcessKeeper", "Processes", "Seeded"]),
    .testTarget(name: "LuaScreensTests", dependencies: ["ArchiveStore", "LuaScreens", "ReadBack", "Seeded"]),
    .testTarget(
      name: "AppSessionTests", dependencies: ["Annotations", "AppSession", "ReadBack", "Seeded", "TestApplication"]),
    .testTarget(name: "ForesightTests", dependencies: ["Foresight", "Seeded", "TestApplication"]),
    .testTarget(name: "InspectorTests", dependencies: ["Inspector", "Seeded"]),
    .testTarget(name: "TerminalTests", dependencies: ["Emulator", "Seeded", "TestApplication", "Terminal"]),
    .testTarget(name: "luahostTests", dependencies: ["Emulator", "Manual", "Seeded", "luahost"]),
  ],
  swiftLanguageModes: [.v6]
)
