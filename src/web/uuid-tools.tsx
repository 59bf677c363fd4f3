/** @jsxImportSource hono/jsx */

import { Body } from "./code.tsx";
import { Fields, UuidDiagram } from "./uuid-diagram.tsx";
import { fieldsOf } from "./uuid-fields.ts";
import { type Reading, TEXT_MAX } from "./uuid-reading.ts";

/** A decoded text: a sentence, its bits, its fields and the responses. */
export function DecodeForm({ reading, fresh }: { reading: Reading; fresh: boolean }) {
  const { facts } = reading;
  const fields = facts === undefined ? [] : fieldsOf(facts, fresh);
  return (
    <section class="read" id="read" aria-labelledby="read-title">
      <header>
        <h2 id="read-title">Decode a UUID</h2>
        <form action="/tools/uuid#read" data-read="reading">
          <p class="ask">
            <label for="uuid">A UUID, in any notation</label>
            <input
              id="uuid"
              name="uuid"
              value={reading.text}
              required
              maxlength={TEXT_MAX}
              spellcheck={false}
              autocomplete="off"
              autocapitalize="off"
            />
          </p>
          <button type="submit">Decode</button>
        </form>
      </header>
      <div id="reading">
        <output for="uuid" class={reading.valid ? "verdict" : "verdict no"}>
          {reading.sentence}
          {fresh ? " Generated for this page." : ""}
        </output>
        {facts !== undefined && (
          <>
            <UuidDiagram uuid={facts.uuid} fields={fields} />
            <Fields uuid={facts.uuid} fields={fields} when={facts.timestamp} />
          </>
        )}
        <dl class="answers">
          {reading.responses.map(({ address, response }) => (
            <div class="sheet">
              <dt>
                <a href={address}>{address.length > 80 ? `${address.slice(0, 80)}…` : address}</a>{" "}
                <span class="status">{response.status}</span>
              </dt>
              <dd>
                <Body text={response.body} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
