// Runs Lighthouse's SEO category on URLs, one after the other in one Chromium without a way out to the network.
// Reads {"chrome": path, "urls": [...]} from standard input; writes a line of JSON for each: its audits and their
// verdicts. Used by `npm run conformance:seo`.
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const { chrome, urls } = JSON.parse(Buffer.concat(chunks).toString("utf8"));

const browser = await launch({
  chromePath: chrome,
  chromeFlags: [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
  ],
});
try {
  for (const url of urls) {
    const result = await lighthouse(url, {
      port: browser.port,
      onlyCategories: ["seo"],
      output: "json",
      logLevel: "silent",
      formFactor: "desktop",
      screenEmulation: { disabled: true },
      throttlingMethod: "provided",
      disableFullPageScreenshot: true,
      // What the page itself says is compared, whatever its status is.
      ignoreStatusCode: true,
      // The pages load nothing, so there is nothing to wait for.
      maxWaitForLoad: 3_000,
      pauseAfterFcpMs: 0,
      pauseAfterLoadMs: 0,
      networkQuietThresholdMs: 0,
      cpuQuietThresholdMs: 0,
    });
    const { lhr } = result;
    const audits = Object.fromEntries(
      lhr.categories.seo.auditRefs.map(({ id }) => {
        const { score, scoreDisplayMode } = lhr.audits[id];
        const verdict =
          scoreDisplayMode === "manual" || scoreDisplayMode === "notApplicable" || score === null
            ? scoreDisplayMode
            : score === 1
              ? "pass"
              : "fail";
        return [id, verdict];
      }),
    );
    process.stdout.write(
      `${JSON.stringify({ url, version: lhr.lighthouseVersion, error: lhr.runtimeError?.code ?? null, audits })}\n`,
    );
  }
} finally {
  await browser.kill();
}
