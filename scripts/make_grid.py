#!/usr/bin/env python3
"""Make an ICON grid file with icon-grid-generator and print its path.

  make_grid.py R2B4                          global icosahedral grid R02B04
  make_grid.py torus 20x20@1000              doubly periodic plane, 20 x 20 points, edges of 1000 m
  make_grid.py limited-area R2B6 10 50 12    cut of R02B06: centre lon, lat and radius in degrees

The generator is installed once into a virtual environment of its own (.cache/grid-generator in the source tree, or in the cache folder where
there is no writable source tree). The file goes into the cache folder ($ICODYN_CACHE or ~/.cache/icodyn), where icodyn looks for it, or to --out.
A file that is there already is not made again. Needs python3 with venv, and a network for the first call only.
"""
import argparse
import fcntl
import math
import os
import pathlib
import re
import subprocess
import sys
import venv

REQUIREMENTS = ["icon-grid-generator==0.9.0", "netCDF4>=1.6"]
FAST = "numba>=0.63"  # the generator needs it above about a million cells
FAST_ABOVE = 300_000


class BadDescription(Exception):
    pass


def number(text, what, low, high):
    try:
        value = float(text)
    except ValueError:
        raise BadDescription(f"{what} '{text}' is not a number") from None
    if not (math.isfinite(value) and low <= value <= high):
        raise BadDescription(f"{what} '{text}' lies outside {low:g} .. {high:g}")
    return value


def global_name(text):
    m = re.fullmatch(r"R0*([1-9]\d?)B0*(\d{1,2})", text)
    if not m or int(m[2]) > 12:
        raise BadDescription(f"'{text}' is not RnBk with n in 1 .. 99 and k in 0 .. 12, for example R2B4")
    return int(m[1]), int(m[2])


def parse(words):
    """Description -> (kind, arguments, file name, estimated number of cells)."""
    words = " ".join(words).split()
    if len(words) == 1 and words[0].startswith("R"):
        root, level = global_name(words[0])
        return "global", (root, level), f"R{root:02}B{level:02}.nc", 20 * root**2 * 4**level
    if len(words) == 2 and words[0] == "torus":
        m = re.fullmatch(r"(\d{1,6})x(\d{1,6})@([0-9.eE+]+)", words[1])
        if not m:
            raise BadDescription(f"'{words[1]}' is not NXxNY@EDGE, for example 20x20@1000")
        nx, ny, edge = int(m[1]), int(m[2]), number(m[3], "the edge length", 1e-3, 1e7)
        if nx < 4 or ny < 4 or ny % 2:
            raise BadDescription(f"a torus needs at least 4 x 4 points and an even number of rows, got {nx} x {ny}")
        return "torus", (nx, ny, edge), f"torus_{nx}x{ny}_{edge:g}m.nc", 2 * nx * ny
    if len(words) == 5 and words[0] == "limited-area":
        root, level = global_name(words[1])
        lon = number(words[2], "the longitude", -360, 360)
        lat = number(words[3], "the latitude", -90, 90)
        radius = number(words[4], "the radius", 1e-3, 90)
        cells = 20 * root**2 * 4**level * (1 - math.cos(math.radians(radius))) / 2
        name = f"limited_area_R{root:02}B{level:02}_{lon:g}_{lat:g}_{radius:g}.nc"
        return "limited-area", (root, level, lon, lat, radius), name, int(cells)
    raise BadDescription(
        f"'{' '.join(words)}' is no grid description; use RnBk, 'torus NXxNY@EDGE_M' or 'limited-area RnBk LON LAT RADIUS' (degrees)"
    )


def generate(words, out):
    """Runs inside the virtual environment."""
    import grid_generator as gg

    kind, a, _, _ = parse(words)
    options = {"max_cells": None}
    if kind == "torus":
        spec, fields = gg.TorusGridSpec(nx=a[0], ny=a[1], edge_length=a[2]), "icon4py_torus"
    else:
        spec, fields = f"R{a[0]}B{a[1]}", "reduced"
        if kind == "limited-area":
            spec = gg.LimitedAreaGridSpec(parent=spec, region=gg.Region.circle(lon=a[2], lat=a[3], radius_degrees=a[4]))
    work = out.with_suffix(".work")
    part = out.with_name(f".{os.getpid()}.{out.name}")  # a file of the final name is always complete
    try:
        gg.generate_grid_to_netcdf(spec, part, fields=fields, work_dir=work, **options)
        part.replace(out)
    finally:
        part.unlink(missing_ok=True)
        if work.is_dir():
            import shutil

            shutil.rmtree(work, ignore_errors=True)


def cache_folder():
    named = os.environ.get("ICODYN_CACHE")
    return pathlib.Path(named) if named else pathlib.Path.home() / ".cache" / "icodyn"


def environment_folder():
    source = pathlib.Path(__file__).resolve().parent.parent
    if (source / "CMakeLists.txt").is_file() and os.access(source, os.W_OK):
        return source / ".cache" / "grid-generator"
    return cache_folder() / "grid-generator"


def prepare_environment(folder, requirements):
    """Python of the virtual environment with the requirements installed; does nothing where a note says that they are."""
    python, note = folder / "bin" / "python", folder / "installed.txt"
    installed = note.read_text().split("\n") if note.is_file() else []
    missing = [r for r in requirements if r not in installed]
    if missing or not python.is_file():
        print(f"make_grid.py: installing {', '.join(requirements)} into {folder}", file=sys.stderr)
        note.unlink(missing_ok=True)
        try:
            venv.create(folder, with_pip=True)
        except subprocess.CalledProcessError as error:
            raise SystemExit(f"make_grid.py: cannot make a virtual environment in {folder} ({error}); install python3-venv") from None
        # stdout carries the path of the grid only
        pip = subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *requirements], stdout=sys.stderr)
        if pip.returncode:
            raise SystemExit(f"make_grid.py: pip could not install {', '.join(requirements)} (see above); it needs a network for the first grid")
        note.write_text("\n".join(sorted({*installed, *requirements} - {""})))
    return python


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("description", nargs="+", help="R2B4 | torus NXxNY@EDGE_M | limited-area R2B6 LON LAT RADIUS")
    parser.add_argument("--out", type=pathlib.Path, help="file to write; default: by description in the cache folder")
    parser.add_argument("--dry-run", action="store_true", help="print the path only")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    try:
        _, _, name, cells = parse(args.description)
    except BadDescription as error:
        print(f"make_grid.py: {error}", file=sys.stderr)
        return 2
    out = (args.out or cache_folder() / "grids" / name).absolute()
    if args.inside:
        generate(args.description, out)
        return 0
    if not args.dry_run and not out.is_file():
        out.parent.mkdir(parents=True, exist_ok=True)
        folder = environment_folder()
        folder.parent.mkdir(parents=True, exist_ok=True)
        # one process at a time makes the environment and the grid
        with open(folder.parent / "make_grid.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not out.is_file():
                python = prepare_environment(folder, REQUIREMENTS + ([FAST] if cells > FAST_ABOVE else []))
                print(f"make_grid.py: making '{' '.join(args.description)}' (about {cells:,} cells) in {out}", file=sys.stderr)
                run = subprocess.run([python, __file__, "--inside", "--out", out, *args.description], stdout=sys.stderr)
                if run.returncode or not out.is_file():
                    how = f"was ended by signal {-run.returncode}" if run.returncode < 0 else f"failed with code {run.returncode}"
                    print(f"make_grid.py: the generator {how} (its messages, if any, are above)", file=sys.stderr)
                    return 1
    print(out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
