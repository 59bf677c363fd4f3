import { authorization } from "../../src/apis/products/amazon/advertising/signature.ts";

/** The credentials that the stand-in of the API accepts. They are made up. */
export const ACCESS_KEY = "AKIAQUINTETTEST00001";
export const SECRET_KEY = "testSecret/With+Signs=AndEnoughCharacters";

/** The value of `AMAZON_API_CREDENTIALS` for these marketplaces. */
export function credentialsFor(...names: readonly string[]): string {
  return names.map((name) => `${name}=${ACCESS_KEY}:${SECRET_KEY}:quintet-20`).join(",");
}

interface Amount {
  readonly Amount: number;
  readonly Currency: string;
}

/** What differs from a listing that is in stock and featured. */
export interface ListingParts {
  readonly price?: Amount | null;
  readonly basis?: Amount;
  readonly stock?: string;
  readonly message?: string;
  readonly winner?: boolean;
  readonly map?: boolean;
  readonly merchant?: { readonly Id?: string; readonly Name: string };
  readonly condition?: object;
}

/** A listing of Offers V2. */
export function listingV2({
  price = { Amount: 19.9, Currency: "EUR" },
  basis,
  stock = "IN_STOCK",
  message,
  winner = true,
  map = false,
  merchant = { Id: "A3JWKAKR8XB7XF", Name: "Amazon.de" },
  condition = { Value: "New" },
}: ListingParts = {}) {
  return {
    Availability: { Type: stock, ...(message === undefined ? {} : { Message: message }) },
    Condition: condition,
    IsBuyBoxWinner: winner,
    MerchantInfo: merchant,
    ...(price === null
      ? {}
      : { Price: { Money: price, ...(basis === undefined ? {} : { SavingBasis: { Money: basis } }) } }),
    ViolatesMAP: map,
  };
}

/** An item of the API with everything that it says of a book; `more` replaces members. */
export function apiItem(asin: string, more: Readonly<Record<string, unknown>> = {}) {
  const label = (Label: string, DisplayValue: unknown) => ({ DisplayValue, Label, Locale: "de_DE" });
  const image = (id: string, size: number) => ({
    URL: `https://m.media-amazon.com/images/I/${id}._SL${size}_.jpg`,
    Width: size,
    Height: size - 20,
  });
  return {
    ASIN: asin,
    ParentASIN: "B0PARENT01",
    DetailPageURL: `https://www.amazon.de/dp/${asin}?tag=quintet-20`,
    ItemInfo: {
      Title: label("Title", "Der Kessel &amp; die Kanne"),
      ByLineInfo: {
        Brand: label("Brand", "Kesselhaus"),
        Contributors: [{ Name: "Ada Beispiel", Role: "Autor", RoleType: "author", Locale: "de_DE" }],
      },
      Classifications: {
        Binding: label("Binding", "Taschenbuch"),
        ProductGroup: label("ProductGroup", "Buch"),
      },
      ExternalIds: {
        EANs: { DisplayValues: ["9783161484100"], Label: "EAN", Locale: "en_US" },
        ISBNs: { DisplayValues: ["316148410X"], Label: "ISBN", Locale: "en_US" },
        UPCs: { DisplayValues: ["123456789012"], Label: "UPC", Locale: "en_US" },
      },
      Features: { DisplayValues: ["Aus Stahl", "Pfeift"], Label: "Features", Locale: "de_DE" },
      ManufactureInfo: { Model: label("Model", "KT-100") },
      ContentInfo: { PagesCount: label("NumberOfPages", 208) },
      ProductInfo: {
        ItemDimensions: {
          Height: { DisplayValue: 12.5, Label: "Height", Locale: "de_DE", Unit: "cm" },
        },
      },
    },
    Images: {
      Primary: { Large: image("71abcDEF12L", 500), Medium: image("71abcDEF12L", 160) },
      Variants: [{ Large: image("61xyz%2BAB3L", 500) }],
    },
    BrowseNodeInfo: {
      BrowseNodes: [
        {
          Id: "300",
          DisplayName: "Kessel",
          SalesRank: 3,
          Ancestor: { Id: "200", DisplayName: "Kochen", Ancestor: { Id: "100", DisplayName: "Bücher" } },
        },
      ],
      WebsiteSalesRank: { Id: "1", DisplayName: "Bücher", SalesRank: 4_321 },
    },
    CustomerReviews: { Count: 87, StarRating: { Value: 4.6 } },
    OffersV2: { Listings: [listingV2()] },
    VariationAttributes: [{ Name: "Farbe", Value: "Rot" }],
    ...more,
  };
}

/** A response with these items. */
export const itemsOf = (...items: readonly object[]) => ({ ItemsResult: { Items: items } });

/** A response with an error, as the API writes it. */
export const failure = (Code: string, type = Code) => ({
  __type: `com.amazon.paapi5#${type}Exception`,
  Errors: [{ Code, Message: `About ${Code}.` }],
});

/** One request that the stand-in accepted. */
export interface ApiRequest {
  readonly host: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly region: string;
}

/** A stand-in for the Product Advertising API on loopback: it checks every signature as the API does. */
export function openAdvertisingApi(
  answer: (request: ApiRequest) => {
    readonly status?: number;
    readonly body: unknown;
    readonly headers?: Record<string, string>;
  },
) {
  const requests: ApiRequest[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const [, host = "", ...path] = new URL(request.url).pathname.split("/");
      const text = await request.text();
      const header = request.headers.get("authorization") ?? "";
      const [, scope = "", region = "", signed = ""] =
        /^AWS4-HMAC-SHA256 Credential=([^,]+\/\d{8}\/([a-z0-9-]+)\/ProductAdvertisingAPI\/aws4_request), SignedHeaders=([a-z0-9;-]+), Signature=[\da-f]{64}$/.exec(
          header,
        ) ?? [];
      const accessKey = scope.split("/", 1)[0] ?? "";
      const headers = Object.fromEntries(
        signed.split(";").map((name) => [name, name === "host" ? host : (request.headers.get(name) ?? "")]),
      );
      const needed = ["content-encoding", "content-type", "host", "x-amz-date", "x-amz-target"];
      const isWhole = needed.every((name) => name in headers) && request.method === "POST";
      if (!isWhole) return Response.json(failure("IncompleteSignature"), { status: 400 });
      if (accessKey !== ACCESS_KEY) return Response.json(failure("UnrecognizedClient"), { status: 401 });
      const expected = authorization(
        { method: "POST", path: `/${path.join("/")}`, headers, body: text },
        { accessKey, secretKey: SECRET_KEY, region, service: "ProductAdvertisingAPI" },
      );
      const age = Math.abs(
        Date.now() -
          Date.parse((headers["x-amz-date"] ?? "").replace(/^(....)(..)(..T..)(..)(..)/, "$1-$2-$3:$4:$5")),
      );
      if (header !== expected || !(age < 300_000))
        return Response.json(failure("InvalidSignature"), { status: 401 });
      const accepted = { host, region, body: JSON.parse(text) };
      requests.push(accepted);
      const { status = 200, body, headers: more = {} } = answer(accepted);
      return new Response(typeof body === "string" ? body : JSON.stringify(body), {
        status,
        headers: { "Content-Type": "application/json", ...more },
      });
    },
  });
  return {
    base: `http://127.0.0.1:${server.port}/{host}`,
    requests: requests as readonly ApiRequest[],
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}
