#!/usr/bin/env python3
"""Puts single-line faults into kernels one at a time and asks which check catches each.

  mutations.py [--only N,...]

For each fault: change the line in a copy of the tree, rebuild icodyn, and run `icodyn verify` on the archives in data/ until one fails; where
none does (their boundary tendencies are zero), the kernels' unit tests. Prints one line per fault and ends in PASSED when all were caught. Takes some minutes; not part of CI.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parent.parent
VA, NH, DI = ("kernels/plain/" + n + "/" for n in ("velocity_advection", "solve_nonhydro", "diffusion"))

# file, text, replacement, what is wrong
FAULTS = [
    (VA + "compute_tangential_wind.hpp", "e2c2e(e, j), k", "e2c2e(e, 3 - j), k", "neighbor order"),
    (VA + "interpolate_vn_to_half_levels_and_compute_kinetic_energy_on_edges.hpp", "k - 1", "k", "level shifted"),
    (VA + "extrapolate_at_top.hpp", "nlev - 3", "nlev - 2", "level of a surface weight"),
    (VA + "compute_horizontal_advection_term_for_vertical_velocity.hpp", "w(e2c(e, 0), k) - w(e2c(e, 1), k)", "w(e2c(e, 1), k) - w(e2c(e, 0), k)", "sign"),
    (VA + "compute_advective_vertical_wind_tendency.hpp", "k + 1", "k", "level shifted"),
    (VA + "compute_advective_normal_wind_tendency.hpp", "vn_ie(e, k + 1)", "vn_ie(e, k)", "level shifted"),
    (VA + "compute_advective_normal_wind_tendency.hpp", "vp(0.5)", "vp(0.25)", "weight"),
    (VA + "interpolate_contravariant_vertical_velocity_to_full_levels.hpp", "vp(0.5)", "vp(0.4)", "weight"),
    (NH + "extrapolate_temporally_exner_pressure.hpp", "(vp(1) + ", "(vp(2) + ", "coefficient"),
    (NH + "compute_horizontal_advection_of_rho_and_theta.hpp", ">= ", "< ", "upwind side"),
    (NH + "add_temporal_tendencies_to_vn.hpp", " - ", " + ", "sign of the pressure gradient"),
    (NH + "compute_avg_vn_and_graddiv_vn_and_vt.hpp", "j - 1", "(j + 1) % 4", "neighbor order"),
    (NH + "compute_divergence_of_fluxes_of_rho_and_theta.hpp", "c2e(c, j)", "c2e(c, 2 - j)", "neighbor order"),
    (NH + "solve_tridiagonal_matrix_for_w_forward_sweep.hpp", "k - 1", "k", "level shifted"),
    (NH + "solve_tridiagonal_matrix_for_w_back_substitution.hpp", "nlev - 1", "nlev - 2", "bound"),
    (NH + "apply_rayleigh_damping_mechanism.hpp", "raylfac(k) * ", "", "damping left out"),
    (NH + "compute_results_for_thermodynamic_variables.hpp", "k + 1", "k", "level shifted"),
    (NH + "compute_dwdz_for_divergence_damping.hpp", "k + 1", "k", "level shifted"),
    (NH + "compute_graddiv2_of_vn.hpp", "j - 1", "(j + 1) % 4", "neighbor order"),
    (NH + "update_density_exner_wind.hpp", " + ", " - ", "sign on the lateral boundary"),
    (NH + "compute_vn_on_lateral_boundary.hpp", " + ", " - ", "sign on the lateral boundary"),
    (NH + "compute_horizontal_gradient_of_exner_pressure_for_multiple_levels.hpp", "zdiff_gradp_1", "zdiff_gradp_0", "side"),
    (DI + "mo_intp_rbf_rbf_vec_interpol_vertex.hpp", "v2e(v, j)", "v2e(v, 5 - j)", "neighbor order"),
    (DI + "calculate_nabla2_and_smag_coefficients_for_vn.hpp", "wp(2)", "wp(1)", "weight"),
    (DI + "calculate_nabla4.hpp", "wp(4)", "wp(3)", "weight"),
    (DI + "update_theta_and_exner.hpp", " + ", " - ", "sign"),
    (DI + "apply_nabla2_to_w.hpp", " - ", " + ", "sign"),
    ("src/dycore/plain_diffusion.cpp", "Zone::interior", "Zone::nudging", "bound of the domain"),
    ("src/dycore/plain_solve_nonhydro.cpp", "Zone::nudging_level_2", "Zone::nudging", "bound of the domain"),
]


def code_part(text):
    """Where the code starts: head comments are not mutated."""
    return text.index("#pragma once") if "#pragma once" in text else text.index("#include")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="numbers of faults")
    chosen = {int(n) for n in (parser.parse_args().only or "").split(",") if n}
    escaped = tried = 0
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder) / "icodyn"
        shutil.copytree(SOURCE, tree, ignore=shutil.ignore_patterns("build", ".git", ".venv", "grid-generator"), symlinks=True)
        run = lambda *a: subprocess.run(a, cwd=tree, capture_output=True, text=True)
        def build(target="icodyn"):
            return run("cmake", "--build", "--preset", "cpu", "--target", target)
        for step in (run("cmake", "--preset", "cpu", "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG"), build()):
            if step.returncode:
                sys.exit(step.stdout[-2000:] + step.stderr[-2000:])
        for number, (name, old, new, what) in enumerate(FAULTS, 1):
            if chosen and number not in chosen:
                continue
            file = tree / name
            text = file.read_text()
            at = text.find(old, text.find("operator()") if "operator()" in text else code_part(text))
            if at < 0:
                print(f"{number:>3}  {name}: '{old}' was not found")
                escaped += 1
                continue
            file.write_text(text[:at] + new + text[at + len(old):])
            tried += 1
            built = build()
            caught = "the compiler" if built.returncode else None
            for case in ("jw_r02b01", "gauss3d_torus", "jw_lam"):
                if caught:
                    break
                done = run("build/cpu/icodyn", "verify", f"data/{case}", "--summary")
                if done.returncode:
                    worst = re.search(r"^  (\S+) .*FAILED", done.stdout, re.M)
                    caught = f"verify {case}: {worst.group(1) if worst else 'exit code ' + str(done.returncode)}"
            if not caught and build("test_kernels").returncode == 0:
                failed = re.findall(r"^\[  FAILED  \] (\S+)", run("build/cpu/tests/test_kernels").stdout, re.M)
                caught = f"test_kernels: {failed[0]}" if failed else None
            escaped += caught is None
            print(f"{number:>3}  {pathlib.Path(name).stem:<74} {what:<32} {caught or 'NOT CAUGHT'}", flush=True)
            file.write_text(text)
    print(f"{tried} faults, {escaped} not caught\n{'FAILED' if escaped else 'PASSED'}")
    return 1 if escaped else 0


if __name__ == "__main__":
    sys.exit(main())
