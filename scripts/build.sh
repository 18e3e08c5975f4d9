#!/usr/bin/env bash
# Set-up and build of one CMake preset: scripts/build.sh cpu|cuda|hip|debug|asan|mixed [target ...]. Idempotent.
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${1:?usage: scripts/build.sh PRESET [TARGET ...]}
shift
case $preset in
  hip) scripts/setup.sh --hip ;;
  cuda) scripts/setup.sh --cuda
        command -v nvcc >/dev/null || export PATH=/usr/local/cuda/bin:$PATH ;;
  *) scripts/setup.sh ;;
esac
log=build/$preset.log
mkdir -p build
# the log is shown only when something goes wrong
if ! { cmake --preset "$preset" && cmake --build --preset "$preset" ${1:+--target "$@"}; } >$log 2>&1; then
  tail -n 60 $log >&2
  echo "build of preset '$preset' failed; the whole log is in $log" >&2
  exit 1
fi
