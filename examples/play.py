#!/usr/bin/env python3
"""play.py - a whole game from Python, with nothing to install but the library.

    python3 play.py [LIBRARY] [GAME/SCENARIO]
"""
import ctypes
import json
import sys


class Table:
    """One umpire with one table: every function of sandtable.h, its answer read."""

    def __init__(self, library="libsandtable.so.0"):
        self.lib = ctypes.CDLL(library)
        self.lib.sandtable_new.restype = ctypes.c_void_p
        self.handle = ctypes.c_void_p(self.lib.sandtable_new())

    def __getattr__(self, name):
        function = getattr(self.lib, "sandtable_" + name)
        function.restype = ctypes.c_char_p

        def call(*args):
            said = [a.encode() if isinstance(a, str) else a for a in args]
            answer = json.loads(function(self.handle, *said))
            if "error" in answer:
                raise RuntimeError(answer["error"]["text"])
            return answer

        return call


table = Table(*sys.argv[1:2])
table.open(sys.argv[2] if len(sys.argv) > 2 else "shields/malfosse", "dice seed:1066")
decisions = 0
while table.state(-1, -1)["turn"]["kind"] != "over":
    table.decide("greedy", 1)
    table.roll()
    decisions += 1
print(f"{decisions} decisions; {table.state(-1, -1)['turn']['text']}")
