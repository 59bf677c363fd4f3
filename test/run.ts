// `npm test`: `bun test` with these arguments, in a temporary folder of its own that is gone when it ends.
import { makeTemplates } from "./helpers/engines.ts";
import { LATE_COMPILER } from "./helpers/late-compiler.ts";
import { removeRunFolder, runFolder } from "./helpers/temporary-folder.ts";

/** Memory settings of the engine for many short tests, which take more CPU time with those for a server. */
const MEMORY = {
  // Garbage is collected after 64 MB, not 8, without a second thread that looks at the same objects again and again.
  BUN_JSC_largeHeapSize: "67108864",
  BUN_JSC_useConcurrentGC: "0",
  BUN_GC_TIMER_DISABLE: "1",
  // Memory that is free is used again, and not returned to the system before that.
  MIMALLOC_PURGE_DELAY: "-1",
};

const folder = runFolder();
const child = Bun.spawn([process.execPath, "test", ...process.argv.slice(2)], {
  env: { ...LATE_COMPILER, ...MEMORY, ...process.env, ...(await makeTemplates()), TMPDIR: folder },
  stdio: ["inherit", "inherit", "inherit"],
});
const code = await child.exited;
removeRunFolder(folder);
process.exit(code);
