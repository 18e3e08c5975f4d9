#!/usr/bin/env python3
"""Registers, spills and shared memory of every kernel, from the compiler's own report.

  compile_report.py cuda|hip BUILD.log [--json FILE]

cuda: output of nvcc with -Xptxas=-v; hip: output of hipcc with -Rpass-analysis=kernel-resource-usage (the presets switch both on).
Exit code 1 when the log holds no kernel.
"""
import argparse
import json
import re
import subprocess
import sys


def demangle(names):
    done = subprocess.run(["c++filt"], input="\n".join(names), capture_output=True, text=True, check=True)
    return done.stdout.split("\n")


def short(name):
    """points_kernel<icodyn::plain::velocity::ComputeTangentialWind> -> ComputeTangentialWind"""
    name = re.sub(r"\(.*", "", name.replace("(anonymous namespace)::", "")).removeprefix("void ")
    inner = re.search(r"<(.*)>", name)
    text = inner.group(1) if inner else name
    parts = [p.strip() for p in text.split(",")]
    return re.sub(r"(\w+::|\(anonymous namespace\)::)", "", parts[-1] if "maximum" in name else parts[0])


def cuda_rows(text):
    pattern = re.compile(r"Compiling entry function '(\S+)' for '(sm_\d+)'.*?(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads"
                         r".*?Used (\d+) registers([^\n]*)", re.S)
    for name, arch, stack, stores, loads, registers, rest in pattern.findall(text):
        shared = re.search(r"(\d+) bytes smem", rest)
        yield {"kernel": name, "arch": arch, "registers": int(registers), "spill_stores": int(stores), "spill_loads": int(loads),
               "stack": int(stack), "shared": int(shared.group(1)) if shared else 0}


def hip_rows(text):
    for block in re.split(r"remark: Function Name: ", text)[1:]:
        value = lambda key: int(re.search(re.escape(key) + r": (\d+)", block).group(1))
        yield {"kernel": re.match(r"\S+", block).group(0), "arch": "gfx90a", "registers": value("VGPRs"), "agprs": value("AGPRs"), "sgprs": value("SGPRs"),
               "spill_stores": value("VGPRs Spill"), "spill_loads": value("SGPRs Spill"), "stack": value("ScratchSize [bytes/lane]"),
               "shared": value("LDS Size [bytes/block]"), "occupancy": value("Occupancy [waves/SIMD]")}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("compiler", choices=["cuda", "hip"])
    parser.add_argument("log")
    parser.add_argument("--json")
    a = parser.parse_args()
    text = open(a.log, errors="replace").read()
    rows = list({(r["kernel"], r["arch"]): r for r in (cuda_rows if a.compiler == "cuda" else hip_rows)(text)}.values())
    if not rows:
        sys.exit(f"{a.log}: no kernel found; build with ICODYN_COMPILE_REPORT=ON in a fresh folder")
    for r, name in zip(rows, demangle([r["kernel"] for r in rows])):
        r["kernel"] = short(name)
    rows.sort(key=lambda r: (r["arch"], -r["registers"], r["kernel"]))
    spills = ("spill stores B", "spill loads B") if a.compiler == "cuda" else ("VGPR spills", "SGPR spills")
    print(f"{'arch':<8} {'kernel':<72} {'registers':>9} {spills[0]:>14} {spills[1]:>13} {'stack B':>8} {'shared B':>9}" + (f" {'waves/SIMD':>11}" if a.compiler == "hip" else ""))
    for r in rows:
        print(f"{r['arch']:<8} {r['kernel']:<72} {r['registers']:>9} {r['spill_stores']:>14} {r['spill_loads']:>13} {r['stack']:>8} {r['shared']:>9}"
              + (f" {r['occupancy']:>11}" if a.compiler == "hip" else ""))
    for arch in sorted({r["arch"] for r in rows}):
        mine = [r for r in rows if r["arch"] == arch]
        print(f"{arch}: {len(mine)} kernels, at most {max(r['registers'] for r in mine)} registers, {sum(1 for r in mine if r['spill_stores'] or r['spill_loads'])} with spills, "
              f"at most {max(r['shared'] for r in mine)} bytes of shared memory")
    if a.json:
        json.dump(rows, open(a.json, "w"), indent=1)


if __name__ == "__main__":
    main()
