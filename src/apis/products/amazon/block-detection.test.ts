import { expect, test } from "bun:test";
import { detectBlock } from "./block-detection.ts";
import { findMarketplace } from "./marketplaces.ts";
import { readProduct } from "./product.ts";

const HOST = "https://www.amazon.de";
const wrap = (inside: string) =>
  `<!doctype html><html><head><title>Amazon</title></head><body>${inside}</body></html>`;
const dog = (image: string) =>
  wrap(`<a href="/"><img src="https://images-eu.ssl-images-amazon.com/images/G/03/error/${image}"></a>`);
const form = `<form method="get" action="/errors/validateCaptcha"><input name="amzn"><input id="captchacharacters"></form>`;

const blocked: readonly (readonly [
  name: string,
  code: string,
  html: string,
  status?: number,
  url?: string,
  location?: string,
])[] = [
  ["a robot check with a picture", "upstream-captcha", wrap(form)],
  [
    "a robot check with a button, as 200",
    "upstream-captcha",
    wrap(`<h4>Klicke auf die Schaltfläche</h4>${form}`),
  ],
  [
    "a robot check with its marks encoded twice",
    "upstream-captcha",
    wrap(`&lt;form action=&quot;&#x2F;errors&#x2F;validateCaptcha&quot;&gt;`),
  ],
  [
    "a robot check told by its script alone",
    "upstream-captcha",
    wrap(`<script>ue_sn = "opfcaptcha.amazon.de"</script>`),
  ],
  ["a robot check as 503", "upstream-captcha", wrap(form), 503],
  ["the dog of faults", "upstream-unavailable", dog("500_503._TTD_.png"), 503],
  ["the dog of faults as 200", "upstream-unavailable", dog("de_DE/500_503._TTD_.png")],
  ["the other dog of faults", "upstream-unavailable", dog("500-title._TTD_.png"), 500],
  ["the dog of what is not there, as 200", "not-found", dog("title._TTD_.png")],
  ["the dog of what is not there", "not-found", dog("en_US/title._TTD_.png"), 404],
  [
    "a question about age",
    "upstream-interstitial",
    wrap(`<a href="/gp/product/black-curtain-redirect.html?x">はい</a>`),
  ],
  [
    "today's question about age",
    "upstream-interstitial",
    wrap(`<a href="/black-curtain/save-eligibility/black-curtain?x">I'm over 18</a>`),
  ],
  [
    "a sign-in, followed to",
    "upstream-blocked",
    wrap(`<form name="signIn"></form>`),
    200,
    `${HOST}/ap/signin?openid=x`,
  ],
  ["a sign-in, led to", "upstream-blocked", "", 302, `${HOST}/dp/B0TEST0001`, "/ap/signin?openid=x"],
  [
    "a search",
    "upstream-unexpected-page",
    wrap(
      `<div data-component-type="s-search-result"><span class="a-price"><span class="a-offscreen">9,99 €</span></span></div>`,
    ),
  ],
  [
    "the start page, led to",
    "upstream-unexpected-page",
    "",
    302,
    `${HOST}/dp/B0TEST0001`,
    "https://www.example.com/",
  ],
  ["nothing", "upstream-unexpected-page", ""],
  ["a status that asks for less", "upstream-rate-limited", "", 429],
  ["a status without marks", "upstream-rate-limited", wrap("Service Unavailable"), 503],
  ["a fault of the gateway", "upstream-unavailable", "", 502],
  ["a refusal", "upstream-blocked", wrap("Forbidden"), 403],
  ["a status of nothing there", "not-found", wrap("nothing"), 404],
];

test.each(blocked)(
  "%s is %s",
  (_name, code, html, status = 200, url = `${HOST}/dp/B0TEST0001`, location?) => {
    const marketplace = findMarketplace("de");
    if (marketplace === undefined) throw new TypeError("no marketplace");
    expect(readProduct(html, { asin: "B0TEST0001", marketplace })).toBeUndefined();
    const headers = new Map<string, string[]>(location === undefined ? [] : [["location", [location]]]);
    const problem = detectBlock(
      {
        url,
        status,
        location: headers.get("location")?.[0],
        retryAfter: headers.get("retry-after")?.[0],
        now: 0,
      },
      html,
    );
    expect(problem.code).toBe(code as typeof problem.code);
    expect(problem.options.members).toMatchObject({ charged: 0 });
  },
);
