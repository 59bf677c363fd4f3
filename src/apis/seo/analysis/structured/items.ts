import {
  attribute,
  collapse,
  type Element,
  isElement,
  type Node,
  textContent,
} from "../../../../kit/html-tree.ts";
import { findJsonFault } from "../../../../kit/json-fault.ts";
import { isRecord } from "../../../../kit/record.ts";
import type { Place } from "../../report/schema/values.ts";
import type { Page } from "../page.ts";
import { elementsById } from "../reader.ts";
import { nestedInAll, requirementOf } from "./requirements.ts";
import { wrongValues } from "./values.ts";

/** One item of structured data, and what Google would miss in it. */
export interface Item {
  readonly syntax: "json-ld" | "microdata" | "rdfa";
  readonly types: string[];
  readonly missingRequired: string[];
  readonly missingRecommended: string[];
  /** Values that Google cannot use, as sentences without their full stop. */
  readonly wrongValues: string[];
  /** Google's page about the type; null where Google shows nothing special for it. */
  readonly docs: string | null;
  readonly place: Place;
}

/** The structured data of a page. */
export interface Structured {
  readonly items: readonly Item[];
  readonly invalidBlocks: readonly { readonly place: Place; readonly message: string }[];
  readonly wrappedBlocks: readonly Place[];
  /** Blocks without a schema.org context, or whose items have no type. */
  readonly contextless: readonly Place[];
}

type Json = Readonly<Record<string, unknown>>;

const DOCS = "https://developers.google.com/search/docs/appearance/structured-data/";
/**
 * How often elements are looked at for Microdata and RDFa: each as often as four items are nested, and a few in any
 * case. Items nested by the thousand are hostile.
 */
const VISITS_PER_ELEMENT = 4;
const VISITS_MIN = 1_000;
const VISITS_MAX = 200_000;
const ITEMS_MAX = 200;
/** Nodes that the text of one property is read from: properties may be nested by the thousand. */
const VALUE_NODES = 50;
const VALUES_MAX = 50;
/** Entries of a list that are looked into for a property. */
const ENTRIES_MAX = 1_000;
/** Characters of one `itemref` that are read. */
const REFERENCES_LENGTH_MAX = 1_000;
/** Elements around an item that are searched for its vocabulary, and characters of each list of prefixes. */
const ANCESTORS_MAX = 20;
const DECLARATIONS_LENGTH_MAX = 2_000;
/** Types of one item, and faults of one item, that are told. */
const TYPES_MAX = 20;
const FAULTS_MAX = 50;
/** A type or a property with a longer name is none of schema.org's. */
const NAME_MAX = 200;
/** The start and end of a wrapper (comment or CDATA), without white space. */
const OPENING = /^(?:\/\/|\/\*)?\s*(?:<!\[CDATA\[|<!--)\s*(?:\*\/)?/;
const CLOSINGS = ["]]>", "-->"];

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}

function typesOf(node: Json): string[] {
  const types = new Set<string>();
  for (const type of listOf(node["@type"])) {
    if (types.size >= TYPES_MAX) break;
    if (typeof type !== "string" || type.length > NAME_MAX) continue;
    types.add(type.replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i, ""));
  }
  return [...types];
}

/** What names of schema.org begin with, and what properties of JSON-LD may. */
const SCHEMA = ["schema:", "https://schema.org/", "http://schema.org/"];
const PREFIXES = ["", ...SCHEMA];

const isSchemaUrl = (url: unknown) =>
  typeof url === "string" && /^https?:\/\/(?:www\.)?schema\.org\/$/i.test(url);

function plainName(name: string, starts: readonly string[]): string {
  const start = starts.find((one) => name.startsWith(one)) ?? "";
  return name.slice(start.length);
}

function propertyOf(node: Json, name: string): unknown {
  const prefix = PREFIXES.find((one) => Object.hasOwn(node, one + name));
  return prefix === undefined ? undefined : node[prefix + name];
}

const isRating = (type: string) => type === "AggregateRating" || type === "Review";

/** Whether a node is elsewhere: its properties are not missing here. */
function isReference(node: Json): boolean {
  return "@id" in node && Object.keys(node).every((key) => key === "@id" || key === "@type");
}

/** The nodes of a page by their `@id`, and how many references are followed: they may form circles. */
interface References {
  readonly byId: ReadonlyMap<unknown, readonly Json[]>;
  left: number;
}
const NO_REFERENCES: References = { byId: new Map(), left: 0 };

/** Whether a path leads to a value that is not empty. Lists are searched; references to other pages count. */
function has(node: unknown, path: readonly string[], references: References): boolean {
  const [name, ...rest] = path;
  if (name === undefined) {
    if (typeof node === "string") return node.trim() !== "";
    return node !== null && node !== undefined && node !== "" && !(Array.isArray(node) && node.length === 0);
  }
  const entries = listOf(node);
  for (let i = 0; i < Math.min(entries.length, ENTRIES_MAX); i++) {
    const entry = entries[i];
    if (!isRecord(entry)) continue;
    const same = references.left-- > 0 ? references.byId.get(entry["@id"]) : undefined;
    if (same === undefined && isReference(entry)) return true;
    if ([entry, ...(same ?? [])].some((one) => has(propertyOf(one, name), rest, references))) return true;
  }
  return false;
}

/** The paths of a table, separated by spaces, that lead to nothing. */
function missing(node: Json, paths: string, references: References): string[] {
  return (paths.match(/\S+/g) ?? [])
    .map((path) => path.split("|"))
    .filter((any) => !any.some((path) => has(node, path.split("."), references)))
    .map((any) => any.join(" or "));
}

/** What the items of a property lack: each of them has to have it. */
function missingInEach(node: Json, name: string, paths: string, references: References): string[] {
  const same = references.byId.get(node["@id"]) ?? [];
  const values = [node, ...same].flatMap((one) => listOf(propertyOf(one, name)).slice(0, ENTRIES_MAX));
  const entries = values.filter(isRecord);
  const lacks = (entries.length === 0 ? [{}] : entries).flatMap((one) => missing(one, paths, references));
  return [...new Set(lacks)].map((any) => any.replaceAll(/(^| or )/g, `$1${name}.`));
}

/** Checks breadcrumb entries, whose name may be on the entry or on its item. */
function breadcrumbFaults(node: Json, references: References): string[] {
  const entries = listOf(propertyOf(node, "itemListElement")).filter(isRecord);
  // Lists of JSON-LD have no order: the last step is the one with the highest position.
  const positions = entries.map((entry) => Number(propertyOf(entry, "position")));
  const last = positions.some(Number.isNaN) ? entries.length - 1 : positions.indexOf(Math.max(...positions));
  const faults: string[] = [];
  for (const [i, entry] of entries.entries()) {
    if (faults.length >= FAULTS_MAX) break;
    if (!has(entry, ["position"], references)) faults.push(`itemListElement[${i}].position`);
    if (!has(entry, ["name"], references) && !has(entry, ["item", "name"], references))
      faults.push(`itemListElement[${i}].name`);
    if (i !== last && !has(entry, ["item"], references)) faults.push(`itemListElement[${i}].item`);
  }
  return entries.length === 0 ? ["itemListElement"] : faults;
}

/** The properties of a node whose items are top-level nodes. */
function apartIn(node: Json): readonly string[] {
  const isOfEntity = typesOf(node).some((type) => /^(?:FAQ|QA|Profile)Page$/.test(type));
  return ["@graph", "breadcrumb", ...(isOfEntity ? [] : ["mainEntity"])];
}

/** Judges a node by Google's table, if its types are those of schema.org. */
function judge(
  syntax: Item["syntax"],
  node: Json,
  place: Place,
  isSchema = true,
  references = NO_REFERENCES,
): Item {
  const types = typesOf(node);
  const missingRequired: string[] = [];
  const missingRecommended: string[] = [];
  let docs: string | null = null;
  for (const type of types) {
    const requirement = isSchema ? requirementOf(type) : undefined;
    if (requirement === undefined) continue;
    docs ??= DOCS + requirement.docs;
    missingRequired.push(
      ...(type === "BreadcrumbList"
        ? breadcrumbFaults(node, references)
        : missing(node, requirement.required, references)),
      ...Object.entries({ ...nestedInAll, ...requirement.nested }).flatMap(([name, paths]) =>
        has(node, [name], references) ? missingInEach(node, name, paths, references) : [],
      ),
    );
    // A trail of one step leads nowhere; Google asks for two, and shows what it can of one.
    if (type === "BreadcrumbList" && listOf(propertyOf(node, "itemListElement")).length === 1)
      missingRecommended.push("itemListElement[1]");
    missingRecommended.push(...missing(node, requirement.recommended, references));
  }
  const as = types.includes("AggregateRating") ? "aggregateRating" : "";
  const wrong = docs === null ? [] : wrongValues(node, as, apartIn(node));
  return {
    syntax,
    types,
    wrongValues: wrong.slice(0, FAULTS_MAX),
    missingRequired: [...new Set(missingRequired)].slice(0, FAULTS_MAX),
    missingRecommended: [...new Set(missingRecommended)].slice(0, FAULTS_MAX),
    docs,
    place,
  };
}

/** Records that are looked at for nodes that others refer to. */
const RECORDS_MAX = 5_000;
/** References that are followed, and nodes with one ID. */
const REFERENCES_MAX = 5_000;
const SAME_MAX = 5;

/** The nodes of all blocks by their `@id`, and the IDs that others refer to. */
function readReferences(blocks: readonly unknown[]): { byId: Map<unknown, Json[]>; referred: Set<unknown> } {
  const byId = new Map<unknown, Json[]>();
  const referred = new Set<unknown>();
  const waiting: unknown[] = [...blocks];
  let left = RECORDS_MAX;
  for (let value = waiting.pop(); value !== undefined && left > 0; value = waiting.pop()) {
    if (!isRecord(value) && !Array.isArray(value)) continue;
    left--;
    if (isRecord(value) && typeof value["@id"] === "string") {
      if (isReference(value)) referred.add(value["@id"]);
      else {
        const same = byId.getOrInsert(value["@id"], []);
        if (same.length < SAME_MAX) same.push(value);
      }
    }
    const nested = Object.values(value).filter((one) => typeof one === "object" && one !== null);
    waiting.push(...nested.slice(0, left));
  }
  return { byId, referred };
}

/** The top-level nodes of a block: at its top, in a graph, or as the main entity of the page. */
function nodesOf(block: unknown): Json[] {
  const nodes: Json[] = [];
  const waiting: unknown[] = [block];
  for (let value = waiting.pop(); value !== undefined && nodes.length < ITEMS_MAX; value = waiting.pop()) {
    if (Array.isArray(value)) waiting.push(...value.slice(0, ITEMS_MAX).reverse());
    else if (isRecord(value)) {
      if (typesOf(value).length > 0 && !isReference(value)) nodes.push(value);
      const nested = apartIn(value).flatMap((name) => listOf(value[name]));
      waiting.push(...nested.slice(0, ITEMS_MAX).reverse());
    }
  }
  return nodes;
}

/** Whether a node, or each node of its graph, has a context of schema.org. */
function speaksSchema(node: Json): boolean {
  const graph = listOf(node["@graph"]).filter(isRecord);
  if (graph.length > 0 && graph.every((one) => one["@graph"] === undefined && speaksSchema(one))) return true;
  return listOf(node["@context"]).some((entry) => {
    if (typeof entry === "string") return /^https?:\/\/(?:www\.)?schema\.org(?:\/|$)/i.test(entry.trim());
    return (
      isRecord(entry) &&
      Object.values(entry).some((value) => typeof value === "string" && /schema\.org/i.test(value))
    );
  });
}

/** A text without the wrapper that old templates put around scripts. */
function unwrapped(text: string): string {
  const start = text.trim().replace(OPENING, "").trimEnd();
  const end = start.endsWith("*/") ? start.slice(0, -2).trimEnd() : start;
  if (!CLOSINGS.some((closing) => end.endsWith(closing))) return start;
  const inner = end.slice(0, -3).trimEnd();
  return inner.endsWith("//") || inner.endsWith("/*") ? inner.slice(0, -2) : inner;
}

/** What names of schema.org begin with in a block, where its context says so and it is not `schema`. */
function prefixOf(block: unknown): string | undefined {
  const contexts = listOf(block).flatMap((node) => (isRecord(node) ? listOf(node["@context"]) : []));
  return contexts
    .flatMap((context) => (isRecord(context) ? Object.entries(context) : []))
    .find(([name, url]) => /^[a-z]\w{0,19}$/i.test(name) && name !== "schema" && isSchemaUrl(url))?.[0];
}

/** Parses a block. If that fails, a wrapper that old templates put around scripts is removed first. */
function parseBlock(text: string): { readonly value: unknown; readonly wrapped: boolean } | undefined {
  for (const [candidate, wrapped] of [
    [text, false],
    [unwrapped(text), true],
  ] as const) {
    try {
      const value: unknown = JSON.parse(candidate);
      const prefix = prefixOf(value);
      const isOther = prefix !== undefined && candidate.includes(`"${prefix}:`);
      // One more reading is simpler than names that each block begins in its own way.
      return {
        value: isOther ? JSON.parse(candidate.replaceAll(`"${prefix}:`, '"schema:')) : value,
        wrapped,
      };
    } catch {
      // Told below, with its place.
    }
  }
  return undefined;
}

/** Work that reading the items of a page may take, and its elements by id. */
interface Reading {
  visits: number;
  readonly byId: () => ReadonlyMap<string, Element>;
}

/**
 * Reads an item of Microdata or RDFa into the shape of JSON-LD: its types and its properties, those of the elements that
 * `itemref` names too (HTML standard, section 5.2.2).
 */
function readItem(root: Element, reading: Reading, starts: readonly string[]): Json {
  const item = (element: Element): Record<string, unknown> => ({
    "@type": words(attribute(element, "itemtype") ?? attribute(element, "typeof"))
      .slice(0, TYPES_MAX)
      .map((type) => plainName(type, starts)),
  });
  const top = item(root);
  const stack: { readonly node: Node; readonly owner: Record<string, unknown> }[] = [];
  const push = (nodes: readonly Node[], owner: Record<string, unknown>) => {
    for (let i = nodes.length - 1; i >= 0; i--) {
      const node = nodes[i];
      if (node !== undefined && isElement(node)) stack.push({ node, owner });
    }
  };
  const referred = new Set<Element>();
  const pushContents = (element: Element, owner: Record<string, unknown>) => {
    const ids = words(attribute(element, "itemref")?.slice(0, REFERENCES_LENGTH_MAX));
    for (const id of ids) {
      const found = reading.byId().get(id);
      if (found === undefined || referred.has(found)) continue;
      referred.add(found);
      stack.push({ node: found, owner });
    }
    push(element.childNodes, owner);
  };
  pushContents(root, top);
  for (let step = stack.pop(); step !== undefined && reading.visits-- > 0; step = stack.pop()) {
    const { node, owner } = step;
    if (!isElement(node)) continue;
    const names = attribute(node, "itemprop") ?? attribute(node, "property") ?? relationOf(node, starts);
    const isItem = attribute(node, "itemscope") !== undefined || attribute(node, "typeof") !== undefined;
    if (isItem && names === undefined) continue;
    const value = isItem ? item(node) : valueIn(node);
    for (const name of words(names)) {
      const key = plainName(name, starts);
      if (key === "" || key.length > NAME_MAX || key.startsWith("@") || key === "__proto__") continue;
      add(owner, key, value);
    }
    pushContents(node, isItem && isRecord(value) ? (value as Record<string, unknown>) : owner);
  }
  return top;
}

/** The property of schema.org that an item of RDFa is the value of: `rel` of the element itself, or of its parent. */
function relationOf(element: Element, starts: readonly string[]): string | undefined {
  if (attribute(element, "typeof") === undefined) return undefined;
  return [element, element.parentNode]
    .flatMap((one) => (one !== null && isElement(one) ? (attribute(one, "rel") ?? []) : []))
    .find((rel) => words(rel).some((word) => plainName(word, starts) !== word));
}

function add(owner: Record<string, unknown>, key: string, value: unknown): void {
  const known = owner[key];
  if (known === undefined) owner[key] = value;
  else if (!Array.isArray(known)) owner[key] = [known, value];
  else if (known.length < VALUES_MAX) known.push(value);
}

function valueIn(element: Element): string {
  for (const name of ["content", "resource", "src", "href", "data", "datetime", "value"]) {
    const value = attribute(element, name);
    if (value !== undefined) return value;
  }
  return collapse(textContent(element, VALUE_NODES).slice(0, 1000));
}

function words(value: string | undefined): string[] {
  return (value ?? "").split(/\s+/).filter((word) => word !== "");
}

/** Reads and judges all structured data of a page: JSON-LD, Microdata and RDFa. */
export function readStructured(page: Page): Structured {
  const items: Item[] = [];
  const invalidBlocks: { place: Place; message: string }[] = [];
  const wrappedBlocks: Place[] = [];
  const contextless: Place[] = [];
  const blocks = page.jsonLd.map(({ element, text }) => ({
    element,
    text,
    place: page.places.of(element),
    block: parseBlock(text),
  }));
  const { byId: nodes, referred } = readReferences(blocks.map(({ block }) => block?.value));
  const references = { byId: nodes, left: REFERENCES_MAX };
  for (const { element, text, place, block } of blocks) {
    if (block === undefined) {
      const fault = findJsonFault(text) ?? { offset: 0, message: "The text is not valid JSON." };
      const position = page.places.inside(element, fault.offset);
      invalidBlocks.push({ place: { ...place, ...position }, message: fault.message });
      continue;
    }
    if (block.wrapped) wrappedBlocks.push(place);
    const nodes = nodesOf(block.value);
    const tops = listOf(block.value).filter(isRecord);
    if (nodes.length === 0 || tops.length === 0 || !tops.every(speaksSchema)) contextless.push(place);
    // A rating that another node refers to is a part of it.
    const whole = nodes.filter((node) => !(referred.has(node["@id"]) && typesOf(node).some(isRating)));
    for (const node of whole.slice(0, ITEMS_MAX - items.length))
      items.push(judge("json-ld", node, place, true, references));
  }
  const visits = Math.min(VISITS_MAX, VISITS_MIN + VISITS_PER_ELEMENT * page.elements);
  let byId: Map<string, Element> | undefined;
  const reading: Reading = {
    visits,
    byId: () => (byId ??= elementsById(page.document.childNodes.find(isElement))),
  };
  for (const element of page.items) {
    if (items.length >= ITEMS_MAX || reading.visits <= 0) break;
    const rdfa = attribute(element, "typeof");
    const { vocab, starts } = rdfa === undefined ? { vocab: "", starts: SCHEMA } : vocabularyOf(element);
    if (relationOf(element, starts) !== undefined) continue;
    const types = attribute(element, "itemtype") ?? rdfa ?? "";
    const isSchema =
      /schema\.org|schema:/i.test(`${types} ${vocab}`) ||
      words(types).some((type) => plainName(type, starts) !== type);
    const node = readItem(element, reading, starts);
    items.push(judge(rdfa === undefined ? "microdata" : "rdfa", node, page.places.of(element), isSchema));
  }
  return { items, invalidBlocks, wrappedBlocks, contextless };
}

/**
 * The vocabulary of an item of RDFa, and what its names of schema.org begin with: the prefixes that it and the elements
 * around it declare, too (RDFa Core 1.1, section 7.4).
 */
function vocabularyOf(element: Element): { readonly vocab: string; readonly starts: readonly string[] } {
  let vocab: string | undefined;
  const starts = [...SCHEMA];
  let current: Element | null = element;
  for (let steps = 0; current !== null && steps < ANCESTORS_MAX; steps++) {
    vocab ??= attribute(current, "vocab");
    const declared = words(attribute(current, "prefix")?.slice(0, DECLARATIONS_LENGTH_MAX));
    for (const [i, url] of declared.entries()) {
      const prefix = declared[i - 1] ?? "";
      if (prefix.endsWith(":") && isSchemaUrl(url)) starts.push(prefix);
    }
    const parent: Element["parentNode"] = current.parentNode;
    current = parent !== null && "tagName" in parent ? parent : null;
  }
  return { vocab: vocab ?? "", starts };
}
