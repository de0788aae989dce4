"""A mail server and a chat room for tests: they collect what is sent to them, or refuse it."""

from __future__ import annotations

import json
import re
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

LINK = re.compile(r"https?://\S+")


class MailSink:
    """The mails that the mail server accepted; it refuses all with the status ``refuse`` if that is set."""

    def __init__(self) -> None:
        self.port = 0
        self.refuse = 0
        self.mails: list[EmailMessage] = []

    def take(self) -> list[EmailMessage]:
        """Returns the emails since the last call."""
        found, self.mails = self.mails, []
        return found


def text_of(mail: EmailMessage) -> str:
    """Returns the text of an email."""
    return str(mail.get_content()).replace("\r\n", "\n")


def links_in(mail: EmailMessage) -> list[str]:
    """Returns the links in an email."""
    return LINK.findall(text_of(mail))


@contextmanager
def mail_sink() -> Iterator[MailSink]:
    """Runs a mail server on this machine."""
    sink = MailSink()

    class Session(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self._say("220 sink")
            while command := self.rfile.readline().decode("ascii").strip():
                verb = command[:4].upper()
                if verb == "RCPT" and sink.refuse:
                    self._say(f"{sink.refuse} refused")
                elif verb == "DATA":
                    self._say("354 go ahead")
                    sink.mails.append(self._mail())
                    self._say("250 accepted")
                elif verb == "QUIT":
                    self._say("221 bye")
                    return
                else:
                    self._say("250 ok")

        def _mail(self) -> EmailMessage:
            lines: list[bytes] = []
            while (line := self.rfile.readline()) != b".\r\n":
                lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
            return message_from_bytes(b"".join(lines), policy=default)

        def _say(self, text: str) -> None:
            self.wfile.write(f"{text}\r\n".encode("ascii"))

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Session) as server:
        server.daemon_threads = True
        sink.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        try:
            yield sink
        finally:
            server.shutdown()


class RoomSink:
    """The messages that the chat room received; it answers with ``status``."""

    def __init__(self) -> None:
        self.port = 0
        self.status = 204
        self.messages: list[dict[str, Any]] = []

    @property
    def url(self) -> str:
        """The URL of the webhook."""
        return f"http://127.0.0.1:{self.port}/hook?token=abc"

    def take(self) -> list[dict[str, Any]]:
        """Returns the messages since the last call."""
        found, self.messages = self.messages, []
        return found


@contextmanager
def room_sink() -> Iterator[RoomSink]:
    """Runs a chat room on this machine."""
    sink = RoomSink()

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            assert self.path == "/hook?token=abc"
            sink.messages.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(sink.status)
            self.send_header("Location", f"http://127.0.0.1:{sink.port}/elsewhere")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Prints nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Hook) as server:
        server.daemon_threads = True
        sink.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        try:
            yield sink
        finally:
            server.shutdown()
