// The rules of the source tree. One file runs them all, because each looks at every file of the tree, and parsing these
// takes most of the time.
import { afterAll } from "bun:test";
import "./function-size.rule.ts";
import "./imports.rule.ts";
import "./language.rule.ts";
import "./module-state.rule.ts";
import "./regular-expressions.rule.ts";
import "./sleeps.rule.ts";
import { forgetFiles } from "./source-tree.ts";

// Files that run after it in the same process would wait for collections of a heap of 1 GB.
afterAll(forgetFiles);
