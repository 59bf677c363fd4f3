import { z } from "zod";

/** The parts of an audit that the page shows. */
export const Audit = z.object({
  score: z.object({ value: z.number(), max: z.number() }),
  findings: z.array(
    z.object({
      severity: z.string(),
      points: z.number(),
      message: z.string(),
      fix: z.object({ summary: z.string() }),
    }),
  ),
  passed: z.array(z.string()),
  preview: z.object({
    search: z.object({
      title: z.string().nullable(),
      address: z.string(),
      description: z.string().nullable(),
    }),
    social: z.object({
      facebook: z.object({
        title: z.string().nullable(),
        description: z.string().nullable(),
        image: z.string().nullable(),
        domain: z.string(),
      }),
    }),
  }),
});
export type AuditShown = z.output<typeof Audit>;

const Money = z.object({ amount: z.string(), currency: z.string() });

/** The parts of a product that the page shows. */
export const Product = z.object({
  title: z.string(),
  brand: z.string().nullable(),
  price: Money.nullable(),
  listPrice: Money.nullable(),
  availability: z.object({ text: z.string().nullable() }),
  rating: z.object({ average: z.number().nullable(), count: z.number().nullable() }).nullable(),
  seller: z.object({ name: z.string() }).nullable(),
  bullets: z.array(z.string()),
  sources: z.record(z.string(), z.string()),
});
export type ProductShown = z.output<typeof Product>;

const When = z.object({ value: z.string() }).nullable();

/** The parts of a profile that the page shows. */
export const Person = z.object({
  fullName: z.string(),
  headline: z.string().nullable(),
  location: z.object({ text: z.string().nullable() }).nullable(),
  experience: z.array(
    z.object({
      title: z.string().nullable(),
      company: z.object({ name: z.string().nullable() }),
      start: When,
      end: When,
      isCurrent: z.boolean(),
    }),
  ),
  skills: z.array(z.string()),
});
export type PersonShown = z.output<typeof Person>;
