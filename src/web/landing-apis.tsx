/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { Api } from "../kit/descriptor.ts";
import { whole } from "../kit/numbers.ts";
import { TransparentHusky } from "./images-demo.tsx";
import type { Site } from "./page.tsx";
import { priceText } from "./price-text.ts";
import results from "./samples/results.json" with { type: "json" };
import { Dial } from "./seo-demo.tsx";
import { tools } from "./tools/tools.ts";
import { UuidDiagram } from "./uuid-diagram.tsx";
import { fieldsOf } from "./uuid-fields.ts";

/** The UUID of RFC 9562 A.6, which is drawn. */
const DRAWN = { uuid: "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", version: 7, variant: "rfc9562" } as const;

/** The most findings that the card of the audit lists. */
const FINDINGS = 2;

function SeoGlance() {
  const { score, findings } = results.seo;
  return (
    <div class="glance-seo" data-play="">
      <Dial value={score.value} max={score.max} />
      <ol class="findings">
        {findings
          .filter(({ points }) => points > 0)
          .slice(0, FINDINGS)
          .map(({ points, message, severity }) => (
            <li>
              <span class={`points ${severity}`}>−{points}</span>
              <span>{message}</span>
            </li>
          ))}
      </ol>
    </div>
  );
}

/** The person of the recorded profile. */
export function ProfileGlance() {
  const { fullName, headline, location } = results.profiles;
  return (
    <div class="person">
      <p class="initials" aria-hidden="true">
        {fullName.split(" ").map((part) => part.charAt(0))}
      </p>
      <div>
        <p>
          <strong>{fullName}</strong>
        </p>
        <p>{headline}</p>
        <p class="soft">{location.text}</p>
      </div>
    </div>
  );
}

/** The product of the recorded page. */
export function ProductGlance({ site }: { site: Site }) {
  const { title, price, listPrice, rating } = results.products;
  return (
    <div class="glance-product">
      <img src={site.assets.href("teapot.jpg")} width={960} height={720} loading="lazy" alt="" />
      <div>
        <p>
          <strong>{title}</strong>
        </p>
        <p class="price">
          {priceText(price)} <s>{priceText(listPrice)}</s>
        </p>
        <p class="soft">{`${rating.average} of 5, ${whole(rating.count)} ratings`}</p>
      </div>
    </div>
  );
}

/** An API at a glance: its result for a sample; null if the API has none. */
function glanceOf(api: string, site: Site): Child {
  switch (api) {
    case "seo":
      return <SeoGlance />;
    case "pdf":
      return (
        <img
          class="glance-page"
          src={site.assets.href("teapots.png")}
          width={584}
          height={599}
          loading="lazy"
          alt="A page in two columns, with a table and a footnote."
        />
      );
    case "images":
      return <TransparentHusky assets={site.assets} />;
    case "profiles":
      return <ProfileGlance />;
    case "products":
      return <ProductGlance site={site} />;
    case "uuid":
      return <UuidDiagram uuid={DRAWN.uuid} fields={fieldsOf(DRAWN, false)} />;
    default:
      return null;
  }
}

interface GlanceProps {
  readonly api: Api;
  readonly site: Site;
}

/** The part of a card with the result for a sample. */
export function Glance({ api, site }: GlanceProps) {
  const glance = glanceOf(api.name, site);
  if (glance === null) return null;
  return <div class="glance">{glance}</div>;
}

function ApiCard({ api, site, isOff }: GlanceProps & { isOff: boolean }) {
  const tool = tools.find((one) => one.api === api.name);
  return (
    <li class="api-card" id={`${api.name}-api`}>
      <Glance api={api} site={site} />
      <h3>{api.title}</h3>
      <p class="soft">{api.summary}</p>
      {isOff && <p class="ribbon">Not enabled on this server</p>}
      <p class="links">
        {tool !== undefined && (
          <a href={`/tools/${tool.slug}`}>
            Try it<span class="unseen">: {tool.name}</span>
          </a>
        )}
        <a href={`/docs/${api.name}`}>
          Docs<span class="unseen"> of {api.title}</span>
        </a>
      </p>
    </li>
  );
}

interface ApiCardsProps {
  readonly apis: readonly Api[];
  readonly site: Site;
  readonly off: ReadonlySet<string>;
}

/** All APIs, each at a glance, with its tool and its docs. Those that need a key come first. */
export function ApiCards({ apis, site, off }: ApiCardsProps) {
  const sorted = apis.toSorted((a, b) => Number(a.access === "open") - Number(b.access === "open"));
  return (
    <section class="band" aria-labelledby="apis-title">
      <header class="opening">
        <h2 id="apis-title">The APIs</h2>
        <p>
          Results for sample files and pages, recorded from real calls. Try your own in the{" "}
          <a href="/tools">free tools</a>.
        </p>
      </header>
      <ul class="api-cards">
        {sorted.map((api) => (
          <ApiCard api={api} site={site} isOff={off.has(api.name)} />
        ))}
      </ul>
    </section>
  );
}
