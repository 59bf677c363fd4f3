/** @jsxImportSource hono/jsx */
import { type Catalogue, isFree, type Listing, offered } from "../accounts/catalogue.ts";
import type { Api } from "../kit/descriptor.ts";
import type { Availability } from "../ops/availability.ts";
import { AvailabilityTable } from "./availability-table.tsx";
import type { Call } from "./call.ts";
import { Body, Command } from "./code.tsx";
import type { Demos } from "./demos.ts";
import { heroOf } from "./hero.ts";
import { SENTENCE } from "./llms-txt.ts";
import { Page, type Site } from "./page.tsx";
import { givesOf, Prices } from "./prices.tsx";
import { Showcase } from "./showcase.tsx";
import { SignUpForm } from "./sign-up-form.tsx";
import { Made, Make, Read } from "./uuid-tools.tsx";

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
  const hero = await heroOf(uuid, call, site.baseUrl, given);
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
        {hero !== undefined && (
          <div class="first">
            <Command id="first-call" line={hero.line} />
            <Body text={hero.answer.body} />
            <p class="soft">No key needed. This answer was made for you, just now.</p>
          </div>
        )}
      </section>
      {apis
        .filter((api) => api.access === "key")
        .map((api) => (
          <Showcase api={api} demos={of.demos} site={site} />
        ))}
      {hero !== undefined && (
        <section class="band" aria-labelledby="uuid-title">
          <header class="opening">
            <h2 id="uuid-title">A UUID is one GET away</h2>
            <p>
              Made, checked and read as RFC 9562 defines them. Free, without a key;{" "}
              <a href="/docs/uuid">docs</a>.
            </p>
          </header>
          <Make most={hero.most} />
          <Made />
        </section>
      )}
      {hero?.reading !== undefined && <Read reading={hero.reading} fresh={hero.fresh} />}
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
          <AvailabilityTable caption="The last 30 days" rows={of.measured} titles={titles} />
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
