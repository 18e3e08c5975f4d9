"""The program from outside: exit codes, messages, and archives that are broken or unusual.

  program_test.py BINARY SOURCE_DIR [unittest arguments]
"""
import array
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

BINARY, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
sys.path.insert(0, str(SOURCE / "tests" / "support"))
from serialbox_files import Archive  # noqa: E402

SPHERE, TORUS, LAM = (SOURCE / "data" / n for n in ("jw_r02b01", "gauss3d_torus", "jw_lam"))


def icodyn(*arguments):
    done = subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True, timeout=600)
    return done.returncode, done.stdout, done.stderr


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)
        self.addCleanup(self.folder.cleanup)

    def copy(self, source=SPHERE):
        return Archive(source, self.path / "archive")

    def expect(self, code, arguments, *patterns, stream="stderr"):
        got, out, err = icodyn(*arguments)
        text = err if stream == "stderr" else out
        self.assertEqual(got, code, f"\n{out[-2000:]}\n{err[-2000:]}")
        for p in patterns:
            self.assertRegex(text, p)
        return out, err


class WhatIsGood(Case):
    def test_sphere_run_is_identical_after_every_step(self):
        out, _ = self.expect(0, ["run", SPHERE], r"\nPASSED\n$", stream="stdout")
        self.assertIn("12 fields identical, 0 within tolerance, 0 failed", out)

    def test_torus_run_is_identical_after_every_step(self):
        out, _ = self.expect(0, ["run", TORUS], r"\nPASSED\n$", stream="stdout")
        self.assertIn("12 fields identical, 0 within tolerance, 0 failed", out)

    def test_limited_area_run_passes(self):
        self.expect(0, ["run", LAM], r"\nPASSED\n$", stream="stdout")

    def verify(self, case):
        report = self.path / "report.json"
        self.expect(0, ["verify", case, "--json", report], r"\nPASSED\n$", stream="stdout")
        return json.loads(report.read_text())

    def test_every_phase_of_the_sphere_is_identical(self):
        phases = self.verify(SPHERE)["phases"]
        self.assertEqual({p["phase"] for p in phases}, {"velocity_advection_predictor", "velocity_advection_corrector",
                         "solve_nonhydro_predictor", "solve_nonhydro_corrector", "solve_nonhydro_final", "diffusion"})
        self.assertEqual({f["verdict"] for p in phases for f in p["fields"]}, {"identical", "verifies nothing"})

    def test_every_phase_of_the_torus_is_identical(self):
        self.assertEqual({f["verdict"] for p in self.verify(TORUS)["phases"] for f in p["fields"]}, {"identical"})

    def test_every_phase_of_the_limited_area_is_identical_but_for_exp_and_log(self):
        different = {f["field"] for p in self.verify(LAM)["phases"] for f in p["fields"] if f["verdict"] != "identical"}
        self.assertLessEqual(different, {"exner"})

    def test_hash_does_not_depend_on_the_number_of_threads_or_the_run(self):
        hashes = [re.findall(r"^  (\S+) +([0-9a-f]{16})$", icodyn("run", TORUS, "--hash", "--threads", n)[1], re.M) for n in (1, 2, 2)]
        self.assertEqual(len(hashes[0]), 15)
        self.assertEqual(hashes[0], hashes[1])
        self.assertEqual(hashes[1], hashes[2])

    def test_a_yaml_case_and_its_archive_folder_give_the_same_result(self):
        a = icodyn("run", SOURCE / "config" / "default.yaml", "--hash")[1]
        b = icodyn("run", SPHERE, "--hash")[1]
        find = lambda text: re.findall(r"^  now\S+ +[0-9a-f]{16}$", text, re.M)
        self.assertEqual(find(a), find(b))
        self.assertEqual(len(find(a)), 5)

    def test_one_kernel_alone_agrees_with_the_savepoint(self):
        self.expect(0, ["verify", SPHERE, "--kernel", "compute_tangential_wind"], r"vt +0\.000e\+00.* identical", stream="stdout")

    def test_all_serialized_kernels_alone_agree(self):
        listed = icodyn("list", "kernels")[1]
        names = sorted(set(re.findall(r"^(?:solve|velocity|diffusion)\S* +(\w+) ", listed, re.M)))
        self.assertGreater(len(names), 60)
        checked = 0
        for name in names:
            code, out, err = icodyn("verify", SPHERE, "--kernel", name)
            self.assertNotIn("FAILED:", out, name)
            self.assertIn(code, (0, 1), f"{name}: {err}")
            if code == 0:
                checked += 1
            else:  # nothing serialized to compare with, never a wrong value
                self.assertRegex(out, "no field was compared|all-zero")
        self.assertGreater(checked, 30)

    def test_timer_rows_and_untimed_sum_to_the_wall_time(self):
        report = self.path / "run.json"
        icodyn("run", SPHERE, "--json", report)
        doc = json.loads(report.read_text())
        rows = [b for b in doc["benchmarks"] if b["kind"] in ("stencil", "untimed")]
        self.assertGreater(len(rows), 60)
        self.assertAlmostEqual(sum(r["total_us"] for r in rows) / (1e6 * doc["wall_s"]), 1.0, delta=0.02)
        for key in ("name", "run_name", "run_type", "iterations", "real_time", "cpu_time", "time_unit"):
            self.assertIn(key, rows[0])

    def test_inspect_lists_and_finds_no_difference_with_itself(self):
        self.expect(0, ["inspect", SPHERE], "solve-nonhydro-init", "float64", stream="stdout")
        self.expect(0, ["inspect", TORUS, TORUS], "0 fields or savepoints differ", stream="stdout")

    def test_list_shows_cases_kernels_devices(self):
        for what, expected in (("cases", "default"), ("kernels", "compute_tangential_wind"), ("devices", "cpu"), ("phases", "diffusion")):
            self.expect(0, ["list", what], expected, stream="stdout")


class UnusualArchives(Case):
    """Same data in another dress: the result must not change."""

    def still_identical(self, command="run"):
        out, _ = self.expect(0, [command, self.path / "archive"], r"\nPASSED\n$", stream="stdout")
        self.assertIn(", 0 within tolerance, 0 failed", out)

    def horizontal(self, a):
        sizes = {int(a.values(n)[0]) for n in ("num_cells", "num_edges", "num_vert")}
        for field, kind in list(a.meta["field_map"].items()):
            if not field.startswith(("zd_", "pg_")) and kind["dims"][0] in sizes and kind["dims"] != [1]:
                yield field, kind["dims"]

    def test_horizontal_dimensions_padded_to_nproma(self):
        a = self.copy()
        for field, dims in self.horizontal(a):
            n, pad, rest = dims[0], 500, 1
            for d in dims[1:]:
                rest *= d
            garbage = array.array(a.values(field).typecode, [99]) * (pad - n)
            def padded(v, n=n, rest=rest, garbage=garbage):
                out = array.array(v.typecode)
                for k in range(rest):
                    out += v[k * n:(k + 1) * n] + garbage
                return out
            a.rewrite(field, [pad] + dims[1:], padded)
        self.still_identical()
        self.still_identical("verify")

    def test_trailing_unit_dimensions(self):
        a = self.copy()
        for field, kind in a.meta["field_map"].items():
            kind["dims"] = kind["dims"] + [1, 1]
        a.save()
        self.still_identical()

    def test_missing_neighbors_written_as_minus_one(self):
        a = self.copy(LAM)
        for field in ("c2e2c", "e2c", "e2c2e", "v2e", "v2c", "e2v"):
            a.rewrite(field, a.meta["field_map"][field]["dims"], lambda v: array.array(v.typecode, [x or -1 for x in v]))
        self.expect(0, ["run", self.path / "archive"], "PASSED", stream="stdout")

    def test_old_spelling_of_the_initial_state(self):
        a = self.copy()
        index = next(a.savepoints("prognostics"))
        fields = a.fields_at(index)
        for name in ("vn", "w", "rho", "exner", "theta_v"):
            # the bare name belongs to time-step-exit already: append this block to it
            size = len(a.values(name)) * 8
            file = a.data_file(name)
            block = a.values(name + "_now", fields.pop(name + "_now")).tobytes()
            self.assertEqual(len(block), size)
            a.table["fields_table"][name].append([file.stat().st_size, "0"])
            with open(file, "ab") as f:
                f.write(block)
            fields[name] = len(a.table["fields_table"][name]) - 1
        a.save()
        self.still_identical()

    def test_call_flags_only_as_fields(self):
        a = self.copy()
        for i in a.savepoints("solve-nonhydro-init"):
            meta = a.meta["savepoint_vector"]["savepoints"][i]["meta_info"]
            for key in ("dtime", "linit", "recompute", "clean_mflx", "prep_adv"):
                meta.pop(key)
        a.save()
        self.still_identical("verify")

    def test_empty_savepoint_does_not_hide_the_later_ones(self):
        a = self.copy()
        vector = a.meta["savepoint_vector"]
        vector["savepoints"].insert(1, {"name": "nothing", "meta_info": None})
        vector["fields_per_savepoint"].insert(1, {"nothing": None})
        a.save()
        code, out, err = icodyn("run", self.path / "archive")
        self.assertEqual(code, 0, err)


class BrokenArchives(Case):
    """Exit code 3 and a message that names file, savepoint and field."""

    def broken(self, *patterns, command="run"):
        self.expect(3, [command, self.path / "archive"], *patterns)

    def test_truncated_data_file(self):
        a = self.copy()
        f = a.data_file("wgtfac_c")
        f.write_bytes(f.read_bytes()[:-8])
        self.broken("wgtfac_c.dat", "too short")

    def test_flipped_bit(self):
        a = self.copy()
        a.flip_bit("theta_ref_mc", 4321)
        self.broken("checksum", "theta_ref_mc", "metric-state")

    def test_flipped_bit_in_a_late_savepoint(self):
        a = self.copy()
        a.flip_bit("mass_fl_e", a.data_file("mass_fl_e").stat().st_size - 3)
        self.broken("checksum", "mass_fl_e", "solve-nonhydro", command="verify")

    def test_missing_data_file(self):
        a = self.copy()
        a.data_file("c2e").unlink()
        self.broken("c2e.dat")

    def test_missing_field(self):
        a = self.copy()
        del a.fields_at(next(a.savepoints("metric-state")))["ddqz_z_half"]
        a.save()
        self.broken("ddqz_z_half", "metric-state", "missing")

    def test_missing_savepoint(self):
        a = self.copy()
        a.remove_savepoint(next(a.savepoints("interpolation-state")))
        self.broken("interpolation-state", "missing")

    def test_missing_exit_savepoint(self):
        a = self.copy()
        a.remove_savepoint(next(a.savepoints("solve-nonhydro-exit", istep=2)))
        self.broken("solve-nonhydro-exit", "missing", command="verify")

    def test_ambiguous_savepoint(self):
        a = self.copy()
        i = next(a.savepoints("interpolation-state"))
        for part in ("savepoints", "fields_per_savepoint"):
            vector = a.meta["savepoint_vector"][part]
            vector.append(json.loads(json.dumps(vector[i])))
        a.meta["savepoint_vector"]["savepoints"][-1]["meta_info"] = {"twin": {"type_id": 2, "value": 1}}
        a.save()
        self.broken("interpolation-state", "ambiguous")

    def test_wrong_shape(self):
        a = self.copy()
        dims = a.meta["field_map"]["ddqz_z_full_e"]["dims"]
        a.rewrite("ddqz_z_full_e", [dims[0], dims[1] - 1], lambda v: v[:dims[0] * (dims[1] - 1)])
        self.broken("ddqz_z_full_e", "metric-state", "34 levels, expected 35")

    def test_too_few_rows(self):
        a = self.copy()
        dims = a.meta["field_map"]["c_lin_e"]["dims"]
        a.rewrite("c_lin_e", [dims[0] - 10, 2], lambda v: v[:(dims[0] - 10) * 2])
        self.broken("c_lin_e", "interpolation-state", "shape")

    def test_nan_in_the_initial_state(self):
        a = self.copy()
        a.set_value("theta_v_now", 777, float("nan"), a.fields_at(next(a.savepoints("prognostics")))["theta_v_now"])
        self.broken("theta_v_now", "prognostics", "nan")

    def test_nan_in_an_init_savepoint(self):
        a = self.copy()
        i = next(a.savepoints("diffusion-init"))
        a.set_value("w", 55, float("nan"), a.fields_at(i)["w"])
        self.broken("'w'", "diffusion-init", command="verify")

    def test_nan_in_a_coefficient(self):
        a = self.copy()
        a.set_value("geofac_div", 5, float("inf"))
        self.broken("geofac_div", "finite")

    def test_zone_array_out_of_range(self):
        a = self.copy()
        a.set_value("e_end_index", 5, 100000)
        self.broken("e_end_index", "icon-grid", "100000")

    def test_zone_array_of_wrong_length(self):
        a = self.copy()
        a.rewrite("c_start_index", [13], lambda v: v[:13])
        self.broken("c_start_index", "13", "14")

    def test_table_index_out_of_range(self):
        a = self.copy()
        a.set_value("c2e", 17, 481)
        self.broken("c2e", "icon-grid", "481")

    def test_negative_table_index(self):
        a = self.copy()
        a.set_value("v2e", 3, -7)
        self.broken("v2e", "-7")

    def test_level_index_out_of_range(self):
        a = self.copy()
        a.set_value("vertidx_gradp", 9, 99)
        self.broken("vertidx_gradp", "99")

    def test_list_index_out_of_range(self):
        a = self.copy()
        a.set_value("pg_edgeidx", 1, 5000)
        self.broken("pg_edgeidx", "5000")

    def test_metadata_is_not_json(self):
        a = self.copy()
        a.meta_file.write_text('{"prefix": ')
        self.broken("archive", "JSON")

    def test_metadata_without_savepoints(self):
        a = self.copy()
        a.meta_file.write_text('{"serialbox_version": 263, "prefix": "x"}')
        self.broken("MetaData", "prefix")

    def test_folder_without_archive(self):
        (self.path / "archive").mkdir()
        (self.path / "archive" / "case.json").write_text((SPHERE / "case.json").read_text())
        self.broken("MetaData")


class WhatVerifyCatches(Case):
    def change(self, savepoint, field, change, position=333):
        a = self.copy()
        n = a.fields_at(next(a.savepoints(savepoint)))[field]
        value = a.values(field, n)[position]
        a.set_value(field, position, change(value), n)
        return a

    def test_a_reference_that_differs_by_one_bit_fails_with_place_and_values(self):
        self.change("diffusion-exit", "vn", lambda v: v * (1 + 2.3e-16) if v else 1e-300)
        self.expect(1, ["verify", self.path / "archive"], r"vn .*FAILED: computed .* reference", r"\nFAILED\n$", stream="stdout")

    def test_nan_in_the_reference_fails(self):
        self.change("diffusion-exit", "vn", lambda v: float("nan"))
        self.expect(1, ["verify", self.path / "archive"], "1 values are NaN or Inf", r"\nFAILED\n$", stream="stdout")

    def test_nan_in_time_step_exit_fails_the_run(self):
        self.change("time-step-exit", "w", lambda v: float("nan"))
        self.expect(1, ["run", self.path / "archive"], "NaN", r"\nFAILED\n$", stream="stdout")

    def test_an_archive_without_savepoints_does_not_pass(self):
        a = self.copy()
        keep = {"icon-grid", "interpolation-state", "metric-state", "prognostics"}
        for i in reversed(range(len(a.meta["savepoint_vector"]["savepoints"]))):
            if a.meta["savepoint_vector"]["savepoints"][i]["name"] not in keep:
                a.remove_savepoint(i)
        self.expect(1, ["verify", self.path / "archive"], "no field was compared", r"FAILED\n$", stream="stdout")

    def test_all_zero_reference_is_not_counted_as_passed(self):
        out, _ = self.expect(0, ["verify", SPHERE, "--phase", "velocity_advection_corrector"], "verifies nothing", stream="stdout")
        self.assertRegex(out, "all-zero references verify nothing and are not counted")

    def test_dump_prints_computed_and_reference_where_they_differ(self):
        self.change("diffusion-exit", "vn", lambda v: v + 1.0)
        self.expect(1, ["verify", self.path / "archive", "--phase", "diffusion", "--dump", "vn"], r"dump of vn in diffusion[^\n]*\n[^\n]*input[^\n]*\n +334 +1 ",
                    stream="stdout")


class BadConfiguration(Case):
    """Exit code 2 and the line."""

    def yaml(self, text, *patterns, settings=()):
        file = self.path / "case.yaml"
        file.write_text(f"archive: {SPHERE}\n" + text)
        self.expect(2, ["run", file, *settings], *patterns)

    def test_unknown_key_with_suggestion(self):
        self.yaml("time:\n  dtme: 300\n", r"case\.yaml:3: unknown key 'dtme'", "did you mean 'dtime'")

    def test_unknown_section(self):
        self.yaml("diffusionn:\n  iforcing: 0\n", r"case\.yaml:2", "did you mean 'diffusion'")

    def test_duplicate_key(self):
        self.yaml("time:\n  dtime: 300\n  dtime: 200\n", r"case\.yaml:4: key 'dtime' was already given at .*case\.yaml:3")

    def test_wrong_type(self):
        self.yaml("time:\n  steps: two\n", r"case\.yaml:3: time\.steps is 'two', expected a finite number")

    def test_quoted_number_is_not_a_number(self):
        self.yaml('time:\n  steps: "2"\n', r"case\.yaml:3")

    def test_nan_is_not_a_number(self):
        self.yaml("time:\n  dtime: nan\n", r"case\.yaml:3")

    def test_fractional_steps(self):
        self.yaml("time:\n  steps: 1.5\n", r"case\.yaml:3: time\.steps is '1\.5', expected a whole number")

    def test_bool_of_wrong_type(self):
        self.yaml("diffusion:\n  apply_to_temperature: 1\n", r"case\.yaml:3", "true or false")

    def test_section_that_is_a_scalar(self):
        self.yaml("time: 300\n", r"case\.yaml:2", "section")

    def test_end_before_start(self):
        self.yaml("time:\n  start: 2026-01-02T00:00:00.000\n  end: 2026-01-01T00:00:00.000\n", r"case\.yaml:4", "does not lie after")

    def test_end_is_not_a_multiple_of_dtime(self):
        self.yaml("time:\n  end: 2026-01-01T00:07:00.000\n", r"case\.yaml:3", "not a multiple")

    def test_end_and_steps_disagree(self):
        self.yaml("time:\n  steps: 3\n  end: 2026-01-01T00:10:00.000\n", r"case\.yaml:4", "means 2 steps, but time.steps is 3")

    def test_bad_date(self):
        self.yaml("time:\n  start: yesterday\n", "'yesterday' is not a date")

    def test_negative_time_step(self):
        self.yaml("time:\n  dtime: -5\n", "time.dtime is -5")

    def test_contradicting_substeps(self):
        self.yaml("time:\n  ndyn_substeps: 4\n", "contradict")

    def test_yaml_syntax_error(self):
        self.yaml("time: {dtime: 300\n", r"case\.yaml:\d+")

    def test_options_that_are_not_implemented_are_refused_by_name(self):
        for key, value in (("nonhydrostatic.itime_scheme", "5"), ("nonhydrostatic.iadv_rhotheta", "SIMPLE"), ("nonhydrostatic.igradp_method", "2"),
                           ("nonhydrostatic.rayleigh_type", "CLASSIC"), ("nonhydrostatic.divdamp_order", "3"), ("nonhydrostatic.divdamp_type", "2"),
                           ("nonhydrostatic.l_vert_nested", "true"), ("nonhydrostatic.deepatmos_mode", "true"), ("nonhydrostatic.iau_init", "true"),
                           ("nonhydrostatic.extra_diffu", "false"), ("diffusion.diffusion_type", "4"), ("diffusion.type_vn_diffu", "2"),
                           ("diffusion.type_t_diffu", "1"), ("diffusion.shear_type", "3"), ("diffusion.compute_3d_smag_coeff", "true"),
                           ("diffusion.apply_smag_diff_to_vertical_wind", "true"), ("diffusion.apply_to_vertical_wind", "false")):
            with self.subTest(key):
                self.expect(2, ["run", SPHERE, "--set", f"{key}={value}"], re.escape(key), "not implemented")

    def test_set_without_value(self):
        self.expect(2, ["run", SPHERE, "--set", "time.steps"], "has no '='")

    def test_set_of_an_unknown_key(self):
        self.expect(2, ["run", SPHERE, "--set", "time.stepz=3"], "stepz", "did you mean 'steps'")

    def test_verify_only_archive_is_not_run(self):
        a = self.copy()
        case = json.loads((a.folder / "case.json").read_text())
        (a.folder / "case.json").write_text(json.dumps({**case, "verify_only": True}))
        self.expect(2, ["run", a.folder], "verify only")
        self.expect(0, ["verify", a.folder], "PASSED", stream="stdout")

    def test_unknown_key_in_case_json(self):
        a = self.copy()
        case = json.loads((a.folder / "case.json").read_text())
        (a.folder / "case.json").write_text(json.dumps({**case, "nonhydrostatic": {**case["nonhydrostatic"], "divdamp_ordr": 4}}))
        self.expect(2, ["run", a.folder], "divdamp_ordr", "did you mean 'divdamp_order'")

    def test_missing_file(self):
        self.expect(2, ["run", self.path / "nothing.yaml"], "nothing.yaml")

    def test_unknown_command_line(self):
        self.expect(2, ["run", SPHERE, "--fast"], "fast")
        self.expect(2, ["verify", SPHERE, "--phase", "advection"], "advection", "solve_nonhydro_predictor")
        self.expect(2, ["verify", SPHERE, "--kernel", "nothing"], "nothing")
        self.expect(2, ["list", "colors"], "colors")
        self.expect(2, [])

    def test_numbers_out_of_range_on_the_command_line(self):
        for option, value in (("--steps", "0"), ("--steps", "1.5"), ("--steps", "many"), ("--threads", "0"), ("--threads", "5000")):
            with self.subTest(f"{option} {value}"):
                self.expect(2, ["run", SPHERE, option, value], option)

    def test_report_that_cannot_be_written_is_refused_before_the_run(self):
        out, _ = self.expect(2, ["run", SPHERE, "--json", self.path / "nowhere" / "report.json"], "nowhere.*does not exist")
        self.assertEqual(out, "")
        self.expect(2, ["inspect", SPHERE, "--json", self.path], "is a folder")

    def test_archive_that_is_not_there(self):
        file = self.path / "case.yaml"
        file.write_text("name: x\narchive: nowhere\n")
        self.expect(3, ["run", file], r"case\.yaml:2: archive .*nowhere' is not a folder")

    def test_option_that_an_archive_leaves_without_effect_is_reported(self):
        self.expect(0, ["run", SPHERE, "--set", "initial_condition.u0=20"], r"initial_condition\.u0 = 20 has no effect")

    def test_device_that_is_not_there(self):
        self.expect(4, ["run", SPHERE, "--device", "cuda"], "cuda")
        self.expect(2, ["run", SPHERE, "--device", "abacus"], "abacus")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
