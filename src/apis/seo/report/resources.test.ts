import { expect, test } from "bun:test";
import { fetched, report } from "../../../../test/fixtures/seo/clean-page.ts";

const resourcesOf = (html: string) =>
  report(fetched({ body: new TextEncoder().encode(`<!doctype html><html lang=en>${html}`) })).resources;

test("files are counted once, by type, with those that block rendering and the hosts they come from", () => {
  const head = `<head><title>T</title><link rel=stylesheet href=/a.css><link rel=stylesheet media=" Print " href=/p.css>
    <link rel=icon href=/i.png><link rel=canonical href=/>
    <script src=/blocks.js></script><script async src=/a.js></script><script defer src=/d.js></script>
    <script type=module src=/m.js></script><script src=https://cdn.example/x.js></script></head>`;
  const body = `<body><img src=/1.png><img src="/1.png#again"><img src=data:,x><img src=""><img src="http://[">
    <script src=/late.js></script><iframe src=https://video.example/></iframe><object data=/o.pdf></object>
    <video src=/v.mp4><track src=/t.vtt></video>`;
  expect(resourcesOf(head + body)).toEqual({
    total: 14,
    scripts: 6,
    stylesheets: 2,
    images: 1,
    media: 2,
    frames: 2,
    other: 1,
    renderBlocking: 3,
    hosts: 2,
  });
});

test("a page of 100,000 files is counted to 2,000", () => {
  const body = Array.from({ length: 20_000 }, (_, i) => `<img src=/${i}>`).join("");
  expect(resourcesOf(body).total).toBe(2_000);
});
