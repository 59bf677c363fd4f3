// The rules of the source tree. One file runs them all, because each looks at every file of the tree, and parsing these
// takes most of the time.
import "./function-size.rule.ts";
import "./imports.rule.ts";
import "./language.rule.ts";
import "./module-state.rule.ts";
import "./regular-expressions.rule.ts";
import "./sleeps.rule.ts";
