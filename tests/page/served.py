# SPDX-License-Identifier: MIT
"""A server, and who comes to it."""
import base64
import os
import re
import signal
import socket
import struct
import subprocess
import urllib.error
import urllib.request


from browser import Browser, DATA, GRAZE, SECONDS


def web_frame(payload):
    """A binary WebSocket frame as a client sends it, its mask all zeros."""
    size = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + struct.pack(">H", len(payload))
    return b"\x82" + size + bytes(4) + payload


def read_web_message(line):
    """All frames of a message: the first bit of the last one is set."""
    def read(count):
        data = b""
        while len(data) < count:
            part = line.recv(count - len(data))
            assert part, "the server hung up"
            data += part
        return data
    message, is_last = b"", False
    while not is_last:
        first, size = read(2)
        size = struct.unpack(">H", read(2))[0] if size == 126 else struct.unpack(">Q", read(8))[0] if size == 127 else size
        message += read(size)
        is_last = first & 0x80
    return message


class Served(Browser):
    """A server, and who comes to it."""

    def serve(self, *arguments):
        self.server = subprocess.Popen([GRAZE, "view", "--no-open", *map(str, arguments)], stdout=subprocess.PIPE, text=True,
                                       env={**os.environ, **({"GRAZE_DATA": str(DATA)} if DATA.is_dir() else {})})
        self.address = re.search(r"http://\S+", self.server.stdout.readline()).group(0)
        self.root = self.address.split("?")[0]

    def tearDown(self):
        self.server.send_signal(signal.SIGINT)
        self.assertEqual(self.server.wait(timeout=SECONDS), 0)
        self.server.stdout.close()

    def status(self, path, **headers):
        request = urllib.request.Request(self.root.rstrip("/") + path, headers=headers)
        try:
            return urllib.request.urlopen(request).status
        except urllib.error.HTTPError as error:
            error.close()
            return error.code

    def cookie(self):
        """Visits once, as the browser does."""
        request = f"GET /{self.address.split('/')[-1]} HTTP/1.1\r\nHost: 127.0.0.1:{self.port()}\r\nConnection: close\r\n\r\n"
        with socket.create_connection(("127.0.0.1", self.port()), timeout=SECONDS) as line:
            line.sendall(request.encode())
            head = b"".join(iter(lambda: line.recv(4096), b"")).decode()
        return re.search(r"Set-Cookie: (graze_\d+=\w+)", head).group(1)

    def port(self):
        return int(re.search(r":(\d+)/", self.root).group(1))

    def upgrade(self, cookie, path="/session", origin=None, host=None):
        """Asks for a conversation; the line and its first answer."""
        own = f"127.0.0.1:{self.port()}"
        head = [f"GET {path} HTTP/1.1", f"Host: {host or own}", "Upgrade: websocket", "Connection: Upgrade",
                "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)).decode()]
        head += [f"Cookie: {cookie}"] if cookie else []
        head += [f"Origin: {origin}"] if origin else []
        line = socket.create_connection(("127.0.0.1", self.port()), timeout=SECONDS)
        line.sendall(("\r\n".join(head) + "\r\n\r\n").encode())
        answer = b""
        while b"\r\n\r\n" not in answer and (part := line.recv(1)):
            answer += part
        return line, int(answer.split()[1])
