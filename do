#!/bin/sh
# The front door: one command each for building, trying, checking, installing and measuring kab.
# Behind it are plain CMake presets (cmake --list-presets), which can be used directly.
set -eu
cd "$(dirname "$0")"

build_packages="g++ g++-multilib cmake ninja-build pkg-config libcli11-dev libfmt-dev nlohmann-json3-dev
  libfast-float-dev libsimdjson-dev libtomlplusplus-dev libboost-dev libboost-math-dev libsoci-dev
  libsqlite3-dev libelf-dev libdw-dev libzydis-dev libpfm4-dev libbpf-dev bpftool clang-19
  libarchive-dev nodejs npm"
check_packages="libgtest-dev libgmock-dev sqlite3 qemu-user git"
page_packages="chromium"
lint_packages="clang-tidy-19 clang-format-19 libclang-rt-19-dev"
bench_packages="libbenchmark-dev hyperfine ministat"

usage() {
  cat <<'TEXT'
./do build      build kab into build/ (installs the Debian packages that needs)
./do demo       build, then compare two queue lengths of AF_UNIX datagrams on this kernel
./do check      build with ASan and UBSan, run all tests
./do check-guest  boot Debian kernels 6.1 and 6.12 in QEMU, try kab on them (some minutes)
./do check-page  try the page of kab report in a headless Chromium
./do install    install into PREFIX (default /usr/local), below DESTDIR if set
./do bench      measure kab itself, against peers (./do bench harness-cost for one of them)
./do lint       formatting and clang-tidy (./do lint stats readers for some folders of src/)
./do format     format all sources
TEXT
}

say() { printf '%s\n' "$*" >&2; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif command -v sudo >/dev/null 2>&1; then sudo "$@"
  else
    say "do: installing packages needs root or sudo; ask an administrator for: $missing"
    exit 3
  fi
}

# Installs those of the packages given that are not there yet; says nothing when all are.
need() {
  if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
    say "do: this is not Debian; install what these packages hold, then use cmake --preset release:"
    say "    $*"
    [ -x "$(command -v cmake)" ] && return 0
    exit 3
  fi
  missing=""
  for package in "$@"; do
    # Node and npm are often there from elsewhere, and then Debian's would not go beside them.
    case "$package" in
      nodejs|npm) command -v "${package%js}" >/dev/null && continue ;;
    esac
    case "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)" in
      installed) ;;
      *) missing="$missing $package" ;;
    esac
  done
  [ -z "$missing" ] && return 0
  say "do: installing$missing"
  log=$(mktemp)
  if ! { as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing ||
         { as_root apt-get update -q &&
           as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing; }
       } >"$log" 2>&1; then
    tail -n 15 "$log" >&2
    rm -f "$log"
    say "do: these packages could not be installed:$missing (kab is built on Debian 12 or later)"
    exit 3
  fi
  rm -f "$log"
}

# configure PRESET FOLDER: once; later builds notice changes by themselves.
configure() {
  [ -f "$2/build.ninja" ] || cmake --preset "$1" >/dev/null
}

build() {
  need $build_packages
  configure release build
  cmake --build --preset release ${quiet:+-- --quiet}
}

demo() {
  quiet=1
  [ -x build/kab ] || say "do: building kab, which takes a few minutes the first time"
  build
  say ""
  say "Four writers to one AF_UNIX datagram reader: does a longer queue make it faster?"
  say "\$ kab trial --arm short:sysctl.net.unix.max_dgram_qlen=10 \\"
  say "            --arm long:sysctl.net.unix.max_dgram_qlen=512 --time 45s --group 1000000 unix-dgram-fanin"
  say ""
  build/kab trial --arm short:sysctl.net.unix.max_dgram_qlen=10 \
    --arm long:sysctl.net.unix.max_dgram_qlen=512 --time 45s --group 1000000 \
    --force -o build/demo.kab unix-dgram-fanin
}

check() {
  need $build_packages $check_packages
  configure asan+ubsan build-asan
  cmake --build --preset asan+ubsan
  ctest --preset asan+ubsan "$@"
}

# With the workers that users have: one with sanitizers is no init of a guest.
check_guest() {
  need $build_packages $check_packages qemu-system-x86
  fetch_kernels
  cmake --preset release -DKAB_TESTS=ON -DKAB_GUEST_TESTS=ON >/dev/null
  cmake --build --preset release --target kab_real_guests_test
  result=0
  ctest --test-dir build -L guest --no-tests=error --output-on-failure "$@" || result=$?
  # A later ./do build is to build what users have, and no tests.
  cmake --preset release >/dev/null
  return $result
}

# Two of Debian's, for whatever boots kernels; kept in the cache.
fetch_kernels() {
  KAB_KERNEL_OLD=$(tools/get-kernel debian 6.1)
  KAB_KERNEL_NEW=$(tools/get-kernel debian 6.12 --add-suite)
  export KAB_KERNEL_OLD KAB_KERNEL_NEW
}

# The tests' own packages (web/package-lock.json) stay in the build folder.
check_page() {
  need $build_packages $page_packages
  build
  mkdir -p build/page-tests
  cp web/package.json web/package-lock.json build/page-tests/
  (cd build/page-tests && npm ci --ignore-scripts --prefer-offline --no-audit --no-fund --loglevel=error >&2)
  KAB=build/kab KAB_PAGE_TOOLS=build/page-tests node --test tests/page/
}

install_all() {
  build
  cmake --install build --prefix "${PREFIX:-/usr/local}"
}

bench() {
  need $build_packages $bench_packages
  case " $* " in *" count-lane "*)
    need qemu-system-x86
    fetch_kernels ;;
  esac
  cmake --preset bench >/dev/null
  cmake --build --preset bench ${quiet:+-- --quiet}
  for program in ${*:-harness-cost footprint aa-trials simulations large-files}; do
    "build/bench-$program"
  done
}

sources() { find src tests bench lab -name '*.h' -o -name '*.cpp' -o -name '*.c' | sort; }

# lint [FOLDER of src/]...: without any, all of src/.
lint() {
  need $build_packages $check_packages $lint_packages
  sources | xargs clang-format-19 --dry-run --Werror
  configure clang build-clang
  # What the build generates is included like the rest.
  cmake --build --preset clang --target src/tracing/skeleton/tally.skel.h >/dev/null
  for folder in ${*:-.}; do find "src/$folder" -name '*.cpp'; done | sort |
    xargs -P "$(nproc)" -n 2 clang-tidy-19 --quiet -p build-clang
}

case "${1:-}" in
  build) build ;;
  demo) demo ;;
  check) shift; check "$@" ;;
  check-guest) shift; check_guest "$@" ;;
  check-page) check_page ;;
  install) install_all ;;
  bench) shift; bench "$@" ;;
  lint) shift; lint "$@" ;;
  format) need clang-format-19; sources | xargs clang-format-19 -i ;;
  "") usage ;;
  *) usage >&2; exit 2 ;;
esac
