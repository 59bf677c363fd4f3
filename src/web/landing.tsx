/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { type Catalogue, isFree, plansOnSale } from "../accounts/catalogue.ts";
import type { Api } from "../kit/descriptor.ts";
import { SOURCE_URL } from "../kit/version.ts";
import type { Availability } from "../ops/availability.ts";
import { AvailabilityTable } from "./availability-table.tsx";
import { type Figure, FigureTable } from "./benchmarks.tsx";
import type { Call } from "./call.ts";
import { Body, Command } from "./code.tsx";
import type { Demos } from "./demos.ts";
import { Faq } from "./faq.tsx";
import { type Hero, heroOf } from "./hero.ts";
import { SUMMARY } from "./llms-txt.ts";
import { Page, type Site } from "./page.tsx";
import { givesOf, Prices } from "./prices.tsx";
import { Showcase } from "./showcase.tsx";
import { SignUpForm } from "./sign-up-form.tsx";
import { ToolCards } from "./tools/tool-frame.tsx";
import { toolsOf } from "./tools/tools.ts";

/** Contents of the landing page. */
export interface LandingOf {
  /** The APIs to show, in order. */
  readonly apis: readonly Api[];
  readonly site: Site;
  /** Makes the responses of the page while it is rendered. */
  readonly call: Call;
  readonly demos: Demos;
  readonly catalogue: Catalogue;
  /** The last 30 days; empty if they are not known. */
  readonly measured: readonly Availability[];
  readonly figures: readonly Figure[];
  /** Names of the APIs that are off. */
  readonly off: ReadonlySet<string>;
}

/** The contents of the free plan in a sentence; empty if no plan is free. */
function freeOf({ catalogue, off }: LandingOf): string {
  const gives = plansOnSale(catalogue, off)
    .filter(isFree)
    .flatMap((plan) => givesOf(plan, catalogue));
  return gives.length === 0 ? "" : `Free: ${gives.join(", ")}.`;
}

/** The first call: a command and its response, made for this page. */
function FirstCall({ hero }: { hero: Hero }) {
  return (
    <div class="first">
      <Command id="first-call" line={hero.line} />
      <Body text={hero.answer.body} />
      <p class="soft">No key needed. This response is live.</p>
    </div>
  );
}

function Opening({ of, hero }: { of: LandingOf; hero: Hero | undefined }) {
  const { site } = of;
  return (
    <section class="hero" aria-labelledby="title">
      <div class="intro">
        <h1 id="title">Five web APIs. One key.</h1>
        <p class="lead">
          Audit pages, extract PDF text, remove image backgrounds, look up LinkedIn profiles and Amazon
          products. UUIDs are free.
        </p>
      </div>
      {hero !== undefined && <FirstCall hero={hero} />}
      <div class="start">
        {site.metering && (
          <>
            <SignUpForm label="Get a free key" />
            <p class="soft">{freeOf(of)} No card required. Failed calls are free.</p>
          </>
        )}
        <p class="links">
          <a href="/docs">Read the docs</a>
          <a href="/docs/clients">Install a client</a>
          <a href="#own">Run it yourself</a>
          {SOURCE_URL !== undefined && <a href={SOURCE_URL}>Source code</a>}
        </p>
      </div>
    </section>
  );
}

function Proof({ figures }: { figures: readonly Figure[] }) {
  if (figures.length === 0) return null;
  return (
    <section class="band" aria-labelledby="proof-title">
      <header class="opening">
        <h2 id="proof-title">Compared with other tools</h2>
        <p>
          Measured on one machine with the same files, in the last run of <code>npm run bench</code>.
        </p>
      </header>
      <FigureTable figures={figures} />
    </section>
  );
}

function Tools({ apis }: LandingOf) {
  return (
    <section class="band" aria-labelledby="tools-title">
      <header class="opening">
        <h2 id="tools-title">Free tools</h2>
        <p>Try every result on your own file or URL. No sign-up.</p>
      </header>
      <ToolCards tools={toolsOf(apis)} />
    </section>
  );
}

function Uptime({ measured, apis, off }: LandingOf) {
  const rows = measured.filter(({ api }) => !off.has(api));
  if (rows.length === 0) return null;
  return (
    <section class="band" aria-labelledby="measured-title">
      <header class="opening">
        <h2 id="measured-title">Uptime of this server</h2>
        <p>
          Targets: 99.9% uptime, responses under 2 s. See the live figures on the{" "}
          <a href="/status">status page</a>.
        </p>
      </header>
      <AvailabilityTable days={30} rows={rows} titles={new Map(apis.map((api) => [api.name, api.title]))} />
    </section>
  );
}

function SelfHosting() {
  return (
    <section class="band" id="own" aria-labelledby="own-title">
      <header class="opening">
        <h2 id="own-title">Run it yourself</h2>
        <p>
          One process and one SQLite file. Add PostgreSQL and replicas when you need them. Open source, MIT
          license.
          {SOURCE_URL !== undefined && (
            <>
              {" "}
              <a href={SOURCE_URL}>Get the source code</a>.
            </>
          )}
        </p>
      </header>
      <div class="first">
        <Command id="own-command" line="npm install && npm start" />
      </div>
    </section>
  );
}

/** Renders sections once, until one of the values that they are made of is another. */
function keepSections() {
  let kept: { readonly from: readonly unknown[]; readonly html: string } | undefined;
  return (from: readonly unknown[], render: () => Child) => {
    const isSame = kept?.from.every((value, i) => Object.is(value, from[i])) ?? false;
    if (kept === undefined || !isSame) kept = { from, html: String(render()) };
    return raw(kept.html);
  };
}

/** The sections about the APIs, with what their demos responded. */
function Apis({ apis, demos, site, off, figures }: LandingOf) {
  return (
    <>
      {apis
        .filter((api) => api.access === "key")
        .map((api) => (
          <Showcase api={api} demos={demos} site={site} off={off.has(api.name)} />
        ))}
      <Proof figures={figures} />
    </>
  );
}

/** The sections about prices, uptime and how to run it. */
function Terms({ of }: { of: LandingOf }) {
  const { apis, site, catalogue, off } = of;
  const titleOf = new Map(apis.map((api) => [api.name, api.title]));
  return (
    <>
      {site.metering && <Prices catalogue={catalogue} off={off} titleOf={titleOf} />}
      <Uptime {...of} />
      <SelfHosting />
      <Faq metering={site.metering} />
    </>
  );
}

/**
 * Creates the renderer of the landing page. Every response on the page was made by this server: UUIDs for each visitor, the
 * demos once. Sections without UUIDs are kept while they do not change, because rendering them takes most of the time.
 */
export function createLanding(): (of: LandingOf) => Promise<string> {
  const keepApis = keepSections();
  const keepTerms = keepSections();
  return async (of) => {
    const { apis, site, call, demos, figures, catalogue, measured } = of;
    const uuid = apis.find((api) => api.name === "uuid");
    const hero = await heroOf(uuid, call, site.baseUrl);
    const { seo, pdf, images, products, profiles } = demos;
    const page = (
      <Page
        site={site}
        path="/"
        title="Quintet: five web APIs under one key, and free UUIDs"
        description={SUMMARY}
      >
        <Opening of={of} hero={hero} />
        <Tools {...of} />
        {keepApis([seo, pdf, images, products, profiles, figures], () => (
          <Apis {...of} />
        ))}
        {keepTerms([catalogue.plans, measured], () => (
          <Terms of={of} />
        ))}
      </Page>
    );
    return `<!doctype html>${page}`;
  };
}
