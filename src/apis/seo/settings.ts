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
  SEO_CHROMIUM_USER: z
    .string()
    .regex(/^(?:[a-z_][a-z\d_-]{0,31}|)$/, "the name of a user of this machine")
    .default("")
    .describe(
      "The user that runs Chromium if the server runs as root, such as nobody: Chromium's own sandbox does not work as root.",
    ),
};

/** Settings of rendering. */
export interface SeoSettings {
  /** The path or name of the browser, as the operator wrote it; undefined if pages are not rendered. */
  readonly chromium: string | undefined;
  /** The name of the user that runs it; undefined for that of the server. */
  readonly user: string | undefined;
}

export const seoSettings: SettingsDefinition<typeof variables, SeoSettings> = {
  variables,
  read: ({ SEO_CHROMIUM, SEO_CHROMIUM_USER }) => ({
    chromium: SEO_CHROMIUM === "" ? undefined : SEO_CHROMIUM,
    user: SEO_CHROMIUM_USER === "" ? undefined : SEO_CHROMIUM_USER,
  }),
};

/** The browser of this machine, and the user that runs it if not that of the server. */
export interface InstalledBrowser {
  readonly path: string;
  readonly user: BrowserUser | undefined;
}

/** Looks a user up. Throws a `ConfigError` where this machine has no such user, or the server may not become it. */
function findUser(name: string, { programs }: ApiDeps): BrowserUser {
  if (process.getuid?.() !== 0) {
    throw new ConfigError(
      "SEO_CHROMIUM_USER needs a server that runs as root. Unset it: Chromium runs as the user of the server.",
    );
  }
  if (programs.find("setpriv") === undefined) {
    throw new ConfigError("SEO_CHROMIUM_USER needs the program setpriv: install util-linux.");
  }
  const idOf = (flag: string) => Number(programs.ask("id", flag, name) ?? Number.NaN);
  const user = { uid: idOf("-u"), gid: idOf("-g") };
  if (user.uid > 0 && user.gid > 0) return user;
  throw new ConfigError(
    "SEO_CHROMIUM_USER is no user of this machine other than root. Name one that exists, such as nobody.",
  );
}

/** Finds the browser that the settings name. Throws a `ConfigError` where this machine does not have it or its user. */
export function findBrowser(settings: SeoSettings, deps: ApiDeps): InstalledBrowser | undefined {
  const { chromium, user } = settings;
  if (chromium === undefined) return undefined;
  const path = deps.programs.find(chromium);
  if (path === undefined) {
    throw new ConfigError(
      "SEO_CHROMIUM is not the path or name of a program on this machine: install Chromium.",
    );
  }
  if (user !== undefined) return { path, user: findUser(user, deps) };
  if (process.getuid?.() === 0) {
    deps.warn(
      "Chromium runs without its own sandbox, because the server runs as root: set SEO_CHROMIUM_USER",
      {
        chromium: path,
      },
    );
  }
  return { path, user: undefined };
}
