/** Fills `bytes` with cryptographically secure random bytes. */
export type Fill = (bytes: Uint8Array<ArrayBuffer>) => void;

/** Writes `count` new UUIDs, 16 bytes each, to the start of `bytes`. */
export type Generator = (bytes: Uint8Array<ArrayBuffer>, count: number) => void;

// No pool of random bytes: it would save 20 ns a request, and it yields duplicates wherever a process is
// forked, snapshotted or restored. Exactly what is issued is asked for, from the system's CSPRNG.
const secureFill: Fill = (bytes) => {
  crypto.getRandomValues(bytes);
};

/**
 * Makes a generator of version 4 UUIDs: 122 random bits each (RFC 9562 section 5.4).
 */
export function createV4(fill: Fill = secureFill): Generator {
  return (bytes, count) => {
    fill(bytes);
    for (let i = 0, end = count * 16; i < end; i += 16) {
      bytes[i + 6] = ((bytes[i + 6] ?? 0) & 0x0f) | 0x40;
      bytes[i + 8] = ((bytes[i + 8] ?? 0) & 0x3f) | 0x80;
    }
  };
}

/** The state of a version 7 generator: its last timestamp and its counter. */
export interface V7State {
  /** Milliseconds since 1970. */
  readonly ms: number;
  /** 0 to 2^26 - 1. */
  readonly counter: number;
}

export interface V7Options {
  readonly fill?: Fill;
  /** Milliseconds since 1970; read once a batch. */
  readonly now?: () => number;
  /** Where to go on from; a fresh generator starts below every time. */
  readonly after?: V7State;
  /**
   * Called with the number of milliseconds that the clock went back, each time the order restarts because of
   * that.
   */
  readonly onClockBack?: (ms: number) => void;
}

/** Step of the clock back, in milliseconds, from which on the generator follows it. */
export const CLOCK_BACK_ALLOWANCE = 10_000;

const COUNTER_MAX = 2 ** 26 - 1;

/**
 * Creates a generator of version 7 UUIDs (RFC 9562 section 5.7). Each is greater than the one before, within a
 * batch and across batches, also while the clock stops or goes back by up to 10 seconds.
 * Method 1 of section 6.2, a fixed-length counter: 48 bits of milliseconds, 26 bits of counter (12 in `rand_a`,
 * 14 at the start of `rand_b`), 48 new random bits. Each new millisecond seeds the counter with 25 random bits
 * below a top bit of 0, so at least 2^25 UUIDs fit before it overflows; then the timestamp goes one millisecond
 * ahead and the counter is seeded again.
 * If the clock goes back by more than `CLOCK_BACK_ALLOWANCE`, the generator follows it, because a wrong date
 * would last longer than a break in the order.
 */
export function createV7(options: V7Options = {}): Generator {
  const { fill = secureFill, now = Date.now, onClockBack } = options;
  let last = options.after?.ms ?? -1;
  let counter = options.after?.counter ?? 0;

  return (bytes, count) => {
    fill(bytes);
    let ms = now();
    if (ms <= last) {
      if (last - ms <= CLOCK_BACK_ALLOWANCE) ms = last;
      else onClockBack?.(last - ms);
    }
    let high = Math.floor(ms / 0x1_0000_0000);
    let low = ms >>> 0;
    for (let i = 0, end = count * 16; i < end; i += 16) {
      if (ms === last && counter < COUNTER_MAX) {
        counter += 1;
      } else {
        if (ms === last) {
          ms += 1;
          high = Math.floor(ms / 0x1_0000_0000);
          low = ms >>> 0;
        }
        last = ms;
        // These four bytes are overwritten below, so their randomness is spent once, here.
        counter =
          (((bytes[i + 6] ?? 0) & 0x01) << 24) |
          ((bytes[i + 7] ?? 0) << 16) |
          ((bytes[i + 8] ?? 0) << 8) |
          (bytes[i + 9] ?? 0);
      }
      bytes[i] = high >>> 8;
      bytes[i + 1] = high;
      bytes[i + 2] = low >>> 24;
      bytes[i + 3] = low >>> 16;
      bytes[i + 4] = low >>> 8;
      bytes[i + 5] = low;
      bytes[i + 6] = 0x70 | (counter >>> 22);
      bytes[i + 7] = counter >>> 14;
      bytes[i + 8] = 0x80 | ((counter >>> 8) & 0x3f);
      bytes[i + 9] = counter;
    }
  };
}
