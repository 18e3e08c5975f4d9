#!/usr/bin/env bash
# Set-up and build of one CMake preset: scripts/build.sh cpu|cuda|hip|debug|asan|mixed [target ...]. Idempotent.
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${1:?usage: scripts/build.sh PRESET [TARGET ...]}
shift
case $preset in
  hip) scripts/setup.sh --hip ;;
  cuda) scripts/setup.sh --cuda
        export PATH=$PATH:/usr/local/cuda/bin:$PWD/.cache/cuda/nvidia/cu13/bin ;;  # where setup.sh looks
  *) scripts/setup.sh ;;
esac
log=build/$preset.log
mkdir -p build
# the log is shown only when something goes wrong; it grows with each build in the same folder, so that compile_report.py finds
# every kernel in it although only what changed is compiled again
[ -e build/$preset/build.ninja ] || rm -f $log
if ! { cmake --preset "$preset" && cmake --build --preset "$preset" ${1:+--target "$@"}; } >>$log 2>&1; then
  tail -n 60 $log >&2
  echo "build of preset '$preset' failed; the whole log is in $log" >&2
  exit 1
fi
