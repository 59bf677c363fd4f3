// `npm test`: `bun test` with these arguments, in a temporary folder of its own that is gone when it ends.
import { makeTemplates } from "./helpers/engines.ts";
import { removeRunFolder, runFolder } from "./helpers/temporary-folder.ts";

/** JavaScriptCore's last compiler (FTL) begins later than by default: in tests it takes more CPU time than it saves. */
const LATE_COMPILER = {
  BUN_JSC_thresholdForFTLOptimizeAfterWarmUp: "300000",
  BUN_JSC_thresholdForFTLOptimizeSoon: "5000",
};

const folder = runFolder();
const child = Bun.spawn([process.execPath, "test", ...process.argv.slice(2)], {
  env: { ...LATE_COMPILER, ...process.env, ...(await makeTemplates()), TMPDIR: folder },
  stdio: ["inherit", "inherit", "inherit"],
});
const code = await child.exited;
removeRunFolder(folder);
process.exit(code);
