// `bun test` runs this before each file of tests (bunfig.toml).
import { runFolder } from "./helpers/temporary-folder.ts";

runFolder();
