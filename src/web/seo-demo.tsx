/** @jsxImportSource hono/jsx */
import { scoreTone } from "../kit/site-overview.ts";
import type { Assets } from "./assets.ts";
import results from "./samples/results.json" with { type: "json" };

const RADIUS = 42;
const AROUND = 2 * Math.PI * RADIUS;

/** A score as a gauge: the arc is the share of the points kept. */
export function Dial({ value, max }: { value: number; max: number }) {
  const share = value / max;
  return (
    <svg
      class={`dial ${scoreTone(100 * share)}`}
      viewBox="0 0 100 100"
      role="img"
      aria-label={`Score: ${value} of ${max}`}
    >
      <circle class="track" cx="50" cy="50" r={RADIUS} />
      <circle
        class="arc"
        cx="50"
        cy="50"
        r={RADIUS}
        stroke-dasharray={`${(share * AROUND).toFixed(1)} ${AROUND.toFixed(1)}`}
        transform="rotate(-90 50 50)"
      />
      <text x="50" y="59">
        {value}
      </text>
    </svg>
  );
}

/** The most findings that the demo lists. */
const MOST = 4;

/** The audit of the sample page in short: the gauge, the most important findings, and its previews. */
export function SeoDemo({ assets }: { assets: Assets }) {
  const { score, findings, passed, preview } = results.seo;
  const { search, social } = preview;
  const costly = findings.filter(({ points }) => points > 0);
  const more = findings.length - Math.min(MOST, costly.length);
  return (
    <div class="report" data-play="">
      <Dial value={score.value} max={score.max} />
      <ol class="findings">
        {costly.slice(0, MOST).map(({ points, message, fix, severity }) => (
          <li>
            <span class={`points ${severity}`}>−{points}</span>
            <span>
              {message} <span class="soft">{fix.summary}</span>
            </span>
          </li>
        ))}
        {more > 0 && <li class="soft">{`and ${more} more; ${passed.length} checks passed`}</li>}
      </ol>
      <div class="previews">
        <figure class="result">
          <figcaption class="soft">Google preview</figcaption>
          <p class="address">{search.address}</p>
          <p class="headline">{search.title}</p>
          <p>{search.description}</p>
        </figure>
        <figure class="result card">
          <figcaption class="soft">Social preview</figcaption>
          <img
            src={assets.href("teapot.jpg")}
            width={960}
            height={720}
            loading="lazy"
            alt="The page's og:image."
          />
          <p class="address">{social.facebook.domain}</p>
          <p class="headline">{social.facebook.title}</p>
        </figure>
      </div>
    </div>
  );
}
