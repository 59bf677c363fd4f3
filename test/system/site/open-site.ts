import type { Browser } from "playwright-core";
import { freePort, type Running, startQuintet } from "../../helpers/running.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { hasBrowser, openBrowser } from "./visitor.ts";

/** Opens the administration of `operated`. */
export const ADMIN_TOKEN = "admin-token-of-the-tests";

/** The servers and the browser that the tests of the site share. */
interface Site {
  /** A server with accounts. */
  readonly server: Running;
  /** The folder of its data, for the operator's commands. */
  readonly data: string;
  /** A server that needs no keys. */
  readonly open: Running;
  /** A server for tests of what operators do. It has no accounts and no used-up tries but theirs. */
  readonly operated: Running;
  /** The folder of its data. */
  readonly operatedData: string;
  /** Not there where `hasBrowser` says so: then no test that uses it runs. */
  readonly browser: Browser;
}

/** They start once, when first asked for. */
let opened: Promise<Site> | undefined;

async function start(): Promise<Site> {
  const [data, operatedData] = [temporaryFolder(), temporaryFolder()];
  const PORT = String(freePort());
  const [server, open, operated, browser] = await Promise.all([
    startQuintet({
      PORT,
      DATA_DIR: data,
      BURST_PER_SECOND: "1000",
      // Itself: one of the examples is a site that no server may reach.
      EGRESS_ALLOW: `127.0.0.1:${PORT}`,
    }),
    startQuintet({ METERING: "off", EGRESS_ALLOW: "127.0.0.0/8" }),
    startQuintet({ DATA_DIR: operatedData, ADMIN_TOKEN, EGRESS_ALLOW: "127.0.0.0/8" }),
    hasBrowser ? openBrowser() : ({} as Browser),
  ]);
  return { server, data, open, operated, operatedData, browser };
}

/** The shared servers and browser. */
export function openSite(): Promise<Site> {
  opened ??= start();
  return opened;
}

/** Ends the shared servers and the browser. */
export async function closeSite(): Promise<void> {
  const { server, open, operated, browser } = await openSite();
  if (hasBrowser) await browser.close();
  await Promise.all([server, open, operated].map((one) => one[Symbol.asyncDispose]()));
}
