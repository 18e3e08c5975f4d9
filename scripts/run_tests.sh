#!/usr/bin/env bash
# README's second command: set-up, build with all tests, and run them. Arguments go to ctest.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/build.sh cpu
exec ctest --preset cpu "$@"
