#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Packs the engine of the page: scripts/pack_engine.py FOLDER reads engine.js and engine.wasm, writes engine.packed.

Two little-endian u32 (bytes of the script, bytes of both), then LZMA. page/src/engine.ts reads it.
"""
import lzma
import pathlib
import struct
import sys

folder = pathlib.Path(sys.argv[1])
script, module = (folder / "engine.js").read_bytes(), (folder / "engine.wasm").read_bytes()
both = script + module
filters = [{"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "lc": 3, "lp": 0, "pb": 0, "nice_len": 273}]
packed = lzma.compress(both, format=lzma.FORMAT_ALONE, filters=filters)
made = folder / "engine.packed.new"
made.write_bytes(struct.pack("<II", len(script), len(both)) + packed)
made.replace(folder / "engine.packed")
print(f"{folder}: {len(module)} bytes of WebAssembly, {len(packed)} packed with its script")
