// `npm test`: `bun test` with these arguments, in a temporary folder of its own that is gone when it ends.

import { modelEnvironment } from "../src/apis/images/models/environment.ts";
import { LATE_COMPILER, MEMORY } from "./helpers/engine-settings.ts";
import { makeTemplates } from "./helpers/engines.ts";
import { removeRunFolder, runFolder } from "./helpers/temporary-folder.ts";

const folder = runFolder();
const child = Bun.spawn([process.execPath, "test", ...process.argv.slice(2)], {
  env: {
    ...LATE_COMPILER,
    ...MEMORY,
    ...modelEnvironment,
    ...process.env,
    ...(await makeTemplates()),
    TMPDIR: folder,
  },
  stdio: ["inherit", "inherit", "inherit"],
});
const code = await child.exited;
removeRunFolder(folder);
process.exit(code);
