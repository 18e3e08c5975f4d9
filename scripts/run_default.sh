#!/usr/bin/env bash
# README's first command: set-up, build, and the default case from data/. Arguments go to `icodyn run`.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/build.sh cpu icodyn
# threads that wait without spinning: on a busy machine the small default case is a hundred times faster so
export OMP_WAIT_POLICY=${OMP_WAIT_POLICY:-passive}
exec build/cpu/icodyn run config/default.yaml "$@"
