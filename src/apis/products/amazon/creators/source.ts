import { type PageJob, pageJob } from "../../../../upstream/page-job.ts";
import { problems } from "../../../../upstream/problems.ts";
import type { Page, SiteClient, Source } from "../../../../upstream/source.ts";
import type { Product } from "../../schemas.ts";
import { type ProductPage, type ProductQuery, pageFor } from "../page-source.ts";
import type { Credentials, CredentialsByMarketplace } from "./credentials.ts";
import { resources } from "./response.ts";

const GET_ITEMS = "https://creatorsapi.amazon/catalog/v1/getItems";

const productJob: PageJob<ProductPage, Product> = pageJob(
  "products-api",
  new URL("./response.worker.ts", import.meta.url).href,
);

function bodyOf({ asin, marketplace, language }: ProductQuery, partnerTag: string): string {
  const tag = marketplace.languages.find((one) => language !== undefined && one.startsWith(language));
  return JSON.stringify({
    itemIds: [asin],
    partnerTag,
    ...(tag === undefined ? {} : { languagesOfPreference: [tag.replace("-", "_")] }),
    resources,
  });
}

/** Sends the request; once more with a new token if the API rejects one that was kept. */
async function send(
  query: ProductQuery,
  { token, partnerTag }: Credentials,
  client: SiteClient,
): Promise<Page> {
  const body = bodyOf(query, partnerTag);
  const post = async (isPreliminary: boolean) =>
    client.get(GET_ITEMS, {
      headers: {
        Accept: "application/json",
        Authorization: await token.authorization(client),
        "Content-Type": "application/json",
        "x-marketplace": query.marketplace.host,
      },
      body,
      isPreliminary,
    });
  const wasKept = token.isKept(client.now());
  const page = await post(false);
  if (page.status !== 401) return page;
  token.drop();
  return wasKept ? post(true) : page;
}

/** Products from Amazon's Creators API, with the operator's own credentials. */
export function creatorsSource(all: CredentialsByMarketplace): Source<ProductQuery, Product> {
  return {
    name: "api",
    async read(query, client) {
      const { marketplace } = query;
      const credentials = all.get(marketplace.name);
      if (credentials === undefined) {
        throw problems.notConfigured(`Lookups on amazon.${marketplace.name} are not enabled on this server.`);
      }
      const page = await send(query, credentials, client);
      return client.parse(productJob, pageFor(page, query, client.now()));
    },
  };
}
