// What a bad configuration is told: the place, the quoted value and what to do. Each is exit code 2.
#include "case_files.hpp"

namespace icodyn {
namespace {

struct Bad {
  const char* name;
  const char* text;  // of case.yaml
  std::vector<std::string> said;
};
void PrintTo(const Bad& b, std::ostream* out) { *out << b.name; }

class BadYaml : public test::CaseFiles, public testing::WithParamInterface<Bad> {};

TEST_P(BadYaml, IsRefusedWithItsLine) {
  const std::string message = complaint(write("case.yaml", GetParam().text));
  for (const auto& part : GetParam().said) EXPECT_NE(message.find(part), std::string::npos) << "said: " << message << "\nmissing: " << part;
}

const Bad bad[] = {
    {"UnknownKey", "time:\n  dtime: 300\n  ndyn_substep: 5\n", {"case.yaml:3: unknown key 'ndyn_substep' in section 'time'", "did you mean 'ndyn_substeps'?"}},
    {"UnknownSection", "time: {dtime: 1}\nnonhydrostatics:\n  itime_scheme: 4\n", {"case.yaml:2: unknown key 'nonhydrostatics'", "did you mean 'nonhydrostatic'?"}},
    {"UnknownKeyFarFromAll", "time: {dtime: 1}\nzzzzzzzzzzz: 1\n", {"case.yaml:2: unknown key 'zzzzzzzzzzz'; known: name, archive"}},
    {"DuplicateKey", "time:\n  dtime: 300\n  steps: 1\n  dtime: 200\n", {"case.yaml:4: key 'dtime' was already given at", "case.yaml:2"}},
    {"DuplicateSection", "time: {dtime: 1}\nrun: {}\ntime: {steps: 2}\n", {"case.yaml:3: key 'time' was already given at", "case.yaml:1"}},
    {"WordForANumber", "time:\n  dtime: fast\n", {"case.yaml:2: time.dtime is 'fast', expected a finite number"}},
    {"QuotedNumber", "time:\n  dtime: '300'\n", {"case.yaml:2: time.dtime is '300' in quotes"}},
    {"Fraction", "time:\n  dtime: 300\n  steps: 2.5\n", {"case.yaml:3: time.steps is '2.5', expected a whole number"}},
    {"Huge", "time:\n  dtime: 300\n  steps: 5000000000\n", {"case.yaml:3: time.steps is '5000000000'"}},
    {"Overflow", "time:\n  dtime: 1e999\n", {"case.yaml:2: time.dtime is '1e999', expected a finite number"}},
    {"Nan", "time:\n  dtime: .nan\n", {"case.yaml:2: time.dtime is '.nan', expected a finite number"}},
    {"Infinite", "time:\n  dtime: inf\n", {"case.yaml:2"}},
    {"TwoSigns", "time:\n  dtime: +-3\n", {"case.yaml:2"}},
    {"Empty", "time:\n  dtime:\n", {"case.yaml:2: time.dtime is empty"}},
    {"ListForANumber", "time:\n  dtime: [1, 2]\n", {"case.yaml:2: time.dtime is a list"}},
    {"NumberForATruth", "time: {dtime: 1}\ndiffusion:\n  apply_to_temperature: 1\n", {"case.yaml:3: diffusion.apply_to_temperature is '1', expected true or false"}},
    {"YesForATruth", "time: {dtime: 1}\ndiffusion:\n  apply_to_temperature: yes\n", {"case.yaml:3", "'yes', expected true or false"}},
    {"UnknownMember", "time: {dtime: 1}\nnonhydrostatic:\n  divdamp_order: THIRD_ORDER\n", {"case.yaml:3", "'THIRD_ORDER', expected one of", "COMBINED (24)"}},
    {"ScalarForASection", "time: 300\n", {"case.yaml:1: 'time' must be a section"}},
    {"ListForASection", "time: {dtime: 1}\nvertical: [1]\n", {"case.yaml:2: 'vertical' must be a section"}},
    {"ListForText", "time: {dtime: 1}\ngrid: [a]\n", {"case.yaml:2: grid is a list, expected text"}},
    {"ListForTheArchive", "archive: [a]\n", {"case.yaml:1: archive must be the path of a folder"}},
    {"NoTimeStep", "name: x\ntime: {steps: 2}\n", {"case.yaml: time.dtime", "missing"}},
    {"NegativeTimeStep", "time:\n  dtime: -5\n", {"case.yaml:2: time.dtime is -5, it must be positive"}},
    {"ZeroTimeStepWithEnd", "time:\n  dtime: 0\n  end: 2026-01-01T00:10:00\n", {"case.yaml:2: time.dtime is 0, it must be positive"}},
    {"NoSubsteps", "time:\n  dtime: 1\n  ndyn_substeps: 0\n", {"case.yaml:3: time.ndyn_substeps is 0, it must be at least 1"}},
    {"NoSteps", "time:\n  dtime: 1\n  steps: 0\n", {"case.yaml:3: time.steps is 0"}},
    {"NotADate", "time:\n  dtime: 1\n  start: today\n", {"case.yaml:3: time.start: 'today' is not a date"}},
    {"ThirtiethOfFebruary", "time:\n  dtime: 1\n  start: 2026-02-30T00:00:00\n", {"case.yaml:3", "'2026-02-30T00:00:00' is not a date"}},
    {"TwentyFiveHours", "time:\n  dtime: 1\n  start: 2026-02-03T25:00:00\n", {"case.yaml:3", "is not a date"}},
    {"EndNotADate", "time:\n  dtime: 1\n  end: 2026-02-03\n", {"case.yaml:3: time.end: '2026-02-03' is not a date"}},
    {"EndBeforeStart", "time:\n  dtime: 1\n  end: 2025-12-31T00:00:00\n", {"case.yaml:3: time.end '2025-12-31T00:00:00' does not lie after time.start"}},
    {"EndNotAMultiple", "time:\n  dtime: 7\n  end: 2026-01-01T00:01:00\n", {"case.yaml:3", "60 s, not a multiple of time.dtime = 7 s"}},
    {"EndAndStepsDisagree", "time:\n  dtime: 300\n  steps: 3\n  end: 2026-01-01T00:10:00\n", {"case.yaml:4: time.end means 2 steps, but time.steps is 3", "case.yaml:3"}},
    {"SubstepsDisagree", "time: {dtime: 1, ndyn_substeps: 5}\ndiffusion:\n  ndyn_substeps: 4\n", {"case.yaml:3: diffusion.ndyn_substeps = 4 and time.ndyn_substeps = 5 contradict"}},
    {"HeightsInWrongOrder", "time: {dtime: 1}\nnonhydrostatic:\n  fourth_order_divdamp_z2: 1000\n", {"case.yaml:3", "fourth_order_divdamp_z = 32500", "contradict"}},
    {"EqualHeights", "time: {dtime: 1}\ndiffusion:\n  smagorinski_scaling_height3: 90000\n", {"case.yaml:3", "must differ"}},
    {"BlockTooLarge", "time: {dtime: 1}\nrun:\n  launch:\n    default: [1024, 2]\n", {"case.yaml:4", "[1024, 2]; a block has 1 .. 1024 threads"}},
    {"BlockOfOneNumber", "time: {dtime: 1}\nrun:\n  launch:\n    default: 64\n", {"case.yaml:4: run.launch.default must be two numbers"}},
    {"UnknownKernels", "time: {dtime: 1}\nrun:\n  kernels: quick\n", {"case.yaml:3: run.kernels = 'quick' is not implemented; accepted: plain"}},
    {"NegativeThreads", "time: {dtime: 1}\nrun:\n  threads: -1\n", {"case.yaml:3: run.threads is -1"}},
    {"UnknownRbfKernel", "time: {dtime: 1}\ninterpolation:\n  rbf_kernel_edge: WENDLAND\n", {"case.yaml:3: interpolation.rbf_kernel_edge = 'WENDLAND' is not implemented"}},
    {"DetailWithoutPairs", "time: {dtime: 1}\ndetail: [1, 2]\n", {"case.yaml:2: detail must be a list of [step, substep] pairs"}},
    {"OpenBracket", "time: {dtime: 300\nrun: 1\n", {"case.yaml:"}},
    {"Tab", "time:\n\tdtime: 300\n", {"case.yaml:2"}},
    {"TwoDocuments", "time: {dtime: 1}\n---\ntime: {dtime: 2}\n", {"case.yaml:3: a second document"}},
    {"NotAMap", "- 1\n- 2\n", {"is not a YAML map"}},
    {"NothingInIt", "", {"is not a YAML map"}},
    {"AliasOfItself", "time: &a\n  x: *a\n", {"nested too deep"}},
    {"KeyIsAList", "[a, b]: 1\n", {"case.yaml:1: a key must be a word"}},
};

INSTANTIATE_TEST_SUITE_P(Each, BadYaml, testing::ValuesIn(bad), [](const auto& info) { return std::string(info.param.name); });

using Refusals = test::CaseFiles;

TEST_F(Refusals, OptionsThatAreNotImplementedAreNamedWithWhatIsAccepted) {
  const auto a = archive();
  for (const char* s : {"nonhydrostatic.itime_scheme=STABLE", "nonhydrostatic.iadv_rhotheta=SIMPLE", "nonhydrostatic.igradp_method=TAYLOR",
                        "nonhydrostatic.rayleigh_type=CLASSIC", "nonhydrostatic.divdamp_order=3", "nonhydrostatic.divdamp_type=TWO_DIMENSIONAL",
                        "nonhydrostatic.l_vert_nested=true", "nonhydrostatic.deepatmos_mode=true", "nonhydrostatic.iau_init=true",
                        "nonhydrostatic.extra_diffu=false", "diffusion.diffusion_type=LINEAR_4TH_ORDER", "diffusion.apply_to_vertical_wind=false",
                        "diffusion.apply_smag_diff_to_vertical_wind=true", "diffusion.compute_3d_smag_coeff=true", "diffusion.type_vn_diffu=2",
                        "diffusion.type_t_diffu=HOMOGENEOUS", "diffusion.shear_type=3", "diffusion.iforcing=1", "metrics.rayleigh_type=1",
                        "metrics.divdamp_type=2", "metrics.igradp_method=1", "interpolation.rbf_kernel_cell=THIN_PLATE", "run.kernels=quick"}) {
    const std::string setting = s, option = setting.substr(0, setting.find('=')), message = complaint(a, {setting});
    EXPECT_NE(message.find("--set " + setting), std::string::npos) << message;
    EXPECT_NE(message.find(option + " = "), std::string::npos) << message;
    EXPECT_NE(message.find("is not implemented; accepted: "), std::string::npos) << message;
  }
}

TEST_F(Refusals, SettingsThatAreNoSettings) {
  const auto a = archive();
  EXPECT_NE(complaint(a, {"time.steps"}).find("has no '='"), std::string::npos);
  EXPECT_NE(complaint(a, {"=3"}).find("has no '='"), std::string::npos);
  EXPECT_NE(complaint(a, {"time.step=3"}).find("did you mean 'steps'?"), std::string::npos);
  EXPECT_NE(complaint(a, {"time.dtime.x=3"}).find("time.dtime is a section"), std::string::npos);
  EXPECT_NE(complaint(a, {"time.dtime=[1"}).find("--set time.dtime=[1"), std::string::npos);
  EXPECT_NE(complaint(a, {"time.ndyn_substeps=4"}).find("contradict"), std::string::npos);
}

TEST_F(Refusals, CaseJsonNamesItsKey) {
  const auto said = [&](const std::string& more) { return complaint(archive(more)); };
  EXPECT_NE(said(R"(, "nonhydrostatic": {"rhotheta_ofctr": 1}, "diffusion": {})").find("key 'nonhydrostatic.rhotheta_ofctr': unknown key"), std::string::npos);
  EXPECT_NE(said(R"(, "nonhydrostatic": {}, "diffusion": {}, "spin_up_diffusion": true)").find("did you mean 'spinup_diffusion'?"), std::string::npos);
  EXPECT_NE(said(R"(, "nonhydrostatic": {}, "diffusion": {}, "time": {})").find("unknown key 'time'"), std::string::npos);
  EXPECT_NE(said(R"(, "nonhydrostatic": {}, "diffusion": {}, "dtime": 4)").find("'dtime' is given twice"), std::string::npos);
  EXPECT_NE(said(R"(, "nonhydrostatic": {}, "diffusion": {"a_hshr": "1"})").find("key 'diffusion.a_hshr': diffusion.a_hshr is '1' in quotes"), std::string::npos);
  EXPECT_NE(said(R"(, "diffusion": {})").find("'nonhydrostatic' is missing"), std::string::npos);
  EXPECT_NE(complaint(archive("", "0")).find("key 'steps': time.steps is 0"), std::string::npos);
  EXPECT_NE(complaint(archive("", "2, \"nlev\": ")).find("case.json"), std::string::npos) << "not JSON";
}

TEST_F(Refusals, LevelsOfAnArchiveAreTwoNumbersThatMustAgree) {
  write("archive/case.json", R"({"dtime": 1, "ndyn_substeps": 1, "steps": 1, "start": "2026-01-01T00:00:00", "nlev": 35,
    "nonhydrostatic": {}, "diffusion": null, "vertical": {"num_levels": 40}})");
  EXPECT_NE(complaint(folder / "archive").find("nlev = 35 and vertical.num_levels = 40 contradict"), std::string::npos);
}

TEST_F(Refusals, WhatIsNotThere) {
  EXPECT_NE(complaint(folder / "nothing.yaml").find("nothing.yaml"), std::string::npos);
  EXPECT_NE(complaint(folder).find("has no case.json"), std::string::npos);
  EXPECT_THROW(read_config(write("case.yaml", "archive: nowhere\n")), DataError) << "input data, exit code 3";
}

}  // namespace
}  // namespace icodyn
