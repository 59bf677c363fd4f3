// The operations of a small convolutional network on float32 tensors, for WebAssembly with 128-bit SIMD. Build with build.sh
// after a change.
//
// Tensors are stored as rows of pixels, channels last. Around each image there are EDGE pixels of zeros on every side, so
// that a convolution never leaves the tensor. `x` and `y` point at the first pixel inside the edge, and every tensor but the
// input of the network has a multiple of 4 channels.
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

// Sets each number below zero to zero; `count` is a multiple of 4.
__attribute__((export_name("rectify"))) void rectify(float *x, int count) {
  const v128_t zero = wasm_f32x4_const_splat(0);
  for (int i = 0; i < count; i += 4) wasm_v128_store(x + i, wasm_f32x4_pmax(zero, wasm_v128_load(x + i)));
}

// Adds x to y; `count` is a multiple of 4.
__attribute__((export_name("add"))) void add(float *y, const float *x, int count) {
  for (int i = 0; i < count; i += 4) wasm_v128_store(y + i, wasm_f32x4_add(wasm_v128_load(y + i), wasm_v128_load(x + i)));
}

// The mean of each `side` x `side` pixels; `width` and `height` are those of the output.
__attribute__((export_name("pool"))) void pool(const float *x, float *y, int channels, int width, int height, int side, int row,
                                               int outRow) {
  const v128_t share = wasm_f32x4_splat(1.0f / (side * side));
  for (int v = 0; v < height; v++) {
    for (int u = 0; u < width; u++) {
      const float *in = x + v * side * row + u * side * channels;
      for (int c = 0; c < channels; c += 4) {
        v128_t sum = wasm_f32x4_const_splat(0);
        for (int dy = 0; dy < side; dy++)
          for (int dx = 0; dx < side; dx++) sum = wasm_f32x4_add(sum, wasm_v128_load(in + dy * row + dx * channels + c));
        wasm_v128_store(y + v * outRow + u * channels + c, wasm_f32x4_mul(sum, share));
      }
    }
  }
}

// The place of pixel `to` of `width` in a line of `from` pixels, which are repeated at its ends.
static inline float place(int to, int from, int width) {
  const float center = (to + 0.5f) * from / width - 0.5f;
  const float last = from - 1;
  return center < 0 ? 0 : center > last ? last : center;
}

static inline v128_t mix(v128_t a, v128_t b, v128_t share) {
  return wasm_f32x4_add(a, wasm_f32x4_mul(wasm_f32x4_sub(b, a), share));
}

// Bilinear, from `from` x `fromHeight` pixels to `width` x `height`.
__attribute__((export_name("resize"))) void resize(const float *x, float *y, int channels, int from, int fromHeight, int width,
                                                   int height, int row, int outRow) {
  for (int v = 0; v < height; v++) {
    const float line = place(v, fromHeight, height);
    const int top = (int)line;
    const v128_t down = wasm_f32x4_splat(line - top);
    const float *upper = x + top * row, *lower = top + 1 < fromHeight ? upper + row : upper;
    for (int u = 0; u < width; u++) {
      const float column = place(u, from, width);
      const int left = (int)column * channels, right = (int)column + 1 < from ? left + channels : left;
      const v128_t across = wasm_f32x4_splat(column - (int)column);
      float *out = y + v * outRow + u * channels;
      for (int c = 0; c < channels; c += 4) {
        const v128_t above = mix(wasm_v128_load(upper + left + c), wasm_v128_load(upper + right + c), across);
        const v128_t below = mix(wasm_v128_load(lower + left + c), wasm_v128_load(lower + right + c), across);
        wasm_v128_store(out + c, mix(above, below, down));
      }
    }
  }
}
