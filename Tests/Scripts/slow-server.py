"""Serves a file of 600,000 bytes slowly under any name, with ranges, and writes its port into the file given."""
import http.server, os, re, socketserver, sys, time


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        size, start = 600000, int((re.match(r"bytes=(\d+)", self.headers.get("Range", "")) or [0, 0])[1])
        self.send_response(206 if start else 200)
        for name, value in (("Content-Length", size - start), ("ETag", '"same"'), ("Accept-Ranges", "bytes")):
            self.send_header(name, str(value))
        if start:
            self.send_header("Content-Range", "bytes %d-%d/%d" % (start, size - 1, size))
        self.end_headers()
        try:
            for place in range(start, size, 6000):
                self.wfile.write(bytes((i * 7 + i // 251) % 256 for i in range(place, min(place + 6000, size))))
                self.wfile.flush()
                time.sleep(0.03)
        except OSError:
            pass

    def log_message(self, *rest):
        pass


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True


server = Server(("127.0.0.1", 0), Handler)
with open(sys.argv[1] + ".new", "w") as file:
    file.write(str(server.server_address[1]))
os.rename(sys.argv[1] + ".new", sys.argv[1])
server.serve_forever()
