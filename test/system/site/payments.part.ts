import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { casesOf } from "../../helpers/nightly.ts";
import { type Running, startQuintet } from "../../helpers/running.ts";
import { type FakeStripe, SECRET_KEY, startFakeStripe, WEBHOOK_SECRET } from "../../servers/fake-stripe.ts";
import { openSite } from "./open-site.ts";
import { findingsOf, hasBrowser, signIn, visitor } from "./visitor.ts";

let server: Running;
let stripe: FakeStripe;
let browser: Browser;

beforeAll(async () => {
  if (!hasBrowser) return;
  stripe = await startFakeStripe();
  ({ browser } = await openSite());
  server = await startQuintet({
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    UPSTREAM_URLS: `stripe=${stripe.url}`,
  });
});
afterAll(async () => {
  await Promise.all([server?.[Symbol.asyncDispose](), stripe?.[Symbol.asyncDispose]()]);
});

async function tell(type: string, object: object): Promise<void> {
  const { body, signature } = await stripe.event(type, object);
  const answer = await fetch(`${server.url}/webhooks/stripe`, {
    method: "POST",
    headers: { "Stripe-Signature": signature },
    body,
  });
  expect(answer.status).toBe(200);
}

/** The plan part as it stands on the page. */
const plans = (page: Page) => page.textContent("section:has(> #plan)");

describe.skipIf(!hasBrowser)("a person who pays", () => {
  test.each([true, false])(
    "chooses, pays, adds, changes, falls into arrears and manages (scripts: %p)",
    async (javaScriptEnabled) => {
      await using person = await visitor(browser, server.url, { javaScriptEnabled }, [stripe.url]);
      const { page } = person;
      await signIn(page, server);
      await page.goto("/account/plan");
      // The policy lets this form's answer lead to the page to pay on, or the click would end here.
      await page.click("button:has-text('Choose PDF extract')");
      await page.click("text=Pay now");
      await page.waitForURL("**/account/plan");
      expect(await plans(page)).toContain("PDF extract Renews on ");

      await page.click("button:has-text('Add SEO audit')");
      await page.click("text=Pay now");
      await page.waitForURL("**/account/plan");
      expect(await plans(page)).toContain("SEO audit Renews on ");

      await page.selectOption("#from", "pdf");
      await page.selectOption("#plan-to", "bundle");
      await page.click("button:has-text('Change')");
      await page.waitForURL(`${stripe.url}/portal/**`);
      await page.goto("/account/plan");
      await page.click("button:has-text('Manage payment')");
      await page.waitForURL(`${stripe.url}/portal/**`);

      const late = stripe.subscriptions[0];
      if (late === undefined) throw new Error("nothing was bought");
      late.status = "past_due";
      stripe.invoices.push({ subscription: late.id, status: "open", created: late.created });
      await tell("customer.subscription.updated", late);
      await page.goto("/account/plan");
      expect(await page.textContent(".arrears")).toContain("to keep this plan");
      expect(person.complaints).toEqual([]);
    },
  );

  test.each(casesOf(["light", "dark"] as const, 2))(
    "finds the page without a finding of axe, on a phone too, in %s",
    async (colorScheme) => {
      await using person = await visitor(
        browser,
        server.url,
        { colorScheme, reducedMotion: "reduce", viewport: { width: 320, height: 800 } },
        [stripe.url],
      );
      const { page } = person;
      await signIn(page, server);
      await page.goto("/account/plan");
      for (const plan of ["Choose PDF extract", "Add SEO audit"]) {
        await page.click(`button:has-text('${plan}')`);
        await page.click("text=Pay now");
        await page.waitForURL("**/account/plan");
      }
      const [late] = stripe.subscriptions;
      if (late === undefined) throw new Error("nothing was bought");
      late.status = "past_due";
      stripe.invoices.push({ subscription: late.id, status: "open", created: late.created });
      await tell("customer.subscription.updated", late);
      await page.goto("/account/plan");
      expect(await page.locator(".arrears").count()).toBe(1);
      expect(await findingsOf(page)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);
      expect(person.complaints).toEqual([]);
    },
  );

  test("is told in words when the payment service is away, on a page", async () => {
    await using person = await visitor(browser, server.url, {}, [stripe.url]);
    const { page } = person;
    await signIn(page, server);
    await page.goto("/account/plan");
    stripe.faults.push({ fault: "401" });
    await page.click("button:has-text('Choose PDF extract')");
    await page.waitForSelector("text=Payment service unavailable");
    await page.click("text=your account");
    await page.click("nav a:has-text('Plan')");
    await page.waitForURL("**/account/plan");
    expect(await plans(page)).toContain("Current plan: Free");
  });
});

test.skipIf(!hasBrowser)(
  "a page to pay on at an address of the operator's own is one click more",
  async () => {
    // The API is reached by another name than the one that the pages are at.
    const named = stripe.url.replace("127.0.0.1", "localhost");
    await using other = await startQuintet({
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      UPSTREAM_URLS: `stripe=${named}`,
    });
    await using person = await visitor(browser, other.url, {}, [stripe.url]);
    const { page } = person;
    await signIn(page, other);
    await page.goto("/account/plan");
    await page.click("button:has-text('Choose PDF extract')");
    await page.click(`text=Continue to ${new URL(stripe.url).host}`);
    await page.waitForSelector("text=Pay now");
    expect(person.complaints).toEqual([]);
  },
);
