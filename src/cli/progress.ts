import type { Progress } from "../kit/command.ts";
import type { Screen } from "./terminal.ts";
import { widthOf } from "./text.ts";

/** Milliseconds between two updates of a bar. */
const FRAME_MS = 100;

/** Where nobody watches, a line comes each time that so much more is done, in parts of the whole. */
const LINES = 10;

/** Shows how far work is: as a bar that moves, or as at most eleven lines. `unit` writes an amount. */
export function showProgress(screen: Screen, title: string, unit: (amount: number) => string): Progress {
  let drawn = -Infinity;
  let tenth = -1;
  const text = (done: number, total: number | undefined) =>
    total === undefined ? unit(done) : `${unit(done)} of ${unit(total)}`;

  const draw = (done: number, total: number | undefined) => {
    const now = performance.now();
    if (now - drawn < FRAME_MS && done !== total) return;
    drawn = now;
    if (total === undefined) return screen.draw(`${title} ${text(done, total)}`);
    const share = total === 0 ? 1 : Math.min(1, done / total);
    const label = `${String(Math.floor(100 * share)).padStart(3)}% ${text(done, total)}`;
    const room = Math.max(0, Math.min(40, screen.columns - widthOf(title) - label.length - 5));
    const full = Math.round(room * share);
    screen.draw(`${title} [${"#".repeat(full)}${"-".repeat(room - full)}] ${label}`);
  };
  const say = (done: number, total: number | undefined) => {
    const reached = total === undefined ? Math.floor(done / 100e6) : Math.floor((LINES * done) / total);
    if (reached === tenth) return;
    tenth = reached;
    screen.write(`${title}: ${text(done, total)}\n`);
  };
  return { to: screen.isTTY ? draw : say, end: () => screen.draw("") };
}
