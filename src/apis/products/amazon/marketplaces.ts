/** One marketplace. */
export interface Marketplace {
  /** The part of its host name after `amazon.`. */
  readonly name: string;
  readonly host: string;
  /** As sellers' interfaces and pages spell it (developer-docs.amazon.com/sp-api, marketplace ids). */
  readonly id: string;
  /** ISO 4217. */
  readonly currency: string;
  /** The languages that its pages come in, the usual one first. */
  readonly languages: readonly [string, ...string[]];
}

/** Every marketplace: name, id, currency, languages. */
const table = `
com     ATVPDKIKX0DER   USD  en-US es-US
ca      A2EUQ1WTGCTBG2  CAD  en-CA fr-CA
com.mx  A1AM78C64UM0Y8  MXN  es-MX
com.br  A2Q3Y263D00KWC  BRL  pt-BR
co.uk   A1F83G8C2ARO7P  GBP  en-GB
de      A1PA6795UKMFR9  EUR  de-DE en-GB
fr      A13V1IB3VIYZZH  EUR  fr-FR en-GB
it      APJ6JRA9NG5V4   EUR  it-IT en-GB
es      A1RKKUPIHCS9HS  EUR  es-ES pt-PT en-GB
nl      A1805IZSGTT6HS  EUR  nl-NL en-GB
com.be  AMEN7PMS3EDWL   EUR  fr-BE nl-BE en-GB de-DE
ie      A28R8C7NBKEWEA  EUR  en-IE
se      A2NODRKZP88ZB9  SEK  sv-SE en-GB
pl      A1C3SOZRARQ6R3  PLN  pl-PL
com.tr  A33AVAJ2PDY3EV  TRY  tr-TR
ae      A2VIGQ35RCS4UG  AED  en-AE ar-AE
sa      A17E79C6D8DWNP  SAR  en-AE ar-AE
eg      ARBP9OOSHTCHU   EGP  en-AE ar-AE
co.za   AE08WJ6YKNBMC   ZAR  en-ZA
in      A21TJRUUN4KGV   INR  en-IN hi-IN
co.jp   A1VC38T7YXB528  JPY  ja-JP en-US
sg      A19VAU5U5O7RUS  SGD  en-SG
com.au  A39IBJ37TRP1C6  AUD  en-AU`;

function rowOf(line: string): Marketplace {
  const [name = "", id = "", currency = "", language = "", ...more] = line.split(/\s+/);
  return { name, host: `www.amazon.${name}`, id, currency, languages: [language, ...more] };
}

/** Every marketplace there is. */
export const marketplaces: readonly Marketplace[] = table.trim().split("\n").map(rowOf);

/**
 * Finds a marketplace by its name (`de`), its host (`amazon.de`, `www.amazon.de`, and the hosts for phones) or
 * its id; undefined for anything else. Case does not count.
 */
export function findMarketplace(text: string): Marketplace | undefined {
  const name = text.toLowerCase().replace(/^(?:(?:www|smile|m)\.)?amazon\./, "");
  return marketplaces.find((one) => one.name === name || one.id === text.toUpperCase());
}

/** Decimal places of a currency, from the runtime's own tables (ISO 4217). */
export function placesOf(currency: string): number {
  return places.getOrInsertComputed(currency, () => {
    const format = new Intl.NumberFormat("en", { style: "currency", currency });
    return format.resolvedOptions().maximumFractionDigits ?? 2;
  });
}

const places = new Map<string, number>();
