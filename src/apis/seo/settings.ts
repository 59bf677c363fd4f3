import { tmpdir } from "node:os";
import { z } from "zod";
import type { BrowserUser } from "../../kit/browse.ts";
import { ConfigError } from "../../kit/config-error.ts";
import type { ApiDeps, SettingsDefinition } from "../../kit/define-api.ts";

const variables = {
  SEO_CHROMIUM: z
    .string()
    .default("")
    .describe(
      "The path of Chromium or Chrome, such as /usr/bin/chromium, or its name on the PATH: render=auto then renders pages that scripts draw. Empty: no page is rendered. See docs/seo.md first.",
    ),
};

/** Settings of rendering. */
export interface SeoSettings {
  /** The path or name of the browser, as the operator wrote it; undefined if pages are not rendered. */
  readonly chromium: string | undefined;
}

export const seoSettings: SettingsDefinition<typeof variables, SeoSettings> = {
  variables,
  read: ({ SEO_CHROMIUM }) => ({ chromium: SEO_CHROMIUM === "" ? undefined : SEO_CHROMIUM }),
};

/** The browser of this machine, and the user that runs it if not that of the server. */
export interface InstalledBrowser {
  readonly path: string;
  readonly user: BrowserUser | undefined;
}

/** The user without rights that this machine has. */
const NOBODY = "nobody";

/** The user that runs the browser of a server that runs as root; undefined where that user cannot start it. */
function unprivilegedUser(path: string, { programs }: ApiDeps): BrowserUser | undefined {
  if (programs.find("setpriv") === undefined) return undefined;
  const idOf = (flag: string) => Number(programs.ask("id", flag, NOBODY) ?? Number.NaN);
  const user = { uid: idOf("-u"), gid: idOf("-g") };
  if (!(user.uid > 0 && user.gid > 0)) return undefined;
  // The profile of the browser is in the temporary folder.
  const reaches = ["test", "-x", path, "-a", "-x", tmpdir()];
  const as = [`--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"];
  return programs.ask("setpriv", ...as, ...reaches) === undefined ? undefined : user;
}

/** Finds the browser that the settings name. Throws a `ConfigError` where this machine does not have it. */
export function findBrowser({ chromium }: SeoSettings, deps: ApiDeps): InstalledBrowser | undefined {
  if (chromium === undefined) return undefined;
  const path = deps.programs.find(chromium);
  if (path === undefined) {
    throw new ConfigError(
      "SEO_CHROMIUM is not the path or name of a program on this machine: install Chromium.",
    );
  }
  if (process.getuid?.() !== 0) return { path, user: undefined };
  const user = unprivilegedUser(path, deps);
  if (user === undefined) {
    deps.warn(
      "Chromium runs without its own sandbox, because the server runs as root and the user nobody cannot start it: run the server as another user",
      { chromium: path },
    );
  }
  return { path, user };
}
