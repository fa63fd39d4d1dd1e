"""Serves the files of a folder on a port of its own, well or badly, until its standard input ends.

usage: http_server.py FOLDER. Prints the port. Appends `PATH RANGE` to FOLDER/requests for every request.
  /good/NAME    the file, or the part of it that a Range asks for
  /plain/NAME   the file; ranges are ignored
  /cut/NAME     as good, but without a Range the connection ends after half of the file
  /moved/NAME   elsewhere: /good/NAME
  /busy/NAME    503
  anything else 404
"""
import http.server
import os
import socketserver
import sys
import threading

folder = sys.argv[1]


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        wanted = self.headers.get("Range")
        with open(os.path.join(folder, "requests"), "a") as log:
            log.write(f"{self.path} {wanted}\n")
        _, how, name = (self.path.split("/", 2) + ["", ""])[:3]
        path = os.path.join(folder, os.path.basename(name))
        if how == "moved":
            self.answer(302, b"", {"Location": f"/good/{name}"})
        elif how == "busy":
            self.answer(503, b"come back later")
        elif how not in ("good", "plain", "cut") or not os.path.isfile(path):
            self.answer(404, b"<html>not here</html>")
        else:
            self.send_file(how, path, wanted)

    def send_file(self, how, path, wanted):
        with open(path, "rb") as file:
            content = file.read()
        if how == "plain" or wanted is None:
            self.answer(200, content, sent=len(content) // 2 if how == "cut" else None)
            return
        first = int(wanted.removeprefix("bytes=").split("-")[0])
        if first >= len(content):
            self.answer(416, b"", {"Content-Range": f"bytes */{len(content)}"})
        else:
            self.answer(206, content[first:], {"Content-Range": f"bytes {first}-{len(content) - 1}/{len(content)}"})

    def answer(self, status, content, headers={}, sent=None):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content[:sent])

    def log_message(self, *_):
        pass


# Not http.server's own class, which asks the name server for its name.
server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
