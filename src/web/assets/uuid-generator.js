// UUIDs made in the page: nothing is sent to a server. The same algorithms as /v4 and /v7.

/** How far back the clock may step before version 7 UUIDs follow it, in milliseconds. */
const CLOCK_BACK_ALLOWANCE = 10_000;

const COUNTER_MAX = 2 ** 26 - 1;

/** Fills bytes from the browser's secure random source. It takes at most 64 KB at a time. */
const secureFill = (bytes) => {
  for (let at = 0; at < bytes.length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
};

/** Makes a generator of version 4 UUIDs (RFC 9562 section 5.4): each call returns 16 bytes. */
export function createV4(fill = secureFill) {
  return () => {
    const bytes = new Uint8Array(16);
    fill(bytes);
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    return bytes;
  };
}

/**
 * Makes a generator of version 7 UUIDs (RFC 9562 section 5.7), each greater than the one before: 48 bits of milliseconds, a
 * 26-bit counter that each millisecond seeds with 25 random bits, and 48 random bits.
 */
export function createV7({ fill = secureFill, now = Date.now, after } = {}) {
  let last = after?.ms ?? -1;
  let counter = after?.counter ?? 0;
  return () => {
    const bytes = new Uint8Array(16);
    fill(bytes);
    let ms = now();
    if (ms < last && last - ms <= CLOCK_BACK_ALLOWANCE) ms = last;
    if (ms === last && counter < COUNTER_MAX) {
      counter += 1;
    } else {
      if (ms === last) ms += 1;
      last = ms;
      counter = ((bytes[6] & 0x01) << 24) | (bytes[7] << 16) | (bytes[8] << 8) | bytes[9];
    }
    const view = new DataView(bytes.buffer);
    view.setUint32(0, Math.floor(ms / 0x1_0000));
    view.setUint16(4, ms % 0x1_0000);
    bytes[6] = 0x70 | (counter >>> 22);
    bytes[7] = counter >>> 14;
    bytes[8] = 0x80 | ((counter >>> 8) & 0x3f);
    bytes[9] = counter;
    return bytes;
  };
}

const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

const canonicalOf = (bytes) => hexOf(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

/** A 128-bit number in the digits of an alphabet, padded to one length. */
function digitsOf(bytes, alphabet, length) {
  const base = BigInt(alphabet.length);
  let rest = BigInt(`0x${hexOf(bytes)}`);
  let text = "";
  for (let i = 0; i < length; i++, rest /= base) text = alphabet[Number(rest % base)] + text;
  return text;
}

/** How the 16 bytes of a UUID are written, by the names of the API's `format`. */
export const formats = {
  canonical: canonicalOf,
  urn: (bytes) => `urn:uuid:${canonicalOf(bytes)}`,
  braces: (bytes) => `{${canonicalOf(bytes)}}`,
  hex: hexOf,
  base64url: (bytes) =>
    btoa(String.fromCharCode(...bytes))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", ""),
  base58: (bytes) => digitsOf(bytes, "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 22),
  ulid: (bytes) => digitsOf(bytes, "0123456789ABCDEFGHJKMNPQRSTVWXYZ", 26),
};

/** Connects the form of the page with the generators. */
function connect(form) {
  const generators = { 4: createV4(), 7: createV7() };
  const list = document.getElementById(form.dataset.generator);
  const facts = form.querySelector("[role=status]");
  const options = () => Object.fromEntries(new FormData(form));

  function generate() {
    const { version, n, format } = options();
    form.dataset.operation = `v${version}`;
    if (!form.checkValidity()) return;
    const uuids = Array.from({ length: Number(n) }, () => formats[format](generators[version]()));
    list.value = uuids.join("\n");
    facts.textContent = `${uuids.length} ${uuids.length === 1 ? "UUID" : "UUIDs"} of version ${version} generated.`;
    history.replaceState(null, "", `?${new URLSearchParams(options())}${location.hash}`);
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    generate();
  });
  form.addEventListener("change", generate);
  form.querySelector("[data-generator-copy]").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(`${list.value}\n`);
      facts.textContent = "Copied.";
    } catch {
      // Without a secure origin there is no clipboard: the text is selected instead.
      list.select();
      facts.textContent = "Selected. Press Ctrl+C or ⌘C to copy.";
    }
  });
  form.querySelector("[data-generator-save]").addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([`${list.value}\n`], { type: "text/plain" }));
    link.download = "uuids.txt";
    link.click();
    URL.revokeObjectURL(link.href);
  });
  // A link may ask for more than the server generates, but not for more than the form does.
  const { n } = form.elements;
  const asked = Math.min(Number(new URLSearchParams(location.search).get("n")), Number(n.max));
  if (Number.isInteger(asked) && asked > Number(n.value)) {
    n.value = String(asked);
    generate();
  }
  // The code follows the options of the link.
  form.dataset.operation = `v${options().version}`;
  if (location.search !== "") form.dispatchEvent(new Event("input", { bubbles: true }));
}

if (typeof document === "object") {
  const form = document.querySelector("[data-generator]");
  if (form !== null) connect(form);
}
