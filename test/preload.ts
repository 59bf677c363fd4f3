// `bun test` runs this before each file of tests (bunfig.toml).
import { runFolder } from "./temporary-folder.ts";

runFolder();
