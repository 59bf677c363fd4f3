/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { type Catalogue, isFree, plansOnSale } from "../accounts/catalogue.ts";
import type { Api } from "../kit/descriptor.ts";
import { SOURCE_URL } from "../kit/version.ts";
import { BarChart } from "./benchmarks/bar-chart.tsx";
import type { Chart } from "./benchmarks/figures.ts";
import type { Call } from "./call.ts";
import { Command } from "./code.tsx";
import { type Hero, heroOf } from "./hero.ts";
import { ApiCards } from "./landing-apis.tsx";
import { Calls } from "./landing-calls.tsx";
import { SUMMARY } from "./llms-txt.ts";
import { Page, type Site } from "./page.tsx";
import { givesOf, PricesInShort } from "./prices.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

/** Contents of the landing page. */
export interface LandingOf {
  /** The APIs to show, in order. */
  readonly apis: readonly Api[];
  readonly site: Site;
  /** Makes the responses of the page while it is rendered. */
  readonly call: Call;
  readonly catalogue: Catalogue;
  readonly charts: readonly Chart[];
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

/** The task of each API, for the headline of a server without some of them. */
const TASKS: Readonly<Record<string, string>> = {
  seo: "audit pages",
  pdf: "extract PDF text",
  images: "remove image backgrounds",
  profiles: "look up LinkedIn profiles",
  products: "look up Amazon products",
};

/** The headline and the sentence below it: they promise the APIs that this server has. */
function promiseOf({ apis, off }: LandingOf): { readonly headline: string; readonly lead: string } {
  const keyed = apis.filter(({ access }) => access !== "open");
  const served = keyed.filter(({ name }) => !off.has(name));
  if (served.length === keyed.length || served.length === 0)
    return { headline: "Five web APIs.", lead: SUMMARY };
  const count = ["One", "Two", "Three", "Four", "Five"][served.length - 1] ?? String(served.length);
  const tasks = new Intl.ListFormat("en").format(served.flatMap(({ name }) => TASKS[name] ?? []));
  return {
    headline: `${count} web ${served.length === 1 ? "API" : "APIs"}.`,
    lead: `${tasks.charAt(0).toUpperCase()}${tasks.slice(1)}. UUIDs are free.`,
  };
}

interface OpeningProps {
  readonly of: LandingOf;
  readonly hero: Hero | undefined;
  keep(render: () => Child): Child;
}

function Opening({ of, hero, keep }: OpeningProps) {
  const { site } = of;
  const apis = of.apis.filter(({ name }) => !of.off.has(name));
  const { headline, lead } = promiseOf(of);
  return (
    <section class="hero" aria-labelledby="title">
      <div class="intro">
        <h1 id="title">
          <span>{headline}</span> <span>One key.</span>
        </h1>
        <p class="lead">{lead}</p>
      </div>
      <div class="start">
        {site.metering && (
          <>
            <div data-signed="out">
              <SignUpForm label="Get a free key" />
            </div>
            <p data-signed="in" hidden>
              <a class="button" href="/account">
                Open dashboard
              </a>
            </p>
            <p class="soft" data-signed="out">
              {freeOf(of)} No card required. Failed calls are free.
            </p>
          </>
        )}
        <p class="links">
          <a href="/tools">Try the free tools</a>
          <a href="/docs/quickstart">Read the docs</a>
          <a href="#own">Self-host</a>
        </p>
      </div>
      <Calls apis={apis} hero={hero} site={site} keep={keep} />
    </section>
  );
}

/** The charts of the landing page. */
const SHOWN: ReadonlySet<string> = new Set(["seo", "pdf", "uuid-v4"]);

function Proof({ charts }: { charts: readonly Chart[] }) {
  return (
    <section class="band" aria-labelledby="proof-title">
      <header class="opening">
        <h2 id="proof-title">Benchmarks</h2>
        <p>
          Same machine, same input. <a href="/benchmarks">All benchmarks, with machine and commands</a>
        </p>
      </header>
      <ul class="charts" data-play="">
        {charts
          .filter(({ id }) => SHOWN.has(id))
          .map((chart) => (
            <li>
              <BarChart chart={chart} />
            </li>
          ))}
      </ul>
    </section>
  );
}

/** The commands that install and start a server of one's own. */
const INSTALL = `${SOURCE_URL === undefined ? "" : `git clone ${SOURCE_URL} quintet && cd quintet && `}npm install --omit=dev && npm start`;

function SelfHosting() {
  return (
    <section class="band own" id="own" aria-labelledby="own-title">
      <header class="opening">
        <h2 id="own-title">Run it yourself</h2>
        <p>
          One process and one SQLite file. Add PostgreSQL and replicas when you need them. Open source, MIT
          license.{" "}
          {SOURCE_URL === undefined ? (
            "Run the command in a copy of the source code. "
          ) : (
            <>
              <a href={SOURCE_URL}>Source code</a>{" "}
            </>
          )}
          <a href="/docs/self-hosting">Self-hosting guide</a>
        </p>
      </header>
      <Command id="own-command" parts={[INSTALL]} />
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

/**
 * Creates the renderer of the landing page. The UUIDs are made for each visitor; results of the other APIs were recorded from
 * real calls. Sections without UUIDs are kept while they do not change, because rendering them takes most of the time.
 */
export function createLanding(): (of: LandingOf) => Promise<string> {
  const [keep, keepPanels] = [keepSections(), keepSections()];
  return async (of) => {
    const { apis, site, call, charts, catalogue, off } = of;
    const uuid = apis.find((api) => api.name === "uuid");
    const hero = await heroOf(uuid, call, site.baseUrl);
    const { headline, lead } = promiseOf(of);
    const page = (
      <Page
        site={site}
        path="/"
        title={`Quintet: ${headline.charAt(0).toLowerCase()}${headline.slice(1, -1)} under one key, and free UUIDs`}
        description={lead}
        styles={["landing.css"]}
        scripts={["demo.js"]}
      >
        <Opening of={of} hero={hero} keep={(render) => keepPanels([], render)} />
        {keep([catalogue.plans], () => (
          <>
            <ApiCards apis={apis} site={site} off={off} />
            <Proof charts={charts} />
            <SelfHosting />
            {site.metering && <PricesInShort catalogue={catalogue} off={off} />}
          </>
        ))}
      </Page>
    );
    return `<!doctype html>${page}`;
  };
}
