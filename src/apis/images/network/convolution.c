// Convolution of float32 tensors for WebAssembly with 128-bit SIMD. Build with build.sh after a change.
//
// Tensors are stored as rows of pixels, channels last. Around each image there are EDGE pixels of zeros on every side, so
// that the kernel never leaves the tensor. `x` and `y` point at the first pixel inside the edge.
//
// Weights: for each group of 8 output channels, each kernel position and each input channel, 8 numbers.
#include <wasm_simd128.h>

// Pixels that are computed together: 8 sums of 4 numbers fit into the registers.
#define PIXELS 4

typedef struct {
  const float *weights;
  v128_t bias[2];
  int from, side, stride, dilation, row;
} Kernel;

static inline __attribute__((always_inline)) void tile(const Kernel *k, const float *x, float *y, int to, const int count) {
  v128_t low[PIXELS], high[PIXELS];
#pragma unroll
  for (int p = 0; p < count; p++) low[p] = k->bias[0], high[p] = k->bias[1];
  const float *w = k->weights;
  const int step = k->stride * k->from;
  for (int dy = 0; dy < k->side; dy++) {
    for (int dx = 0; dx < k->side; dx++) {
      const float *in = x + dy * k->dilation * k->row + dx * k->dilation * k->from;
      for (int c = 0; c < k->from; c++, w += 8) {
        const v128_t first = wasm_v128_load(w), second = wasm_v128_load(w + 4);
#pragma unroll
        for (int p = 0; p < count; p++) {
          const v128_t value = wasm_v128_load32_splat(in + p * step + c);
          low[p] = wasm_f32x4_add(low[p], wasm_f32x4_mul(value, first));
          high[p] = wasm_f32x4_add(high[p], wasm_f32x4_mul(value, second));
        }
      }
    }
  }
#pragma unroll
  for (int p = 0; p < count; p++) {
    wasm_v128_store(y + p * to, low[p]);
    wasm_v128_store(y + p * to + 4, high[p]);
  }
}

// `from` and `to` are channels, `to` a multiple of 8; `width` and `height` are those of the output; `row` and `outRow` are
// numbers from one row to the next, edges included. Padding keeps the size, divided by the stride.
__attribute__((export_name("convolve"))) void convolve(const float *x, float *y, const float *weights, const float *bias,
                                                       int from, int to, int width, int height, int side, int stride,
                                                       int dilation, int row, int outRow) {
  const int reach = side / 2 * dilation;
  x -= reach * row + reach * from;
  for (int c = 0; c < to; c += 8) {
    const Kernel k = {weights + c * side * side * from, {wasm_v128_load(bias + c), wasm_v128_load(bias + c + 4)}, from, side, stride, dilation, row};
    for (int v = 0; v < height; v++) {
      const float *in = x + v * stride * row;
      float *out = y + v * outRow + c;
      int u = 0;
      for (; u + PIXELS <= width; u += PIXELS) tile(&k, in + u * stride * from, out + u * to, to, PIXELS);
      for (; u < width; u++) tile(&k, in + u * stride * from, out + u * to, to, 1);
    }
  }
}
