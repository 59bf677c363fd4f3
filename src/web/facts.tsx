/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { UsageReport } from "../accounts/account-views.ts";

/** The caller of calls that were made without a key, by somebody who was signed in: on account pages, in consoles of the docs. */
export const NO_KEY = "Signed in, no key";

/** An ISO time for people, written by one of the functions of `kit/dates`, and for programs. It stays on one line. */
export const Time = ({ of, as }: { of: string; as: (iso: string) => string }) => (
  <time datetime={of}>{as(of)}</time>
);

interface PairsProps {
  readonly pairs: readonly (readonly [name: string, value: Child])[];
}

/** Names of a protocol with their values, or with words about them. */
export function Pairs({ pairs }: PairsProps) {
  return (
    <dl class="pairs">
      {pairs.map(([name, value]) => (
        <div>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>{typeof value === "string" ? <code>{value}</code> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface PartProps {
  /** The ID of the title. */
  readonly id: string;
  readonly title: Child;
  /** Its classes: a `panel` has a frame, a `part` has a line above. */
  readonly kind?: string;
  /** What is beside the title, such as a link. */
  readonly beside?: Child;
  readonly children: Child;
}

/** A part of a page, below its title. */
export function Part({ id, title, kind = "panel", beside, children }: PartProps) {
  const heading = <h2 id={id}>{title}</h2>;
  return (
    <section class={kind} aria-labelledby={id}>
      {beside ? (
        <div class="panel-head">
          {heading}
          {beside}
        </div>
      ) : (
        heading
      )}
      {children}
    </section>
  );
}

/** A row of a list: a name, a text and actions. */
export function Row({ name, text, children }: { name: Child; text?: Child; children?: Child }) {
  return (
    <li>
      <p>
        <strong>{name}</strong> <span class="soft">{text}</span>
      </p>
      {children}
    </li>
  );
}

export type Fact = readonly [head: string, value: Child];

/** Facts about an object, each below its name. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl class="summary">
      {facts.map(([head, value]) => (
        <div>
          <dt>{head}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface CardsProps {
  readonly cards: readonly { readonly href: string; readonly title: string; readonly text: string }[];
}

/** Cards that lead to pages. */
export function Cards({ cards }: CardsProps) {
  return (
    <ul class="cards">
      {cards.map(({ href, title, text }) => (
        <li>
          <a href={href}>
            <strong>{title}</strong>
            <span class="soft">{text}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** A part of a whole in percent; a small one is not 0%, and a large one not 100%. */
export function percentText(part: number, sum: number): string {
  const percent = (100 * part) / sum;
  if (part > 0 && percent < 1) return "Under 1%";
  return `${part < sum ? Math.min(99, Math.round(percent)) : 100}%`;
}

/** The quotas of some APIs, each once with the names of the APIs whose calls it pays. */
export function eachQuota(apis: UsageReport["apis"]) {
  const all = apis.flatMap(({ api, quotas }) => quotas.map((quota) => ({ api, quota })));
  return [...Map.groupBy(all, ({ quota }) => quota.policy).values()].flatMap((same) =>
    same.slice(0, 1).map(({ quota }) => ({ quota, apis: same.map(({ api }) => api) })),
  );
}

/** The used share of a quota as a bar; the texts around say the same. */
export function UsedBar({ used, limit }: { used: number; limit: number }) {
  const share = Math.min(1, used / limit);
  return (
    <svg class="used" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" width="100" height="6" />
      <rect class={share < 0.8 ? "" : "high"} width={100 * share} height="6" />
    </svg>
  );
}
