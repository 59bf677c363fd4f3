/** @jsxImportSource hono/jsx */

import { Body } from "./code.tsx";
import { Fields, UuidDiagram } from "./uuid-diagram.tsx";
import { fieldsOf } from "./uuid-fields.ts";
import { type Reading, TEXT_MAX } from "./uuid-reading.ts";

/**
 * The form that generates UUIDs, at most `most` at once. Without scripts it opens the operation's own response.
 */
export function GenerateForm({ most }: { most: number }) {
  return (
    <form class="make" id="make" action="/v7" data-make="made" aria-label="Generate UUIDs">
      <p class="ask">
        <label for="n">How many</label>
        <input id="n" name="n" type="number" min="1" max={most} value="5" required inputmode="numeric" />
      </p>
      <p class="choices">
        <button type="submit">
          Version 7 <small>time-ordered</small>
        </button>
        <button type="submit" formaction="/v4">
          Version 4 <small>random</small>
        </button>
      </p>
    </form>
  );
}

/** Output of the UUIDs that a visitor generates. */
export function GeneratedUuids() {
  return (
    <div class="made">
      <output id="made" for="n" />
      <button type="button" class="quiet" data-copy="made" hidden disabled>
        Copy all
      </button>
    </div>
  );
}

/** A decoded text: a sentence, its bits, its fields and the responses. */
export function DecodeForm({ reading, fresh }: { reading: Reading; fresh: boolean }) {
  const { facts } = reading;
  const fields = facts === undefined ? [] : fieldsOf(facts, fresh);
  return (
    <section class="read" id="read" aria-labelledby="read-title">
      <header>
        <h2 id="read-title">Decode a UUID</h2>
        <form action="/#read" data-read="reading">
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
          {reading.answers.map(({ address, answer }) => (
            <div>
              <dt>
                <a href={address}>{address.length > 80 ? `${address.slice(0, 80)}…` : address}</a>{" "}
                <span class="status">{answer.status}</span>
              </dt>
              <dd>
                <Body text={answer.body} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
