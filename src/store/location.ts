/** Where a database is. */
export type Location =
  | { readonly engine: "sqlite"; readonly filename: string }
  | { readonly engine: "postgresql"; readonly url: string };

/** What `locate` reads, for messages. */
export const ADDRESSES = "sqlite:PATH or postgresql://USER:PASSWORD@HOST:PORT/NAME";

/** Whether the library takes an address, whose password may hold what no address may. Nothing is connected. */
function canOpen(url: string): boolean {
  try {
    new Bun.SQL({ url, max: 1 });
    return true;
  } catch {
    return false;
  }
}

/** Whether `locate` knows this form of address. */
export function isDatabaseAddress(address: string): boolean {
  if (/^sqlite:(?:\/\/)?[^?#]+$/.test(address)) return true;
  return /^postgres(?:ql)?:\/\/./.test(address) && canOpen(address);
}

/**
 * Reads a database address: `sqlite:data/quintet.db`, `sqlite:///var/lib/quintet.db`, or a PostgreSQL URL.
 * Throws a `TypeError` for any other; the message does not repeat it, since it may hold a password.
 */
export function locate(address: string): Location {
  if (!isDatabaseAddress(address)) throw new TypeError(`A database address is ${ADDRESSES}`);
  if (!address.startsWith("sqlite:")) return { engine: "postgresql", url: address };
  return { engine: "sqlite", filename: address.replace(/^sqlite:(?:\/\/)?/, "") };
}
