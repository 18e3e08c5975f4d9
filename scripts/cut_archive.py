#!/usr/bin/env python3
"""Cut a Serialbox archive down to chosen savepoints and fields.

  cut_archive.py FROM TO [--detail STEP:SUBSTEP,...|none] [--diffusion STEP,...] [--drop PATTERN ...]

A pattern is matched against SAVEPOINT/FIELD, or SAVEPOINT.ISTEP/FIELD where the savepoint has an istep: 'velocity-*/*',
'solve-nonhydro-init.1/z_*'.

Keeps the savepoints without a date, the initial state, time-step-exit of all steps, and of the rest those of the given (step, substep)
pairs (diffusion: of the steps in them, or of --diffusion; the initial diffusion always). Blocks and their checksums are copied
unchanged, so that the cut archive is as good as the original. case.json is copied with its `detail` adjusted.
"""
import argparse
import datetime
import fnmatch
import json
import pathlib
import sys

BYTES = {1: 1, 2: 4, 3: 8, 4: 4, 5: 8}


def number_of_step(case, date):
    parse = lambda text: datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%f")
    return round((parse(date) - parse(case["start"])).total_seconds() / case["dtime"])


def wanted(savepoint, case, detail, diffusion):
    meta = {k: v["value"] for k, v in (savepoint["meta_info"] or {}).items()}
    if "date" not in meta or savepoint["name"] in ("icon-grid", "time-step-exit") or meta.get("linit") and savepoint["name"].startswith("diffusion"):
        return True
    step = number_of_step(case, meta["date"])
    if savepoint["name"].startswith("diffusion"):
        return step in diffusion
    return (step, meta.get("dyn_timestep")) in detail


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("target", type=pathlib.Path)
    parser.add_argument("--detail", help="STEP:SUBSTEP,... or none (default: all that the archive has)")
    parser.add_argument("--diffusion", help="STEP,... whose diffusion is kept (default: the steps of --detail)")
    parser.add_argument("--drop", nargs="*", default=[], help="patterns of what to leave out")
    a = parser.parse_args()

    case = json.loads((a.source / "case.json").read_text())
    if a.detail:
        case["detail"] = [] if a.detail == "none" else [[int(x) for x in pair.split(":")] for pair in a.detail.split(",")]
    detail = {tuple(pair) for pair in case["detail"]}
    diffusion = {int(step) for step in a.diffusion.split(",")} if a.diffusion else {step for step, _ in detail}
    names = list(a.source.glob("MetaData-*.json"))
    if len(names) != 1:
        sys.exit(f"{a.source}: expected one MetaData-PREFIX.json, found {len(names)}")
    prefix = names[0].stem.removeprefix("MetaData-")
    meta = json.loads(names[0].read_text())
    archive = json.loads((a.source / f"ArchiveMetaData-{prefix}.json").read_text())
    if a.target.exists():
        sys.exit(f"{a.target} exists already; remove it first")

    vector = meta["savepoint_vector"]
    kept_savepoints, kept_fields, used = [], [], {}
    for savepoint, contents in zip(vector["savepoints"], vector["fields_per_savepoint"]):
        if not wanted(savepoint, case, detail, diffusion):
            continue
        istep = (savepoint["meta_info"] or {}).get("istep")
        key = savepoint["name"] + (f".{istep['value']}" if istep else "")
        fields = {f: n for f, n in (contents[savepoint["name"]] or {}).items()
                  if not any(fnmatch.fnmatch(f"{key}/{f}", pattern) for pattern in a.drop)}
        if not fields:
            continue
        for f, n in fields.items():
            used.setdefault(f, {}).setdefault(n, len(used.get(f, {})))
        kept_savepoints.append(savepoint)
        kept_fields.append({savepoint["name"]: {f: used[f][n] for f, n in fields.items()}})

    a.target.mkdir(parents=True)
    table = {}
    for field, occurrences in used.items():
        kind = meta["field_map"][field]
        size = BYTES[kind["type_id"]]
        for d in kind["dims"]:
            size *= d
        table[field] = []
        with open(a.source / f"{prefix}_{field}.dat", "rb") as old, open(a.target / f"{prefix}_{field}.dat", "wb") as new:
            for n in occurrences:  # in the order in which they were numbered
                offset, checksum = archive["fields_table"][field][n]
                old.seek(offset)
                block = old.read(size)
                if len(block) != size:
                    sys.exit(f"{prefix}_{field}.dat is too short")
                table[field].append([new.tell(), checksum])
                new.write(block)

    vector["savepoints"], vector["fields_per_savepoint"] = kept_savepoints, kept_fields
    meta["field_map"] = {f: v for f, v in meta["field_map"].items() if f in used}
    archive["fields_table"] = table
    (a.target / names[0].name).write_text(json.dumps(meta, separators=(",", ":")) + "\n")
    (a.target / f"ArchiveMetaData-{prefix}.json").write_text(json.dumps(archive, separators=(",", ":")) + "\n")
    (a.target / "case.json").write_text(json.dumps(case, indent=1) + "\n")
    print(f"{a.target}: {sum(f.stat().st_size for f in a.target.iterdir()) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
