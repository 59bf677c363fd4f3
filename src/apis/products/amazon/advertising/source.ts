import { type PageJob, pageJob } from "../../../../upstream/page-job.ts";
import { problems } from "../../../../upstream/problems.ts";
import type { Source } from "../../../../upstream/source.ts";
import type { Product } from "../../schemas.ts";
import type { ProductQuery } from "../page-source.ts";
import type { ProductPage } from "../read-page.ts";
import { type Credentials, type CredentialsByMarketplace, regionOf } from "./credentials.ts";
import { resources } from "./response.ts";
import { amzDate, authorization } from "./signature.ts";

const PATH = "/paapi5/getitems";
const TARGET = "com.amazon.paapi5.v1.ProductAdvertisingAPIv1.GetItems";

const productJob: PageJob<ProductPage, Product> = pageJob(
  "products-api",
  new URL("./response.worker.ts", import.meta.url).href,
);

function bodyOf({ asin, marketplace, language }: ProductQuery, { partnerTag }: Credentials): string {
  const tag = marketplace.languages.find((one) => language !== undefined && one.startsWith(language));
  return JSON.stringify({
    ItemIds: [asin],
    ItemIdType: "ASIN",
    ...(tag === undefined ? {} : { LanguagesOfPreference: [tag.replace("-", "_")] }),
    Marketplace: marketplace.host,
    PartnerTag: partnerTag,
    PartnerType: "Associates",
    Resources: resources,
  });
}

/** The headers of a request at a time in milliseconds. The `Host` header is signed too; the HTTP client adds it. */
function headersOf(host: string, body: string, region: string, credentials: Credentials, now: number) {
  const sent = {
    "content-encoding": "amz-1.0",
    "content-type": "application/json; charset=utf-8",
    "x-amz-date": amzDate(now),
    "x-amz-target": TARGET,
  };
  const { accessKey, secretKey } = credentials;
  const key = { accessKey, secretKey: secretKey.reveal(), region, service: "ProductAdvertisingAPI" };
  const signed = { method: "POST", path: PATH, headers: { ...sent, host }, body };
  return { ...sent, Accept: "application/json", Authorization: authorization(signed, key) };
}

/** Products from the Product Advertising API 5, with the operator's own credentials. */
export function advertisingSource(all: CredentialsByMarketplace): Source<ProductQuery, Product> {
  return {
    name: "api",
    async read(query, siteClient) {
      const { asin, marketplace } = query;
      const credentials = all.get(marketplace.name);
      const region = regionOf(marketplace.name);
      if (credentials === undefined || region === undefined) {
        throw problems.notConfigured(`Lookups on amazon.${marketplace.name} are not enabled on this server.`);
      }
      const host = marketplace.host.replace(/^www\./, "webservices.");
      const body = bodyOf(query, credentials);
      const headers = headersOf(host, body, region, credentials, siteClient.now());
      const page = await siteClient.get(`https://${host}${PATH}`, { headers, body });
      return siteClient.parse(productJob, {
        url: page.url,
        status: page.status,
        body: page.body,
        contentType: undefined,
        location: undefined,
        retryAfter: page.headers.get("retry-after")?.[0],
        now: siteClient.now(),
        asin,
        marketplace,
      });
    },
  };
}
