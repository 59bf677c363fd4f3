import type { Problem } from "../../../kit/problem.ts";
import { isRecord } from "../../../kit/record.ts";
import { problems } from "../../../upstream/problems.ts";
import { ENTRIES_MAX } from "../reading.ts";
import { SITE } from "./block-detection.ts";
import type { Entity } from "./entity.ts";

/** A list, and the total number of entries if the response has it. */
export interface CountedList {
  readonly items: readonly Entity[];
  readonly total: number | null;
}

/**
 * A normalized response of the site's own API: entities are in `included`, and a member `*name` has the URN of
 * another entity or a list of URNs. Other responses are read in the same way.
 */
export class Graph {
  readonly #entities = new Map<string, Entity>();
  readonly #data: Entity;

  constructor(json: unknown) {
    const root = isRecord(json) ? json : {};
    const included = Array.isArray(root.included) ? root.included.filter(isRecord) : [];
    for (const entity of included) {
      if (typeof entity.entityUrn === "string") this.#entities.set(entity.entityUrn, entity);
    }
    this.#data = isRecord(root.data) ? root.data : root;
  }

  #resolve(value: unknown): unknown {
    if (typeof value === "string") return this.#entities.get(value);
    return value;
  }

  /**
   * The value of a member or the entity it refers to; undefined if missing. Without a reference, a member that
   * ends in `Urn` is used, because responses differ in what they include.
   */
  get(entity: Entity | undefined, name: string): unknown {
    if (entity === undefined) return undefined;
    const own = entity[name];
    if (own !== null && own !== undefined) return own;
    const referred = entity[`*${name}`];
    if (Array.isArray(referred)) return referred.map((urn) => this.#resolve(urn));
    return this.#resolve(referred) ?? this.#resolve(entity[`${name}Urn`]);
  }

  /** Follows a path of members; undefined where one of them is no object. */
  entity(entity: Entity | undefined, ...path: readonly string[]): Entity | undefined {
    let at = entity;
    for (const name of path) {
      const next = this.get(at, name);
      at = isRecord(next) ? next : undefined;
    }
    return at;
  }

  /** The list that one of these members holds; undefined where none is there. */
  list(entity: Entity | undefined, ...names: readonly string[]): CountedList | undefined {
    for (const name of names) {
      const found = this.get(entity, name);
      const values = Array.isArray(found) ? found : isRecord(found) ? this.#elements(found) : undefined;
      if (values === undefined) continue;
      const items = values.filter(isRecord).slice(0, ENTRIES_MAX);
      const paging = isRecord(found) && isRecord(found.paging) ? found.paging.total : undefined;
      const total = typeof paging === "number" && Number.isSafeInteger(paging) && paging >= 0 ? paging : null;
      return { items, total: total === null ? null : Math.max(total, items.length) };
    }
    return undefined;
  }

  #elements(collection: Entity): unknown[] | undefined {
    const elements = collection["*elements"] ?? collection.elements;
    return Array.isArray(elements) ? elements.map((one) => this.#resolve(one)) : undefined;
  }

  /**
   * The subject of the response: its first element, and no other entity in it. Throws `not-found` if the response has no
   * elements, `upstream-unexpected-page` if it has another form.
   */
  get root(): Entity {
    // The newer endpoint wraps the collection once more, under the name of its query.
    const places = [this.#data, ...Object.values(this.#data), ...inner(this.#data.data)].filter(isRecord);
    for (const place of places) {
      const elements = this.#elements(place);
      if (elements === undefined) continue;
      if (elements.length === 0) throw problems.notFound("The site has no profile with this name.");
      if (isRecord(elements[0])) return elements[0];
      throw otherFormat();
    }
    const profile = this.get(this.#data, "profile");
    if (isRecord(profile)) return profile;
    throw otherFormat();
  }

  /** The object next to the root, which contains the lists of older responses. */
  get data(): Entity {
    return this.#data;
  }

  /** Entities of one kind, such as `Position`, that belong to one member: their URN names it. */
  ownedBy(member: string, kind: string): Entity[] {
    const names = [":", "("].flatMap((open) => [`${open}${member},`, `${open}${member})`]);
    const owned = [...this.#entities.values()].filter(({ entityUrn, $type }) => {
      const urn = String(entityUrn);
      return isIdentityType(String($type), kind) && names.some((name) => urn.includes(name));
    });
    return owned.slice(0, ENTRIES_MAX);
  }
}

/** The problem of a response that is not in the format that its reader knows. */
export function otherFormat(): Problem {
  return problems.unexpectedPage(SITE, "a response in another format");
}

const IDENTITY = ".identity.";

/** Whether a type is `….identity.….kind`. */
function isIdentityType(type: string, kind: string): boolean {
  const at = type.indexOf(IDENTITY);
  return at >= 0 && type.slice(at + IDENTITY.length).endsWith(`.${kind}`);
}

function inner(value: unknown): unknown[] {
  return isRecord(value) ? [value, ...Object.values(value)] : [];
}
