import type { Progress } from "../kit/command.ts";

/** Output of progress: standard error, so that results can be piped. */
export interface Screen {
  /** Whether a person watches: then one line is drawn again and again. */
  readonly isTTY: boolean;
  readonly columns: number;
  write(text: string): void;
}

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
    const share = total === undefined ? 0 : done / total;
    const label = ` ${String(Math.floor(100 * share)).padStart(3)}% ${text(done, total)}`;
    const room = Math.max(0, Math.min(40, screen.columns - title.length - label.length - 4));
    const full = Math.round(room * share);
    const bar =
      total === undefined
        ? ` ${text(done, total)}`
        : ` [${"#".repeat(full)}${"-".repeat(room - full)}]${label}`;
    screen.write(`\r\x1b[K${title}${bar}`);
  };
  const say = (done: number, total: number | undefined) => {
    const reached = total === undefined ? Math.floor(done / 100e6) : Math.floor((LINES * done) / total);
    if (reached === tenth) return;
    tenth = reached;
    screen.write(`${title}: ${text(done, total)}\n`);
  };
  return {
    to: screen.isTTY ? draw : say,
    end: () => {
      if (screen.isTTY && drawn > -Infinity) screen.write("\n");
    },
  };
}
