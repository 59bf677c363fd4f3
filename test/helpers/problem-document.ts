import { expect } from "bun:test";
import { problemKinds } from "../../src/kit/problem-kinds.ts";

const UUID7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Fails unless an answer is a problem document with every member in its form; returns its code. */
export function expectProblem(
  answer: {
    status: number | undefined;
    contentType: string | null | undefined;
    body: string;
    requestId?: string | null;
  },
  baseUrl?: string,
): string {
  expect(answer.contentType).toBe("application/problem+json");
  const document: Record<string, unknown> = JSON.parse(answer.body);
  const kind = Object.entries(problemKinds).find(([code]) => code === document.code);
  expect(kind).toBeDefined();
  const [code = "", { status, title } = { status: 0, title: "" }] = kind ?? [];
  expect(document).toMatchObject({ title, status, code });
  expect(answer.status).toBe(status);
  expect(document.type).toEndWith(`/problems/${code}`);
  if (baseUrl !== undefined) expect(document.type).toBe(`${baseUrl}/problems/${code}`);
  expect(document.detail).toMatch(/^[A-Z\w].{15,}\.$/s);
  expect(document.requestId).toMatch(UUID7);
  if (answer.requestId !== undefined) expect(answer.requestId).toBe(document.requestId as string);
  return code;
}
