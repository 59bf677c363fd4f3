import { type Marketplace, placesOf } from "../../src/apis/products/amazon/marketplaces.ts";
import type { OfferState } from "../../src/apis/products/amazon/state.ts";
import { apiItem, itemsOf, listingOf } from "./creators-api.ts";
import { statePages, wordingOf } from "./states.ts";

export const ASIN = "B0TEST0001";
export const PARENT = "B0PARENT01";

/** The two amounts of a listing, in units and as a product gives them. */
export function amountsOf(currency: string) {
  const text = (units: number) => units.toFixed(placesOf(currency));
  return { units: 1_234, listUnits: 1_645, amount: text(1_234), listAmount: text(1_645) };
}

const MERCHANT = { id: "A1TESTSELLER1", name: "Kesselhaus & Söhne" };
const label = (name: string, displayValue: unknown, locale: string) => ({
  displayValue,
  label: name,
  locale,
});

/** What both sources say of the listing, beside its offer. */
export const facts = {
  asin: ASIN,
  requestedAsin: ASIN,
  parentAsin: PARENT,
  title: "Der Kessel & die Kanne",
  brand: "Kesselhaus",
  isDigital: false,
  bullets: ["Aus Stahl", "Pfeift & dampft"],
  rating: { average: 4.6, count: 5_064 },
  breadcrumbs: [
    { name: "Home & Kitchen", nodeId: "100100" },
    { name: "Kettles", nodeId: "200200" },
  ],
  bestSellerRanks: [
    { rank: 4_321, category: "Home & Kitchen" },
    { rank: 3, category: "Home & Kitchen > Kettles", nodeId: "200200" },
  ],
  identifiers: { model: "KT-100" },
  images: [{ id: "71abcDEF12L" }, { id: "61xyz+AB3L" }],
};

const html = (text: string) => text.replaceAll("&", "&amp;");
const image = (id: string) => `https://m.media-amazon.com/images/I/${id.replace("+", "%2B")}._AC_SL500_.jpg`;

/** The pages of the listing in one state and language, with prices as the runtime writes them there. */
export function pagesOf(marketplace: Marketplace, tag: string, state: OfferState): readonly string[] {
  const { currency } = marketplace;
  const { units, listUnits } = amountsOf(currency);
  const money = new Intl.NumberFormat(tag, { style: "currency", currency });
  const href = (node: string) => `/gp/bestsellers/kitchen/${node}/ref=zg`;
  const pages = statePages(wordingOf(tag.slice(0, 2)), {
    layout: `kitchen ${tag.replace("-", "_")}`,
    asin: ASIN,
    title: html(facts.title),
    center: `<a id="bylineInfo" href="/stores/x">Brand: ${facts.brand}</a>
<div id="averageCustomerReviews"><span id="acrPopover" title="4.6 out of 5 stars"></span><span id="acrCustomerReviewText">5,064 ratings</span></div>
<div id="feature-bullets"><ul>${facts.bullets.map((text) => `<li><span class="a-list-item">${html(text)}</span></li>`).join("")}</ul></div>`,
    offer: `<div id="corePrice_feature_div"><span class="a-price"><span class="a-offscreen">${money.format(units)}</span></span></div><div id="apex_desktop"><span class="basisPrice"><span class="a-offscreen">${money.format(listUnits)}</span></span></div><div id="merchantInfoFeature_feature_div"><span class="offer-display-feature-text-message"><a id="sellerProfileTriggerId" href="/x?seller=${MERCHANT.id}">${html(MERCHANT.name)}</a></span></div>`,
    below: `<div id="wayfinding-breadcrumbs_feature_div">${facts.breadcrumbs.map(({ name, nodeId }) => `<a href="/b?node=${nodeId}">${html(name)}</a>`).join(" › ")}</div>
<div id="prodDetails"><table><tr><th>Item model number</th><td>KT-100</td></tr><tr><th>Best Sellers Rank</th><td><span>#4,321 in Home &amp; Kitchen (<a href="/gp/bestsellers/kitchen">See Top 100 in Home &amp; Kitchen</a>)</span> <span>#3 in <a href="${href("100100")}">Home &amp; Kitchen</a> &gt; <a href="${href("200200")}">Kettles</a></span></td></tr></table></div>
<script>var d = {'colorImages': { 'initial': ${JSON.stringify(facts.images.map(({ id }) => ({ large: image(id), variant: null })))} }, "parentAsin" : "${PARENT}"};</script>`,
  });
  // Other wordings of a state do not depend on the marketplace.
  return pages.flatMap(([own, text]) => (own === state ? [text] : [])).slice(0, 3);
}

/** What the API says of the states that it knows; of the others it says no more than that there is no offer. */
const listings: Readonly<Partial<Record<OfferState, Parameters<typeof listingOf>[0]>>> = {
  "featured-offer": {},
  preorder: { stock: "PREORDER" },
  unavailable: { stock: "OUT_OF_STOCK" },
  "other-sellers-only": { winner: false },
  "price-hidden-until-cart": { map: true },
};

/** The states that the API has no word for. */
export const untold: readonly OfferState[] = ["select-variant", "not-deliverable-here"];

/** The response of the API about the listing in one state and language. */
export function responseOf({ currency }: Marketplace, tag: string, state: OfferState): object {
  const { units, listUnits } = amountsOf(currency);
  const parts = listings[state];
  const locale = tag.replace("-", "_");
  const own = {
    price: { amount: units, currency },
    basis: { amount: listUnits, currency },
    merchant: MERCHANT,
  };
  const size = (id: string) => ({ large: { url: image(id), width: 500, height: 480 } });
  const [first, ...others] = facts.images.map(({ id }) => size(id));
  return itemsOf(
    apiItem(ASIN, {
      parentASIN: PARENT,
      itemInfo: {
        title: label("Title", html(facts.title), locale),
        byLineInfo: { brand: label("Brand", facts.brand, locale) },
        classifications: { binding: label("Binding", "Kitchen", locale) },
        features: { displayValues: facts.bullets.map(html), label: "Features", locale },
        manufactureInfo: { model: label("Model", "KT-100", locale) },
      },
      images: { primary: first, variants: others },
      browseNodeInfo: {
        browseNodes: [
          {
            id: "200200",
            displayName: "Kettles",
            salesRank: 3,
            ancestor: { id: "100100", displayName: html("Home & Kitchen") },
          },
        ],
        websiteSalesRank: { id: "1", displayName: html("Home & Kitchen"), salesRank: 4_321 },
      },
      customerReviews: { count: 5_064, starRating: { value: 4.6 } },
      offersV2: { listings: parts === undefined ? [] : [listingOf({ ...own, ...parts })] },
      variationAttributes: [],
    }),
  );
}
