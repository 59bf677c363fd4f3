import { printable } from "../kit/printable.ts";
import { isRecord } from "../kit/record.ts";
import { VERSION } from "../kit/version.ts";
import { format, type Json } from "./format.ts";
import { wrapText } from "./text.ts";

/** The stream of results. */
export interface Output {
  readonly isTTY: boolean;
  readonly columns: number;
  /** Writes a result: to a terminal without characters that control it, and with `style` unless NO_COLOR is set. */
  write(content: Uint8Array | string, style?: (text: string) => string): void;
}

/** The stream of progress and messages: standard error, so that results can be piped. */
export interface Screen {
  readonly isTTY: boolean;
  readonly columns: number;
  write(text: string): void;
  /** Shows a line instead of the one that was drawn before; an empty line removes it. */
  draw(line: string): void;
}

interface Stream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(content: Uint8Array | string): unknown;
}

/** The streams of a command. All that it writes goes through them: no other code writes to a terminal. */
export interface Terminal {
  readonly output: Output;
  readonly screen: Screen;
  show(value: unknown, isRaw?: boolean): void;
}

/** A value as a terminal shows it; one that only says that something was done is a word. */
function textOf(value: Json, columns: number): string {
  const [[name = "", member] = [], ...others] = isRecord(value) ? Object.entries(value) : [];
  if (others.length > 0 || typeof member !== "boolean") return format(value, columns);
  return member ? `${name.charAt(0).toUpperCase()}${name.slice(1)}.` : `Not ${name}.`;
}

/** Makes the streams of a command. */
export function terminalOf(
  stdout: Stream,
  stderr: Stream,
  { NO_COLOR = "", TERM }: Readonly<Record<string, string | undefined>>,
): Terminal {
  const hasColor = NO_COLOR === "" && TERM !== "dumb";
  let drawn = "";
  const draw = (line: string) => {
    if (line !== "" || drawn !== "") stderr.write(`\r\u001b[K${printable(line)}`);
    drawn = line;
  };
  const seenOn = ({ isTTY, columns }: Stream) => ({
    isTTY: isTTY === true,
    // A terminal that does not know its width says 0.
    columns: columns || 80,
  });
  const output: Output = {
    ...seenOn(stdout),
    write(content, style = (text) => text) {
      draw("");
      if (stdout.isTTY !== true) return void stdout.write(content);
      const text = printable(typeof content === "string" ? content : new TextDecoder().decode(content));
      stdout.write(hasColor ? style(text) : text);
    },
  };
  return {
    output,
    show(value, isRaw = false) {
      const json = JSON.stringify(value, undefined, 2);
      const isText = output.isTTY && !isRaw;
      output.write(`${isText ? textOf(JSON.parse(json) as Json, output.columns) : json}\n`);
    },
    screen: {
      ...seenOn(stderr),
      write(text) {
        draw("");
        stderr.write(printable(text));
      },
      draw,
    },
  };
}

/** The streams of this process. */
export const ownTerminal = () => terminalOf(process.stdout, process.stderr, process.env);

/** Ends the command when it is interrupted, and says how to go on. Returns what stops listening. */
export function onInterrupt(screen: Screen, message: () => string): () => void {
  const stop = (signal: NodeJS.Signals) => {
    screen.write(`${message()}\n`);
    process.exit(signal === "SIGINT" ? 130 : 143);
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  return () => void process.off("SIGINT", stop).off("SIGTERM", stop);
}

/** The message of an error of the file system, such as a full disk; undefined for another error. */
export function fileMessage(error: unknown): string | undefined {
  const message = error instanceof Error ? error.message : "";
  const [, reason = "", path] = /^E[A-Z]+: ([^,]+), [a-z]+(?: '([^']+)')?/.exec(message) ?? [];
  if (reason === "") return undefined;
  return path === undefined
    ? `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`
    : `Cannot use ${path}: ${reason}.`;
}

/** Ends the command where its results cannot be written: without a word if the reader, such as head, has enough. */
export function watchOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    writeError(`The output cannot be written. ${fileMessage(error) ?? error.message}`);
    process.exit(1);
  });
  process.stderr.on("error", () => {});
}

/** Ends the process as soon as its output is written: what it started, such as sandbox processes, would keep it. */
export async function endProcess(code: number | string): Promise<never> {
  await new Promise<void>((resolve) => {
    process.stdout.once("finish", resolve).end();
  });
  process.exit(code);
}

/** The message of an error that no code expects: it has the place in the code, but no stack. */
export function bugReport(error: unknown): string {
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  const frame = stack.split("\n").find((line) => line.trimStart().startsWith("at "));
  const place = frame
    ?.split(/[/\\ (]/)
    .at(-1)
    ?.replace(")", "");
  const where = place === undefined ? "" : ` (${place})`;
  return `Unexpected error: ${message}${where}\nThis is a bug of Quintet ${VERSION}. Report it with the command that you ran.`;
}

/** Writes the message of a command that failed: in a terminal, its long lines are wrapped. */
export function writeError(message: string, { screen }: { readonly screen: Screen } = ownTerminal()): void {
  const { isTTY, columns } = screen;
  const wrapped = (line: string) => {
    const indent = line.search(/\S/);
    return isTTY && line.length > columns ? wrapText(line.trim(), columns, Math.max(0, indent)) : line;
  };
  screen.write(`${`quintet: ${message}`.split("\n").map(wrapped).join("\n")}\n`);
}
