// `npm run bench products`: what a product's page of 2 MB costs from bytes to answer.
import { findMarketplace } from "../src/apis/products/amazon/marketplaces.ts";
import { readProduct } from "../src/apis/products/amazon/product.ts";
import { decodePage } from "../src/apis/products/amazon/read-page.ts";
import {
  page as build,
  cart,
  core,
  embedded,
  formPrice,
  merchant,
  stock,
} from "../test/fixtures/products/page.ts";
import { median } from "./servers.ts";

/** A server is warm: the first quarter of the rounds is left out. */
const ROUNDS = 80;
const BAR = 40;
const ASIN = "B0TEST0001";

/** A card of another product, as pages have them by the hundred, with the scripts that stand between. */
const card = (
  i: number,
) => `<div class="a-section celwidget" id="card_${i}" data-csa-c-id="c${i}"><div class="a-row a-spacing-small"><a class="a-link-normal" href="/Other-Thing-${i}/dp/B0OTHER${String(i).padStart(3, "0")}/ref=sims_${i}?th=1&amp;psc=1"><img class="a-lazy-loaded" alt="Another thing ${i}" src="https://m.media-amazon.com/images/I/71other${i}._AC_UL165_.jpg"><span class="a-truncate-full a-offscreen">Another thing of the same kind, number ${i}</span></a><i class="a-icon a-icon-star a-star-4"><span class="a-icon-alt">4.${i % 10} out of 5 stars</span></i><span class="a-price"><span class="a-offscreen">$${i}.99</span><span aria-hidden="true">$${i}.99</span></span></div></div>
<script type="text/javascript">P.when("A","jQuery","ready").execute("card-${i}",function(A,$){var state={"asin":"B0OTHER${i}","slot":${i},"prefetch":[${Array.from({ length: 90 }, (_, n) => n * i).join(",")}],"price":"$${i}.99"};A.state("card-${i}",state);});</script>`;

const review = (i: number) =>
  `<li id="R2PCJK19PII${String(i).padStart(2, "0")}" data-hook="review"><a data-hook="review-title"><i data-hook="review-star-rating"><span class="a-icon-alt">${(i % 5) + 1}.0 out of 5 stars</span></i><span>Review ${i}</span></a><span data-hook="review-date">Reviewed in the United States on March ${i + 1}, 2026</span><span data-hook="review-body"><div data-hook="review-collapsed"><span>${"It holds what it says, and the handle stays cool. ".repeat(12)}</span></div></span></li>`;

function page(size: number): string {
  const center = `${core({ whole: "24", fraction: "99", label: "$24.99 with 17 percent savings", list: "$29.99", unit: "$2.08 / Count" })}${embedded({ amount: 24.99, symbol: "$" })}<div id="feature-bullets"><ul>${Array.from({ length: 6 }, (_, i) => `<li><span class="a-list-item">${`Bullet ${i} says something. `.repeat(8)}</span></li>`).join("")}</ul></div>`;
  const box = `<div id="corePrice_feature_div"><span class="a-price"><span class="a-offscreen">$24.99</span></span></div>${stock("In Stock")}${merchant("Amazon.com", "Amazon")}${cart(ASIN, { inside: formPrice("24.99", "USD", ASIN) })}`;
  let below = `<ul>${Array.from({ length: 13 }, (_, i) => review(i)).join("")}</ul>`;
  for (let i = 0; below.length < size - 12_000; i++) below += card(i);
  return build({ asin: ASIN, center, box, below });
}

const marketplace = findMarketplace("com");
if (marketplace === undefined) throw new TypeError("no marketplace");
for (const size of [500_000, 2_000_000]) {
  const bytes = new TextEncoder().encode(page(size));
  const costs: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const before = process.cpuUsage();
    const product = readProduct(decodePage(bytes, "text/html;charset=UTF-8"), { asin: ASIN, marketplace });
    JSON.stringify(product);
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1000);
    if (product?.price?.amount !== "24.99" || product.reviews.length !== 13)
      throw new Error("the page was read wrongly");
  }
  const warm = costs.slice(ROUNDS / 4);
  const verdict = size < 2_000_000 ? "" : `  target ≤ ${BAR} ms: ${median(warm) <= BAR ? "held" : "MISSED"}`;
  console.log(
    `${(bytes.length / 1e6).toFixed(2)} MB product page: CPU time (${Math.min(...warm).toFixed(1)} to ${Math.max(...warm).toFixed(1)} ms; the first ${costs[0]?.toFixed(1)} ms): ${median(warm).toFixed(1)} ms${verdict}`,
  );
}
