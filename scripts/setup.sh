#!/usr/bin/env bash
# Installs what icodyn needs on Debian 12: packages with apt, the Serialbox library from its wheel on PyPI into .cache/.
# Idempotent; does nothing where all is there. Options: --hip adds Debian's hipcc; --cuda looks for nvcc (12 or newer) on PATH and in
# /usr/local/cuda/bin, and takes it from NVIDIA's wheels on PyPI into .cache/ where there is none.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(g++ cmake ninja-build git ca-certificates python3 python3-venv xz-utils
          libyaml-cpp-dev libspdlog-dev libfmt-dev libcli11-dev nlohmann-json3-dev libgtest-dev libssl-dev libnetcdf-dev)
want_cuda=no
python3 -m pip --version >/dev/null 2>&1 || packages+=(python3-pip)
for option in "$@"; do
  case $option in
    --hip) packages+=(hipcc libomp-15-dev) ;;  # OpenMP of the clang behind hipcc
    --cuda) want_cuda=yes ;;
    --output-tools) packages+=(cdo python3-xarray python3-netcdf4) ;;  # the tests that open our output with them are skipped without
    *) echo "setup: unknown option '$option'; use --hip, --cuda or --output-tools" >&2; exit 2 ;;
  esac
done

missing=()
for p in "${packages[@]}"; do
  [ "$(dpkg-query -W -f='${Status}' "$p" 2>/dev/null)" = "install ok installed" ] || missing+=("$p")
done
if [ ${#missing[@]} -gt 0 ]; then
  if [ "$(id -u)" = 0 ]; then
    apt=(apt-get)
  elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    apt=(sudo apt-get)
  else
    echo "setup: these Debian packages are missing, and there is no right to install them here:" >&2
    echo "  ${missing[*]}" >&2
    echo "Ask an administrator for: apt-get install ${missing[*]}" >&2
    exit 2
  fi
  echo "setup: installing ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  mkdir -p .cache
  if ! { "${apt[@]}" update -qq && "${apt[@]}" install -y -qq --no-install-recommends "${missing[@]}"; } >.cache/apt.log 2>&1; then
    tail -n 20 .cache/apt.log >&2
    echo "setup: apt-get could not install the packages above; its output is in .cache/apt.log" >&2
    exit 2
  fi
fi

# Serialbox: the library and its headers are taken out of the wheel; pip checks the wheel's SHA-256.
folder=.cache/serialbox
if [ ! -e $folder/serialbox/libSerialboxCore.so ] && ! ldconfig -p | grep libSerialboxCore >/dev/null; then
  echo "setup: taking Serialbox from the serialbox4py wheel on PyPI"
  mkdir -p $folder
  echo "serialbox4py==2.6.3 --hash=sha256:5182a4926ca2d5e437532e27b239d5d5a080f2fd421019eef2a901a08bd9b1bb --hash=sha256:3ace62792fbd890d4f8be8e3ee6034c845d6b9f701b4c81ed6273db8095b81de" >$folder/requirements.txt
  if ! python3 -m pip download --quiet --no-deps --only-binary=:all: --require-hashes --dest $folder -r $folder/requirements.txt; then
    echo "setup: the serialbox4py wheel could not be downloaded or has a wrong SHA-256; install Serialbox and set Serialbox_ROOT" >&2
    exit 3
  fi
  python3 -c "import glob, zipfile; zipfile.ZipFile(glob.glob('$folder/*.whl')[0]).extractall('$folder')"
  rm -f $folder/*.whl
fi

# The archives in data/ are kept packed; each is unpacked beside its package, again when the package is newer.
for package in data/*.tar.xz; do
  folder=${package%.tar.xz}
  if [ ! -e "$folder/case.json" ] || [ "$package" -nt "$folder/case.json" ]; then
    rm -rf "$folder" "$folder.part"
    mkdir "$folder.part"
    tar xJf "$package" -C "$folder.part" --strip-components=1
    touch "$folder.part/case.json"
    mv "$folder.part" "$folder"
  fi
done

# CUDA: Debian 12's own nvcc (11.8) does not know C++20.
if [ $want_cuda = yes ]; then
  PATH=$PATH:/usr/local/cuda/bin:$PWD/.cache/cuda/nvidia/cu13/bin
  if ! command -v nvcc >/dev/null; then
    echo "setup: no nvcc found; taking NVIDIA's compiler from its wheels on PyPI"
    if ! python3 -m pip install --quiet --root-user-action=ignore --no-deps --only-binary=:all: --require-hashes --target .cache/cuda -r scripts/requirements-cuda.txt; then
      echo "setup: the wheels could not be installed; install the CUDA toolkit (12 or newer) or put nvcc on PATH" >&2
      exit 2
    fi
    ln -sfn lib .cache/cuda/nvidia/cu13/lib64
    ln -sfn libcudart.so.13 .cache/cuda/nvidia/cu13/lib/libcudart.so
  fi
  version=$(nvcc --version | sed -n 's/.*release \([0-9]*\)\..*/\1/p')
  if [ "${version:-0}" -lt 12 ]; then
    echo "setup: $(command -v nvcc) is release '${version:-unknown}'; 12 or newer is needed. Put a newer one first on PATH" >&2
    exit 2
  fi
fi
