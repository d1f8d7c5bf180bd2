#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""A mirror for the tests: slow-mirror.py FOLDER PORTFILE LOG

Serves the files below FOLDER over HTTP on a free port of this machine, with
ranges. While FOLDER/slow is there, it sends 20 kB a tenth of a second. Writes
a line `PATH FIRST-BYTE` to LOG for each request.
"""
import http.server
import os
import sys
import time

folder, port_file, log = sys.argv[1:]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def do_GET(self):
        path = os.path.join(folder, self.path.lstrip("/"))
        if not os.path.isfile(path):
            self.send_error(404)
            return
        with open(path, "rb") as f:
            data = f.read()
        first = 0
        wanted = self.headers.get("Range", "")
        if wanted.startswith("bytes=") and wanted.endswith("-"):
            first = int(wanted[6:-1])
        with open(log, "a") as f:
            f.write(f"{self.path} {first}\n")
        if first >= len(data) > 0:
            self.send_error(416)
            return
        self.send_response(206 if first else 200)
        self.send_header("Last-Modified", "Fri, 02 Jan 2026 03:04:05 GMT")
        self.send_header("Content-Length", str(len(data) - first))
        if first:
            self.send_header("Content-Range",
                             f"bytes {first}-{len(data) - 1}/{len(data)}")
        self.end_headers()
        try:
            for at in range(first, len(data), 20000):
                if os.path.exists(os.path.join(folder, "slow")):
                    time.sleep(0.1)
                self.wfile.write(data[at:at + 20000])
                self.wfile.flush()
        except OSError:
            self.close_connection = True


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
with open(port_file + ".new", "w") as f:
    f.write(str(server.server_port))
os.rename(port_file + ".new", port_file)
server.serve_forever()
