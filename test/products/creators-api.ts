/** The credentials that the stand-in of the API accepts. They are made up. */
export const CREDENTIAL_ID = "amzn1.application-oa2-client.quintettest0000001";
export const OLD_CREDENTIAL_ID = "quintettest00000000000001";
export const SECRET = "amzn1.oa2-cs.v1.quintettestsecret000000000000000000";

/** The value of `AMAZON_API_CREDENTIALS` for these marketplaces. */
export function credentialsFor(...names: readonly string[]): string {
  return names.map((name) => `${name}=${CREDENTIAL_ID}:${SECRET}:quintet-20`).join(",");
}

interface Amount {
  readonly amount: number;
  readonly currency: string;
}

/** What differs from a listing that is in stock and featured. */
export interface ListingParts {
  readonly price?: Amount | null;
  readonly basis?: Amount;
  readonly stock?: string;
  readonly message?: string;
  readonly winner?: boolean;
  readonly map?: boolean;
  readonly merchant?: { readonly id?: string; readonly name: string };
  readonly condition?: object;
}

/** A listing of an item. */
export function listingOf({
  price = { amount: 19.9, currency: "EUR" },
  basis,
  stock = "IN_STOCK",
  message,
  winner = true,
  map = false,
  merchant = { id: "A3JWKAKR8XB7XF", name: "Amazon.de" },
  condition = { value: "New", subCondition: "Unknown" },
}: ListingParts = {}) {
  return {
    availability: { type: stock, ...(message === undefined ? {} : { message }) },
    condition,
    isBuyBoxWinner: winner,
    merchantInfo: merchant,
    ...(price === null
      ? {}
      : { price: { money: price, ...(basis === undefined ? {} : { savingBasis: { money: basis } }) } }),
    violatesMAP: map,
  };
}

/** An item of the API with everything that it says of a book; `more` replaces members. */
export function apiItem(asin: string, more: Readonly<Record<string, unknown>> = {}) {
  const label = (name: string, displayValue: unknown) => ({ displayValue, label: name, locale: "de_DE" });
  const image = (id: string, size: number) => ({
    url: `https://m.media-amazon.com/images/I/${id}._SL${size}_.jpg`,
    width: size,
    height: size - 20,
  });
  return {
    asin,
    parentASIN: "B0PARENT01",
    detailPageURL: `https://www.amazon.de/dp/${asin}?tag=quintet-20`,
    itemInfo: {
      title: label("Title", "Der Kessel &amp; die Kanne"),
      byLineInfo: {
        brand: label("Brand", "Kesselhaus"),
        contributors: [{ name: "Ada Beispiel", role: "Autor", roleType: "author", locale: "de_DE" }],
      },
      classifications: {
        binding: label("Binding", "Taschenbuch"),
        productGroup: label("ProductGroup", "Buch"),
      },
      externalIds: {
        eans: { displayValues: ["9783161484100"], label: "EAN", locale: "en_US" },
        isbns: { displayValues: ["316148410X"], label: "ISBN", locale: "en_US" },
        upcs: { displayValues: ["123456789012"], label: "UPC", locale: "en_US" },
      },
      features: { displayValues: ["Aus Stahl", "Pfeift"], label: "Features", locale: "de_DE" },
      manufactureInfo: { model: label("Model", "KT-100") },
      contentInfo: {
        pagesCount: label("NumberOfPages", 208),
        languages: { displayValues: [{ displayValue: "Deutsch", type: "Published" }], label: "Language" },
      },
      productInfo: {
        itemDimensions: {
          height: { displayValue: 12.5, label: "Height", locale: "de_DE", unit: "cm" },
        },
      },
    },
    images: {
      primary: { large: image("71abcDEF12L", 500), medium: image("71abcDEF12L", 160) },
      variants: [{ large: image("61xyz%2BAB3L", 500) }],
    },
    browseNodeInfo: {
      browseNodes: [
        {
          id: "300",
          displayName: "Kessel",
          salesRank: 3,
          ancestor: { id: "200", displayName: "Kochen", ancestor: { id: "100", displayName: "Bücher" } },
        },
      ],
      websiteSalesRank: { id: "1", displayName: "Bücher", salesRank: 4_321 },
    },
    customerReviews: { count: 87, starRating: { value: 4.6 } },
    offersV2: { listings: [listingOf()] },
    variationAttributes: [{ name: "Farbe", value: "Rot" }],
    ...more,
  };
}

/** A response with these items. */
export const itemsOf = (...items: readonly object[]) => ({ itemsResult: { items } });

/** A response with an error about an item, with status 200 beside items that were found. */
export const itemError = (code: string) => ({ errors: [{ code, message: `About ${code}.` }] });

/** A response to a request that is rejected as a whole. */
export const failure = (type: string, reason?: string) => ({
  type,
  message: `About ${reason ?? type}.`,
  ...(reason === undefined ? {} : { reason }),
});

/** One request of items that the stand-in accepted. */
export interface ApiRequest {
  readonly marketplace: string;
  readonly authorization: string;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Answer {
  readonly status?: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

const answered = ({ status = 200, body, headers = {} }: Answer) =>
  new Response(typeof body === "string" ? body : JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json", ...headers },
  });

/** Whether a token request has the fields of one of the two kinds of credentials, in its own format. */
async function grants(host: string, request: Request): Promise<boolean> {
  const isLogin = /^api\.amazon\.(?:com|co\.uk|co\.jp)$/.test(host);
  const isCognito = /^creatorsapi\.auth\.[a-z0-9-]+\.amazoncognito\.com$/.test(host);
  const form = Object.fromEntries(new URLSearchParams(await request.clone().text()));
  const fields: Readonly<Record<string, unknown>> = isLogin ? JSON.parse(await request.text()) : form;
  return (
    (isLogin || isCognito) &&
    request.headers.get("content-type") ===
      (isLogin ? "application/json" : "application/x-www-form-urlencoded") &&
    fields.grant_type === "client_credentials" &&
    fields.scope === (isLogin ? "creatorsapi::default" : "creatorsapi/default") &&
    fields.client_id === (isLogin ? CREDENTIAL_ID : OLD_CREDENTIAL_ID) &&
    fields.client_secret === SECRET
  );
}

/**
 * A stand-in for the Creators API on loopback, with its token endpoints: it accepts items' requests with a token
 * that it issued and has not revoked alone.
 */
export function openCreatorsApi(
  answer: (request: ApiRequest) => Answer,
  { expiresIn = 3_600, token }: { readonly expiresIn?: number; readonly token?: Answer } = {},
) {
  const requests: ApiRequest[] = [];
  const grantsAt: string[] = [];
  const valid = new Set<string>();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const [, host = "", ...path] = new URL(request.url).pathname.split("/");
      if (path.at(-1) === "token") {
        grantsAt.push(`${host}/${path.join("/")}`);
        if (token !== undefined) return answered(token);
        if (!(await grants(host, request))) {
          return Response.json({ error: "invalid_client" }, { status: 401 });
        }
        const issued = `Atc|token-${grantsAt.length}`;
        valid.add(issued);
        return Response.json({ access_token: issued, token_type: "bearer", expires_in: expiresIn });
      }
      const authorization = request.headers.get("authorization") ?? "";
      const [, bearer = ""] = /^Bearer ([^,]+)(?:, Version 2\.[123])?$/.exec(authorization) ?? [];
      const isRight = request.method === "POST" && host === "creatorsapi.amazon";
      if (!isRight || path.join("/") !== "catalog/v1/getItems") {
        return answered({ status: 400, body: failure("ValidationException", "UnknownOperation") });
      }
      if (!valid.has(bearer)) {
        return answered({ status: 401, body: failure("UnauthorizedException", "InvalidToken") });
      }
      const marketplace = request.headers.get("x-marketplace") ?? "";
      const accepted = { marketplace, authorization, body: JSON.parse(await request.text()) };
      requests.push(accepted);
      return answered(answer(accepted));
    },
  });
  return {
    base: `http://127.0.0.1:${server.port}/{host}`,
    requests: requests as readonly ApiRequest[],
    /** The token endpoints that were asked, in turn. */
    grants: grantsAt as readonly string[],
    /** Makes every token that was issued invalid, before its time. */
    revoke: () => valid.clear(),
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}
