import { expect, test } from "bun:test";
import { Heartbeats, PING_MS, SILENT_MS } from "./heartbeats.ts";

/** Checks as often as the primary does, for so many milliseconds from `from` on; returns the workers found. */
function checkFor(beats: Heartbeats, from: number, ms: number, everyMs = PING_MS): number[] {
  const found: number[] = [];
  for (let at = from; at <= from + ms; at += everyMs) found.push(...beats.check(at));
  return found;
}

test("a worker that stops answering is found after the limit, and not before", () => {
  const beats = new Heartbeats();
  beats.answered(1);
  expect(checkFor(beats, 0, SILENT_MS)).toEqual([]);
  expect(beats.check(SILENT_MS + PING_MS)).toEqual([1]);
});

test("one answer begins the wait again", () => {
  const beats = new Heartbeats();
  beats.answered(1);
  expect(checkFor(beats, 0, SILENT_MS)).toEqual([]);
  beats.answered(1);
  expect(checkFor(beats, SILENT_MS + PING_MS, SILENT_MS - PING_MS)).toEqual([]);
});

test("a worker that is still starting is left alone, however long it takes", () => {
  const beats = new Heartbeats();
  expect(checkFor(beats, 0, 20 * SILENT_MS)).toEqual([]);
});

test("a worker that was replaced is a worker that is starting", () => {
  const beats = new Heartbeats();
  beats.answered(1);
  checkFor(beats, 0, SILENT_MS + PING_MS);
  beats.forget(1);
  expect(checkFor(beats, SILENT_MS + 2 * PING_MS, 20 * SILENT_MS)).toEqual([]);
});

test("after a suspended machine nobody is killed for the time that it slept", () => {
  const beats = new Heartbeats();
  beats.answered(1);
  expect(checkFor(beats, 0, SILENT_MS - PING_MS)).toEqual([]);
  const woken = SILENT_MS + 8 * 3_600_000;
  expect(checkFor(beats, woken, SILENT_MS)).toEqual([]);
  expect(beats.check(woken + SILENT_MS + PING_MS)).toEqual([1]);
});

test("a primary that is itself late kills nobody", () => {
  const beats = new Heartbeats();
  beats.answered(1);
  expect(checkFor(beats, 0, 20 * SILENT_MS, 2 * PING_MS)).toEqual([]);
});
