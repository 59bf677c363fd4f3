/** JavaScriptCore's last compiler (FTL) begins later than by default: in tests it takes more CPU time than it saves. */
export const LATE_COMPILER = {
  BUN_JSC_thresholdForFTLOptimizeAfterWarmUp: "300000",
  BUN_JSC_thresholdForFTLOptimizeSoon: "5000",
};
