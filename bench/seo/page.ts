import type { FetchedPage } from "../../src/apis/seo/fetch/fetched-page.ts";

/** A page of about `size` bytes that is made as real ones are: a third text, links, images, scripts and data. */
export function page(size: number): string {
  const block = (
    i: number,
  ) => `<section class="teaser teaser-${i % 7}" data-track='{"id":${i}}'><h2 id="s${i}">Section ${i} of the page</h2>
<p class="lead">The workshop number ${i} repairs bicycles of every make, and <a href="/workshops/${i}" class="link link--inline">its own page</a> tells what it costs; <em>prices</em> are told before the work begins.</p>
<figure><img src="/images/${i}.jpg" srcset="/images/${i}-2x.jpg 2x" alt="Workshop ${i}" width="640" height="360" loading="lazy"></figure>
<ul><li><a href="/a/${i}">One offer of many</a></li><li><a href="https://other.example/${i}" rel="nofollow">A second offer</a></li></ul>
<script>window.queue=window.queue||[];queue.push({"slot":${i},"sizes":[[300,250],[728,90]],"targeting":{"section":"workshop","id":"${i}"}});</script></section>
`;
  let body = "";
  for (let i = 0; body.length < size - 700; i++) body += block(i);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bicycle repairs in Lisbon, done in a day</title><meta name="description" content="We repair bicycles of every make in Lisbon, in a day, at a price that we tell you before we start."><link rel="canonical" href="https://shop.example/"><script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"Rodas","url":"https://shop.example/","logo":"https://shop.example/l.png"}</script></head><body><h1>Bicycle repairs</h1>${body}</body></html>`;
}

/** A page as it is after it was fetched. */
export function fetchedPage(html: string): FetchedPage {
  return {
    url: "https://shop.example/",
    finalUrl: "https://shop.example/",
    status: 200,
    headers: new Map([["content-type", ["text/html; charset=utf-8"]]]),
    body: new TextEncoder().encode(html),
    truncated: false,
    transferBytes: html.length,
    redirects: [],
    stopped: undefined,
    ttfbMs: 1,
    totalMs: 1,
    robots: {
      state: "received",
      url: "https://shop.example/robots.txt",
      status: 404,
      body: new Uint8Array(),
    },
    fetchedAt: 0,
  };
}
