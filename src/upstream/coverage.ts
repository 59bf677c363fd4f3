/** Counts of one field in the results of one API. */
export interface FieldNumbers {
  readonly api: string;
  readonly field: string;
  /** Results since the start by the source of the field, or `missing` or `masked`. */
  readonly totals: Readonly<Record<string, number>>;
  /** Whether the field's first source gives half of what it used to, or `missing` has doubled. */
  readonly alarm: boolean;
}

/** The results that count as "now". */
const RECENT = 50;
/** The weight of earlier results, as a number of results: older ones fade. */
const BEFORE = 500;
/** Below this share, a source or a gap is too rare to judge by. */
const RARE = 0.1;

class Field {
  readonly totals: Record<string, number> = {};
  readonly #recent: string[] = [];
  #before: Record<string, number> = {};
  #beforeCount = 0;

  note(source: string): void {
    this.totals[source] = (this.totals[source] ?? 0) + 1;
    this.#recent.push(source);
    if (this.#recent.length <= RECENT) return;
    const left = this.#recent.shift() ?? "";
    if (this.#beforeCount >= BEFORE) {
      for (const name of Object.keys(this.#before)) this.#before[name] = (this.#before[name] ?? 0) / 2;
      this.#beforeCount /= 2;
    }
    this.#before[left] = (this.#before[left] ?? 0) + 1;
    this.#beforeCount++;
  }

  /** Judged once there are as many results before as now. */
  get alarm(): boolean {
    if (this.#beforeCount < RECENT) return false;
    const before = (name: string) => (this.#before[name] ?? 0) / this.#beforeCount;
    const now = (name: string) => this.#recent.filter((one) => one === name).length / this.#recent.length;
    const [first] = Object.keys(this.#before)
      .filter((name) => name !== "missing" && name !== "masked")
      .sort((a, b) => before(b) - before(a));
    const lost = first !== undefined && before(first) > RARE && now(first) < before(first) / 2;
    return lost || (now("missing") > RARE && now("missing") > 2 * before("missing"));
  }
}

/**
 * Counts where the fields of results come from: the change of a site's layout is seen here before a user
 * meets it. The first source of a field is the one that gives most.
 */
export class Coverage {
  readonly #fields = new Map<string, Map<string, Field>>();
  readonly #failures = new Map<string, Record<string, number>>();

  /** One result: each field with its source, `missing` or `masked`. */
  note(api: string, sources: Readonly<Record<string, string>>): void {
    const fields = this.#fields.getOrInsertComputed(api, () => new Map<string, Field>());
    for (const [name, source] of Object.entries(sources))
      fields.getOrInsertComputed(name, () => new Field()).note(source);
  }

  /** One reading that failed, by its problem's code. */
  fail(api: string, code: string): void {
    const failures = this.#failures.getOrInsert(api, {});
    failures[code] = (failures[code] ?? 0) + 1;
  }

  fields(): FieldNumbers[] {
    return [...this.#fields].flatMap(([api, fields]) =>
      [...fields].map(([field, { totals, alarm }]) => ({ api, field, totals: { ...totals }, alarm })),
    );
  }

  failures(): { readonly api: string; readonly codes: Readonly<Record<string, number>> }[] {
    return [...this.#failures].map(([api, codes]) => ({ api, codes: { ...codes } }));
  }
}
