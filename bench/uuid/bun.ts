// The Bun peers, by the first argument: what a person would write, and the ceilings above it.
import { createWriter, jsonArray } from "../../src/apis/uuid/encode.ts";
import { createV4, createV7, type Generator } from "../../src/apis/uuid/generate.ts";

const [kind] = process.argv.slice(2);

const count = (request: Request) => Number(new URL(request.url).searchParams.get("n") ?? 1);
const constantBody = (n: number) =>
  JSON.stringify(Array.from({ length: n }, () => "919108f7-52d1-4320-9bac-f847db4148a8"));
const one = constantBody(1);
const hundred = constantBody(100);
const bodyOf = (url: string) => (url.endsWith("=100") ? hundred : one);

const headers = new Headers({
  "X-Content-Type-Options": "nosniff",
  "Access-Control-Allow-Origin": "*",
  "Content-Type": "application/json",
  "Cache-Control": "no-store",
  Vary: "Accept",
  "Access-Control-Expose-Headers": "X-Request-Id",
  "X-Request-Id": Bun.randomUUIDv7(),
});
const init = { headers };

/** A constant body and nothing else; the request is not looked at. */
const constant = { "/v4": () => new Response(one), "/v7": () => new Response(one) };

/** Responds with 100 UUIDs. */
const constant100 = { "/v4": () => new Response(hundred), "/v7": () => new Response(hundred) };

/** A constant body, but all that the contract asks of Bun: query, Accept and Host read, seven headers written. */
const respondWithHeaders = (request: Request) => {
  const body = bodyOf(request.url);
  if (request.headers.get("host") === "" || request.headers.get("accept") === "text/plain")
    return new Response("");
  return new Response(body, init);
};
const headersOnly = { "/v4": respondWithHeaders, "/v7": respondWithHeaders };

const durations = new Float64Array(1);

/** Responds as the contract promises: new UUIDs, which our writer makes, a request ID of its own, a measured duration. */
function respondWithGenerator(generate: Generator) {
  const write = createWriter(generate, jsonArray);
  return (request: Request) => {
    const started = performance.now();
    const given = request.headers.get("x-request-id");
    headers.set("X-Request-Id", given ?? Bun.randomUUIDv7());
    const isHundred = request.url.endsWith("=100");
    if (request.headers.get("host") === "" || request.headers.get("accept") === "text/plain")
      return new Response("");
    const response = new Response(write(isHundred ? 100 : 1), init);
    durations[0] = (durations[0] ?? 0) + performance.now() - started;
    return response;
  };
}
const generator = { "/v4": respondWithGenerator(createV4()), "/v7": respondWithGenerator(createV7()) };

/** The straightforward implementation. */
const minimal = {
  "/v4": (request: Request) =>
    Response.json(Array.from({ length: count(request) }, () => crypto.randomUUID())),
  "/v7": (request: Request) =>
    Response.json(Array.from({ length: count(request) }, () => Bun.randomUUIDv7())),
};

const kinds = { constant, constant100, headers: headersOnly, generator, minimal };
Bun.serve({
  port: Number(process.env.PORT),
  hostname: process.env.HOST ?? "127.0.0.1",
  development: false,
  routes: kinds[kind as keyof typeof kinds],
});
