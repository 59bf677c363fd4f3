/** @jsxImportSource hono/jsx */
import { z } from "zod";
import type { Api } from "../kit/descriptor.ts";
import { type Answer, type Call, curlLine } from "./call.ts";
import { Body, Command, Page, type Site } from "./page.tsx";
import { schemaOf } from "./parameters.ts";
import { type Reading, readText } from "./reading.ts";
import { Reference, showApi } from "./reference.tsx";
import { Made, Make, Read } from "./uuid-tools.tsx";

/** The call that opens the page: three version 7 UUIDs. */
const OPENING = { n: "3" };

interface Opening {
  readonly line: string;
  readonly answer: Answer;
  readonly reading: Reading | undefined;
  /** Whether the reading is of a UUID made for this page. */
  readonly fresh: boolean;
  readonly most: number;
}

async function openingOf(
  uuid: Api | undefined,
  call: Call,
  baseUrl: string,
  given: string | null,
): Promise<Opening | undefined> {
  const v7 = uuid?.operations.v7;
  if (uuid === undefined || v7 === undefined) return undefined;
  const answer = await call(v7, OPENING);
  const [first = ""] = z.array(z.string()).parse(JSON.parse(answer.body));
  const fresh = given === null || given.trim() === "";
  return {
    line: curlLine(uuid, v7, { title: "One", input: OPENING }, baseUrl),
    answer,
    reading: await readText(uuid, call, fresh ? first : given),
    fresh,
    most: schemaOf(v7.input.shape.n).maximum ?? 1,
  };
}

/**
 * Renders the landing page. `apis`: everything there is to show, in order; `given`: what a visitor asks to
 * have read as a UUID, as it came. Every answer on the page is made by `call` while it is rendered.
 */
export async function landing(
  apis: readonly Api[],
  site: Site,
  call: Call,
  given: string | null,
): Promise<string> {
  const opening = await openingOf(
    apis.find((api) => api.name === "uuid"),
    call,
    site.baseUrl,
    given,
  );
  const shown = await Promise.all(apis.map((api) => showApi(api, call)));
  const page = (
    <Page
      site={site}
      title="Quintet: UUIDs over HTTP"
      description="A free web API that makes, checks and reads UUIDs as RFC 9562 defines them. No key, no sign-up."
      links={[...apis.map((api) => [`#${api.name}-api`, api.title] as const), ["/openapi.json", "OpenAPI"]]}
    >
      <section class="hero" aria-labelledby="title">
        <div>
          <h1 id="title">A UUID is one GET away.</h1>
          <p class="lead">
            Quintet makes, checks and reads UUIDs as RFC 9562 defines them. The UUID service is free: no key
            and no sign-up.
          </p>
          {opening !== undefined && <Make most={opening.most} />}
        </div>
        {opening !== undefined && (
          <div class="first">
            <Command id="first-call" line={opening.line} />
            <Body text={opening.answer.body} />
          </div>
        )}
        {opening !== undefined && <Made />}
      </section>
      {opening?.reading !== undefined && <Read reading={opening.reading} fresh={opening.fresh} />}
      {shown.map((api) => (
        <Reference shown={api} site={site} />
      ))}
    </Page>
  );
  return `<!doctype html>${page}`;
}
