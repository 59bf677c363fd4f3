import { expect } from "bun:test";

/** One server-sent event. */
export interface SentEvent {
  readonly type: string;
  readonly id: string;
  readonly data: unknown;
}

/** Reads the events of a response to its end, or to the first that `isEnough`. */
export async function readEvents(
  response: Response,
  isEnough: (event: SentEvent) => boolean = () => false,
): Promise<SentEvent[]> {
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const events: SentEvent[] = [];
  let rest = "";
  for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const parts = (rest + text).split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const fields = Object.fromEntries(part.split("\n").map((line) => line.split(/: (.*)/s, 2)));
      if (fields.event === undefined) continue;
      const event = { type: fields.event, id: fields.id ?? "", data: JSON.parse(fields.data ?? "null") };
      events.push(event);
      if (isEnough(event)) return events;
    }
  }
  return events;
}
