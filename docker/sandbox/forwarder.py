"""The inside end of a tool's way out: what connects to 127.0.0.1 goes on to the server's Unix socket, byte for byte.

Decides nothing; the other end does. It is in the script's reach, and a script that ends it only cuts itself off.
"""

import selectors
import socket

PIECE = 1 << 16
# Fewer than the other end takes: more wait here instead of being turned away there.
MOST_PAIRS = 48


def serve(socket_path, port, on_listening):
    """Never returns."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(('127.0.0.1', port))
    listener.listen(512)
    listener.setblocking(False)
    on_listening()
    Forwarder(listener, socket_path).run()


class Side:
    """One end of a pair: what waits to be written to it, and how far it is."""

    __slots__ = ('line', 'peer', 'pending', 'is_read_out', 'is_shut', 'events')

    def __init__(self, line):
        self.line = line
        self.peer = None
        self.pending = b''
        self.is_read_out = False
        self.is_shut = False
        self.events = 0


class Forwarder:
    def __init__(self, listener, socket_path):
        self.listener = listener
        self.socket_path = socket_path
        self.selector = selectors.DefaultSelector()
        self.pairs = 0
        self.is_listening = False

    def run(self):
        while True:
            self.listen_while_there_is_room()
            for key, events in self.selector.select():
                if key.data is None:
                    self.accept()
                elif key.data.line.fileno() >= 0:
                    self.move(key.data, events)

    def listen_while_there_is_room(self):
        has_room = self.pairs < MOST_PAIRS
        if has_room and not self.is_listening:
            self.selector.register(self.listener, selectors.EVENT_READ)
        elif self.is_listening and not has_room:
            self.selector.unregister(self.listener)
        self.is_listening = has_room

    def accept(self):
        try:
            inner, _ = self.listener.accept()
        except OSError:
            return
        outer = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        outer.setblocking(False)
        inner.setblocking(False)
        inner.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            outer.connect(self.socket_path)
        except OSError:
            inner.close()
            outer.close()
            return
        one, other = Side(inner), Side(outer)
        one.peer, other.peer = other, one
        self.pairs += 1
        self.watch(one)
        self.watch(other)

    def move(self, side, events):
        try:
            if events & selectors.EVENT_READ:
                self.read(side)
            if events & selectors.EVENT_WRITE:
                self.write(side)
        except BlockingIOError:
            pass
        except OSError:
            self.close(side)
            return
        if side.is_shut and side.peer.is_shut:
            self.close(side)
            return
        self.watch(side)
        self.watch(side.peer)

    def read(self, side):
        data = side.line.recv(PIECE)
        side.peer.pending = data
        side.is_read_out = not data
        self.write(side.peer)

    def write(self, side):
        if side.pending:
            side.pending = side.pending[side.line.send(side.pending) :]
        if side.peer.is_read_out and not side.pending and not side.is_shut:
            side.line.shutdown(socket.SHUT_WR)
            side.is_shut = True

    def watch(self, side):
        """Reads from a side only when the last piece has reached the other: nothing piles up here."""
        wanted = 0
        if not side.is_read_out and not side.peer.pending:
            wanted |= selectors.EVENT_READ
        if side.pending:
            wanted |= selectors.EVENT_WRITE
        if wanted == side.events:
            return
        if not side.events:
            self.selector.register(side.line, wanted, side)
        elif not wanted:
            self.selector.unregister(side.line)
        else:
            self.selector.modify(side.line, wanted, side)
        side.events = wanted

    def close(self, side):
        self.pairs -= 1
        for end in (side, side.peer):
            if end.events:
                self.selector.unregister(end.line)
                end.events = 0
            end.line.close()
