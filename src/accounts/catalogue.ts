import { z } from "zod";

const name = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, "a lowercase word of up to 32 letters");

export const Grant = z.strictObject({
  meter: name.describe("The API whose calls it covers, or credits, which cover calls of every API."),
  limit: z.int().min(1).max(2_000_000_000).describe("The quota in one window, in the meter's unit."),
  window: z.enum(["day", "month"]).describe("When the quota resets."),
  counts: z
    .literal("calls")
    .optional()
    .describe("Present if each call counts as one, regardless of its cost in the API's unit."),
  maxUnits: z.int().min(1).optional().describe("The maximum cost of one call, in units of the API."),
});

/** A plan, as data. */
export const Plan = z.strictObject({
  id: name.describe("The ID of the plan."),
  listing: z.enum(["landing", "descriptor"]).describe("The price list that has this plan."),
  title: z.string().min(1).describe("The title of the plan."),
  price: z
    .strictObject({
      amount: z
        .string()
        .regex(/^\d+\.\d\d$/, 'an amount such as "9.00"')
        .describe("A decimal string."),
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/, "a currency such as USD")
        .describe("ISO 4217 code."),
    })
    .describe("The price of a month."),
  note: z.string().optional().describe("A note about this plan."),
  grants: z.array(Grant).min(1).describe("The quotas of the plan."),
});

/** The unit of an API, and its cost in credits. */
export const SoldMeter = z.strictObject({
  unit: name.describe("The unit in which calls are counted."),
  credits: z.int().min(1).describe("The cost of one unit in credits."),
});

/** Price lists in responses of GET /plans. This release offers the first. */
export const listings = ["landing", "descriptor", "both"] as const;

const Catalogue = z
  .strictObject({
    listing: z.enum(listings).optional().describe("As in GET /plans; ignored."),
    meters: z.record(name, SoldMeter),
    plans: z.array(Plan).min(1),
  })
  .refine((read) => new Set(read.plans.map((plan) => plan.id)).size === read.plans.length, {
    error: "two plans have the same ID",
  })
  .refine(
    ({ plans, meters }) =>
      plans.every(({ grants }) =>
        grants.every(({ meter }) => meter === CREDITS || Object.hasOwn(meters, meter)),
      ),
    { error: "a grant names a meter that is not among meters" },
  );

/** The meter that pays calls of every API, at the weights of `meters`. */
export const CREDITS = "credits";

export type Grant = z.output<typeof Grant>;
export type Plan = z.output<typeof Plan>;
/** The price list: the unit of each API, and the plans. */
export type Catalogue = z.output<typeof Catalogue>;

function metersOf({ meters }: Catalogue): string {
  return Object.entries(meters)
    .map(([api, { unit }]) => `${api} (${unit})`)
    .sort()
    .join(", ");
}

/** Throws the `TypeError` of `replace`. */
export function checkMeters(before: Catalogue, next: Catalogue): void {
  if (metersOf(before) === metersOf(next)) return;
  throw new TypeError(`meters must be ${metersOf(before)} until the server restarts`);
}

/** Makes a catalogue that can be replaced while others hold it. */
export function liveCatalogue(first: Catalogue) {
  const live = {
    ...first,
    /** Throws a `TypeError` where the meters differ by name or unit: these change with a restart alone. */
    replace(next: Catalogue): void {
      checkMeters(live, next);
      Object.assign(live, next);
    },
  };
  return live;
}

/** Reads a catalogue from data; throws a `TypeError` that says where it is wrong. */
export function readCatalogue(data: unknown): Catalogue {
  // Read once: compiling a parser for it would take longer than it saves.
  const read = Catalogue.safeParse(data, { jitless: true });
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  throw new TypeError(`The catalogue is wrong at ${issue?.path.join(".") || "its root"}: ${issue?.message}`);
}

/** Reports whether the price of a plan is zero. */
export function isFree(plan: Plan): boolean {
  return /^0+\.00$/.test(plan.price.amount);
}

/** Lists the plans that are sold; accounts may hold others. */
export function offered({ plans }: Catalogue): Plan[] {
  return plans.filter(({ listing }) => listing === listings[0]);
}

/** The plans for sale, without the grants of APIs that are off, and without plans that have no other grants. */
export function plansOnSale(catalogue: Catalogue, off: ReadonlySet<string>): Plan[] {
  return offered(catalogue).flatMap((plan) => {
    const grants = plan.grants.filter(({ meter }) => !off.has(meter));
    return grants.length === 0 ? [] : [{ ...plan, grants }];
  });
}
