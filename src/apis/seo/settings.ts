import { z } from "zod";
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

/** Whether pages are rendered. */
export interface SeoSettings {
  /** The path or name of the browser, as the operator wrote it; undefined if pages are not rendered. */
  readonly chromium: string | undefined;
}

export const seoSettings: SettingsDefinition<typeof variables, SeoSettings> = {
  variables,
  read: ({ SEO_CHROMIUM }) => ({ chromium: SEO_CHROMIUM === "" ? undefined : SEO_CHROMIUM }),
};

/** The path of the browser that the settings name. Throws a `ConfigError` where this machine does not have it. */
export function findBrowser({ chromium }: SeoSettings, { programs, warn }: ApiDeps): string | undefined {
  if (chromium === undefined) return undefined;
  const path = programs.find(chromium);
  if (path !== undefined) {
    if (process.getuid?.() === 0) {
      warn("Chromium runs without its own sandbox, because the server runs as root: use another user", {
        chromium: path,
      });
    }
    return path;
  }
  throw new ConfigError(
    "SEO_CHROMIUM is not the path or name of a program on this machine: install Chromium.",
  );
}
