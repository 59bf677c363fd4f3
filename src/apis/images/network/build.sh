#!/bin/sh
# Compiles kernels.c to kernels.wasm. Needs Debian's clang-19 and lld-19.
cd "$(dirname "$0")" && clang-19 --target=wasm32 -O3 -msimd128 -nostdlib -ffreestanding -Wl,--no-entry -Wl,--import-memory \
  -Wl,--strip-all -fuse-ld=/usr/bin/wasm-ld-19 -o kernels.wasm kernels.c
