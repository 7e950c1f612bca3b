# SPDX-License-Identifier: MIT
"""graze-mpi over two hosts: network namespaces with a wire between them, names and daemons of their own.

Skipped without the right to make namespaces (root)."""
import hashlib
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

GRAZE_MPI, GRAZE = (os.path.abspath(path) for path in sys.argv[1:3])
ARM = os.path.abspath("examples/scenes/arm_and_table.json")
NAMES = [f"graze-{os.getpid()}-{letter}" for letter in "ab"]
ADDRESSES = ["10.77.31.1", "10.77.31.2"]
SKIPPED = 77


def ip(*words):
    return subprocess.run(["ip", *words], capture_output=True, text=True)


def make_hosts():
    """Two namespaces and a wire; False without the right to."""
    try:
        if any(ip("netns", "add", name).returncode != 0 for name in NAMES):
            return False
    except FileNotFoundError:
        return False
    wires = [f"gz{os.getpid() % 100000}{letter}" for letter in "ab"]
    if ip("link", "add", wires[0], "netns", NAMES[0], "type", "veth", "peer", "name", wires[1], "netns",
          NAMES[1]).returncode != 0:
        return False
    for name, wire, address in zip(NAMES, wires, ADDRESSES):
        for words in (["addr", "add", address + "/24", "dev", wire], ["link", "set", wire, "up"], ["link", "set", "lo", "up"]):
            if ip("-n", name, *words).returncode != 0:
                return False
    return all(subprocess.run([*on_host(name), "true"], capture_output=True).returncode == 0 for name in NAMES)


def on_host(name):
    """Words before a command that is to run there, under a name of its own."""
    return ["ip", "netns", "exec", name, "unshare", "--uts", "sh", "-c", f'hostname {name} && exec "$@"', "sh"]


def run_on_both(folder, motions, out):
    agent = folder / "agent.sh"  # what ssh would be: AGENT ADDRESS COMMAND…
    agent.write_text('#!/bin/sh\nshift\nexec ip netns exec ' + NAMES[1] + " unshare --uts sh -c "
                     f'"hostname {NAMES[1]} && exec $*"\n')
    agent.chmod(0o755)
    network = "10.77.31.0/24"
    command = [*on_host(NAMES[0]), "mpirun", "--allow-run-as-root", "--oversubscribe", "--host",
               f"{ADDRESSES[0]}:2,{ADDRESSES[1]}:2", "-n", "4", "--mca", "plm_rsh_agent", str(agent),
               "--mca", "btl", "tcp,self", "--mca", "btl_tcp_if_include", network, "--mca", "oob_tcp_if_include", network,
               "--mca", "mpi_yield_when_idle", "1", GRAZE_MPI, ARM, str(motions), "--chunk", "4", "--out", str(out)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


def main():
    if not make_hosts():
        print("skipped: network namespaces cannot be made here")
        return SKIPPED
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        random.seed(1)
        motions = folder / "motions.jsonl"
        motions.write_text("".join(json.dumps({"joints": {f"link {k}": [random.uniform(-2, 2), random.uniform(-2, 2)]
                                                          for k in range(1, 8)}}) + "\n" for _ in range(40)))
        alone = folder / "alone.jsonl"
        subprocess.run([GRAZE, "batch", ARM, str(motions), "--chunk", "4", "--out", str(alone)], capture_output=True)
        out = folder / "both.jsonl"
        done = run_on_both(folder, motions, out)
        if done.returncode != 0:
            print(done.stdout, done.stderr)
            return 1
        digests = {hashlib.sha256(path.read_bytes()).hexdigest() for path in (alone, out)}
        print(f"4 ranks on two hosts and one process: {'equal' if len(digests) == 1 else 'different'} bytes")
        return 0 if len(digests) == 1 else 1


if __name__ == "__main__":
    try:
        code = main()
    finally:
        for host in NAMES:
            ip("netns", "del", host)
    sys.exit(code)
