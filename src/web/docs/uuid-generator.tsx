/** @jsxImportSource hono/jsx */
import type { z } from "zod";
import type { Api } from "../../kit/descriptor.ts";
import { schemaOf } from "../parameters.ts";

/** The most UUIDs that the page makes at once. */
const COUNT_MAX = 1_000;

/** The formats that an API writes UUIDs in; undefined for an API that makes none. */
export function generatorFormats({ operations }: Api): readonly string[] | undefined {
  const { v4, v7 } = operations;
  const format: z.ZodType | undefined = v4?.input.shape.format;
  if (v7 === undefined || format === undefined) return undefined;
  return schemaOf(format).enum?.map(String);
}

/** A generator that runs in the browser. Its script is `uuid-generator.js`. */
export function UuidGenerator({ formats }: { formats: readonly string[] }) {
  return (
    <section class="reference" id="generator" aria-labelledby="generator-title">
      <h2 id="generator-title">
        <a class="anchor" href="#generator">
          Generate UUIDs in this page
        </a>
      </h2>
      <p>
        Generated in your browser from its secure random source (<code>crypto.getRandomValues</code>), by the
        algorithms of <code>/v4</code> and <code>/v7</code>. Nothing is sent to a server.
      </p>
      <form class="console" data-generator="" aria-label="Generate UUIDs in this page" autocomplete="off">
        <p class="ask">
          <label for="generator-version">Version</label>
          <select id="generator-version" name="version">
            <option value="7">7, by time</option>
            <option value="4">4, random</option>
          </select>
        </p>
        <p class="ask">
          <label for="generator-count">Count</label>
          <input
            id="generator-count"
            name="count"
            type="number"
            min={1}
            max={COUNT_MAX}
            value="10"
            required
            inputmode="numeric"
          />
        </p>
        <p class="ask">
          <label for="generator-format">Format</label>
          <select id="generator-format" name="format">
            {formats.map((format) => (
              <option value={format}>{format}</option>
            ))}
          </select>
        </p>
        <p class="send">
          <button type="submit" hidden>
            Generate
          </button>{" "}
          <button type="button" class="quiet" data-generator-copy="" hidden disabled>
            Copy all
          </button>
        </p>
        <noscript>
          <p class="soft">
            The generator needs JavaScript. Without it, open <a href="/v7?n=10">/v7?n=10</a>.
          </p>
        </noscript>
        <p class="facts" role="status" />
        <p class="outcome">
          <label class="unseen" for="generator-list">
            Generated UUIDs
          </label>
          <textarea id="generator-list" rows={10} readonly spellcheck={false} />
        </p>
      </form>
    </section>
  );
}
