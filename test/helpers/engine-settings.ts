/** JavaScriptCore's last compiler (FTL) begins later than by default: in tests it takes more CPU time than it saves. */
export const LATE_COMPILER = {
  BUN_JSC_thresholdForFTLOptimizeAfterWarmUp: "300000",
  BUN_JSC_thresholdForFTLOptimizeSoon: "5000",
};

/** Memory settings of the engine for many short tests, which take more CPU time with those for a server. */
export const MEMORY = {
  // Garbage is collected after 64 MB, not 8, without a second thread that looks at the same objects again and again.
  BUN_JSC_largeHeapSize: "67108864",
  BUN_JSC_useConcurrentGC: "0",
  BUN_GC_TIMER_DISABLE: "1",
  // Memory that is free is used again, and not returned to the system before that.
  MIMALLOC_PURGE_DELAY: "-1",
};

/**
 * For a process that lives for seconds: what the optimizing compilers and frequent collections of garbage save is less than the
 * quarter of its CPU time that they take.
 */
export const SHORT_LIVED = { BUN_JSC_useDFGJIT: "0", BUN_JSC_largeHeapSize: MEMORY.BUN_JSC_largeHeapSize };

/** What `SHORT_LIVED` replaces, for servers whose times or memory are measured. */
export const AS_SERVED = { BUN_JSC_useDFGJIT: "1", BUN_JSC_largeHeapSize: "33554432" };
