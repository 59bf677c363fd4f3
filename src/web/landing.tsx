/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { z } from "zod";
import { type Catalogue, isFree, type Listing, offered } from "../accounts/catalogue.ts";
import type { Api } from "../kit/descriptor.ts";
import type { Availability } from "../ops/availability.ts";
import { type Answer, type Call, curlLine } from "./call.ts";
import type { Demos, Shown } from "./demos.ts";
import { ImagesDemo } from "./images-demo.tsx";
import { SENTENCE } from "./machines.ts";
import { duration, MeasuredTable } from "./measured.tsx";
import { Body, Command, Page, type Site } from "./page.tsx";
import { schemaOf } from "./parameters.ts";
import { PdfDemo } from "./pdf-demo.tsx";
import { givesOf, Prices } from "./prices.tsx";
import { ProductsDemo } from "./products-demo.tsx";
import { ProfilesDemo } from "./profiles-demo.tsx";
import { type Reading, readText } from "./reading.ts";
import { SeoDemo } from "./seo-demo.tsx";
import { SignUpForm } from "./sign-up-form.tsx";
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

/** APIs whose demo reads a page of our own in the shape of a site's. */
const INVENTED: readonly string[] = ["profiles", "products"];

/** One API with its demo. */
function Showcase({ api, ms, children }: { api: Api; ms?: number | undefined; children?: Child }) {
  return (
    <section class="band showcase" id={`${api.name}-api`} aria-labelledby={`${api.name}-title`}>
      <div class="about">
        <h2 id={`${api.name}-title`}>{api.title}</h2>
        <p class="lead">{api.summary}</p>
        <p class="links">
          <a href={`/docs/${api.name}`}>Try it and read its docs</a>
        </p>
        {ms !== undefined && (
          <p class="soft">
            A real answer, made by this installation in {duration(ms)}
            {INVENTED.includes(api.name) ? " from a page that we invented" : ""}.
          </p>
        )}
      </div>
      {children}
    </section>
  );
}

function demoOf(
  api: Api,
  demos: Demos,
  { assets }: Site,
): { shown: Shown<unknown>; picture: Child } | undefined {
  const { seo, pdf, images, products, profiles } = demos;
  if (api.name === "seo" && seo !== undefined) return { shown: seo, picture: <SeoDemo audit={seo.value} /> };
  if (api.name === "pdf" && pdf !== undefined)
    return { shown: pdf, picture: <PdfDemo text={pdf.value} assets={assets} /> };
  if (api.name === "images" && images !== undefined) {
    return { shown: images, picture: <ImagesDemo assets={assets} /> };
  }
  if (api.name === "products" && products !== undefined) {
    return { shown: products, picture: <ProductsDemo product={products.value} assets={assets} /> };
  }
  if (api.name === "profiles" && profiles !== undefined) {
    return { shown: profiles, picture: <ProfilesDemo person={profiles.value} /> };
  }
  return undefined;
}

/** What the landing page shows. */
export interface LandingOf {
  /** Everything there is to show, in order. */
  readonly apis: readonly Api[];
  readonly site: Site;
  /** Makes the answers of the page while it is rendered. */
  readonly call: Call;
  /** What a visitor asks to have read as a UUID, as it came. */
  readonly given: string | null;
  readonly demos: Demos;
  readonly catalogue: Catalogue;
  readonly listing: Listing;
  /** The last 30 days; empty where they are not known. */
  readonly measured: readonly Availability[];
}

/** What everybody has for nothing, in a sentence; nothing where no plan is free. */
function freeOf({ catalogue, listing }: Pick<LandingOf, "catalogue" | "listing">): string {
  const gives = offered(catalogue, listing)
    .filter(isFree)
    .flatMap((plan) => givesOf(plan, catalogue));
  return gives.length === 0 ? "" : `Free: ${gives.join(", ")}.`;
}

/** Renders the landing page. Every answer on it was made by this installation. */
export async function landing(of: LandingOf): Promise<string> {
  const { apis, site, call, given } = of;
  const uuid = apis.find((api) => api.name === "uuid");
  const opening = await openingOf(uuid, call, site.baseUrl, given);
  const titles = new Map(apis.map((api) => [api.name, api.title]));
  const page = (
    <Page
      site={site}
      path="/"
      title="Quintet: five web APIs under one key, and free UUIDs"
      description={SENTENCE}
    >
      <section class="hero" aria-labelledby="title">
        <div>
          <h1 id="title">Five web APIs. One key.</h1>
          <p class="lead">
            Audit pages, read PDFs, cut out pictures, look up profiles and products; and UUIDs for nothing.
            Every answer is right, or says why not.
          </p>
          {site.metering && (
            <>
              <SignUpForm label="Get a free key" />
              <p class="soft">{freeOf(of)} No card, and a call that fails costs nothing.</p>
            </>
          )}
        </div>
        {opening !== undefined && (
          <div class="first">
            <Command id="first-call" line={opening.line} />
            <Body text={opening.answer.body} />
            <p class="soft">No key needed. This answer was made for you, just now.</p>
          </div>
        )}
      </section>
      {apis
        .filter((api) => api.access === "key")
        .map((api) => {
          const demo = demoOf(api, of.demos, site);
          return (
            <Showcase api={api} ms={demo?.shown.ms}>
              {demo?.picture}
            </Showcase>
          );
        })}
      {opening !== undefined && (
        <section class="band" aria-labelledby="uuid-title">
          <header class="opening">
            <h2 id="uuid-title">A UUID is one GET away</h2>
            <p>
              Made, checked and read as RFC 9562 defines them. Free, without a key;{" "}
              <a href="/docs/uuid">docs</a>.
            </p>
          </header>
          <Make most={opening.most} />
          <Made />
        </section>
      )}
      {opening?.reading !== undefined && <Read reading={opening.reading} fresh={opening.fresh} />}
      {site.metering && <Prices catalogue={of.catalogue} listing={of.listing} />}
      {of.measured.length > 0 && (
        <section class="band" aria-labelledby="measured-title">
          <header class="opening">
            <h2 id="measured-title">Measured, not promised</h2>
            <p>
              The targets are 99.9 % and two seconds. What this installation did is counted by itself;{" "}
              <a href="/status">more of it</a>.
            </p>
          </header>
          <MeasuredTable caption="The last 30 days" rows={of.measured} titles={titles} />
        </section>
      )}
      <section class="band" aria-labelledby="own-title">
        <header class="opening">
          <h2 id="own-title">Run it yourself</h2>
          <p>One process and one file; more of both when you outgrow them. Free software, MIT.</p>
        </header>
        <div class="first">
          <Command id="own" line="npm install && npm start" />
        </div>
      </section>
    </Page>
  );
  return `<!doctype html>${page}`;
}
