import Glibc
import Testing

@testable import Foresight

@Suite("Scripts with many functions")
@MainActor
struct ManyFunctionsTests {
  @Test(
    "four times as many functions take about four times as long",
    arguments: [
      (1500, "local big = {\n  FUNCTIONS\n}", "a% = function(self) return self.b% end,"),
      (1500, "local big = {}\nFUNCTIONS", "function big.a%(self) return self.b% end"),
      (1500, "FUNCTIONS", "v% = function(self) return self.b% end"),
      (1500, "FUNCTIONS", "function Main:a%() return self.b% end"),
      (250, "FUNCTIONS", "function Main:a%(coder) coder:encode('b%', self.b%) end"),
    ])
  func linear(count: Int, script: String, function: String) throws {
    func time(_ count: Int) throws -> Double {
      let functions = (0..<count).map { function.replacing("%", with: "\($0)") }.joined(separator: "\n")
      let app = """
        local ui = require "luahost"
        local Main = ui.ViewController:subclass "Main"
        local app = ui.Application { identifier = "org.example.many" }
        \(script.replacing("FUNCTIONS", with: functions))
        function Main:loadView()
          self.label = ui.Label { text = "0" }
          self.view = ui.VStack { self.label, ui.Button { "More", action = function() self.a = self.a + 1 end } }
        end
        function Main:encodeRestorableState(coder) if self.x then coder:encode("a", self.a) end end
        function Main:decodeRestorableState(coder)
          self.a = coder:decodeInteger "a" or 0
          self.label.text = tostring(self.a) .. " times"
        end
        function app:willFinishLaunching()
          self.window = ui.Window { rootViewController = Main { restorationIdentifier = "main" } }
        end
        function app:didFinishLaunching() self.window:makeKeyAndVisible() end
        function app:shouldSaveApplicationState() return true end
        function app:shouldRestoreApplicationState() return true end
        return app
        """
      let start = Self.processorTime
      _ = try DoctorCase("many", app).diagnosis()
      return Self.processorTime - start
    }
    let (few, many) = (try time(count), try time(4 * count))
    #expect(many < 6 * few, "\(few) s, \(many) s")
  }

  /// The processor time of this thread, in seconds.
  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
