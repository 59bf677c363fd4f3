// The tests of the site. One file runs them all, because a server of each kind and one browser are enough for them, and
// what a server writes for the first view of a page is there for every later one.
import { afterAll } from "bun:test";
import { closeSite } from "./open-site.ts";
import "./pages.part.ts";
import "./docs.part.ts";
import "./defects.part.ts";
import "./payments.part.ts";
import "./snippets.part.ts";

afterAll(closeSite);
