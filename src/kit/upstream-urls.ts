import { z } from "zod";
import { isAddress, isOrigin, withoutSlash } from "./setting-kinds.ts";

function isSite(text: string): boolean {
  return text.includes("{host}") && isAddress(text.replace("{host}", "host.example"));
}

/** What each service needs: a site has many hosts, Stripe has paths of its own. */
const services = { amazon: isSite, linkedin: isSite, models: isAddress, stripe: isOrigin };

type Service = keyof typeof services;

function isService(name: string): name is Service {
  return Object.hasOwn(services, name);
}

function readUrls(text: string): Partial<Record<Service, string>> | undefined {
  const urls: Partial<Record<Service, string>> = {};
  for (const entry of text.split(",").filter((part) => part.trim() !== "")) {
    const [, name = "", url = ""] = /^\s*([a-z]+)=(\S+)\s*$/.exec(entry) ?? [];
    if (!isService(name) || urls[name] !== undefined || !services[name](url)) return undefined;
    urls[name] = withoutSlash(url);
  }
  return urls;
}

const EXAMPLE = "stripe=http://stripe.test:12111,models=https://mirror.example.com/models";

/** The variable that replaces the URLs of other services. Every module that reads one of them declares it. */
export const upstreamUrls = {
  UPSTREAM_URLS: z
    .string()
    .default("")
    .transform((text, { addIssue }): Partial<Record<Service, string>> => {
      const urls = readUrls(text);
      if (urls === undefined) {
        addIssue(
          `a comma-separated list of amazon=URL and linkedin=URL (URLs that contain {host}), models=URL and stripe=URL (without a path), such as ${EXAMPLE}`,
        );
      }
      return urls ?? {};
    })
    .describe(
      `URLs of other services, for a staging system or a mirror: amazon and linkedin (with {host} for the host name of the site), models, stripe. For example ${EXAMPLE}. Those of models and stripe may be private; private ones of sites need EGRESS_ALLOW.`,
    ),
};
