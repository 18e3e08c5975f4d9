#!/usr/bin/env bash
# README's first command: set-up, build, and the default case from data/. Arguments go to `icodyn run`.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/build.sh cpu icodyn
exec build/cpu/icodyn run config/default.yaml "$@"
