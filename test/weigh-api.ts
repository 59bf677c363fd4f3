import { z } from "zod";
import { defineApi } from "../src/kit/define-api.ts";
import { fileBytes, operation } from "../src/kit/descriptor.ts";
import { Problem } from "../src/kit/problem.ts";
import { secret, wholeNumber } from "../src/kit/setting-kinds.ts";

/**
 * An API that no other file of the suite knows: it has settings, a plan and an operation that accepts a file.
 * `new-api.test.ts` copies it into a folder of `src/apis`.
 */
export const weigh = defineApi({
  name: "weigh",
  title: "Quintet Weigh",
  version: "0.1.0",
  summary: "Tells how heavy a file is.",
  promises: ["A file is weighed once."],
  settings: {
    variables: {
      WEIGH_GRAMS_PER_BYTE: wholeNumber(1, 1_000).default(1).describe("What a byte weighs, in grams."),
      WEIGH_TOKEN: secret(z.string().optional(), "Opens the scales."),
    },
    read: (values) => ({
      gramsPerByte: values.WEIGH_GRAMS_PER_BYTE,
      isOpen: values.WEIGH_TOKEN !== undefined,
    }),
  },
  plans: {
    unit: "files",
    freePerMonth: 5,
    credits: 3,
    single: { title: "Weigh", price: 7, limit: 1_000 },
  },
  create: ({ gramsPerByte, isOpen }) => ({
    operations: {
      file: operation({
        method: "POST",
        path: "/weigh/file",
        summary: "Weigh a file",
        input: z.object({
          file: fileBytes(),
          unit: z.enum(["g", "kg"]).default("g").describe("The unit of the weight."),
        }),
        output: z.object({ weight: z.number(), unit: z.string(), isOpen: z.boolean() }),
        accepts: { file: "file", types: ["application/octet-stream"] },
        errors: ["invalid-body"],
        examples: [
          {
            title: "Three bytes",
            input: {},
            file: { name: "abc.txt", make: () => new TextEncoder().encode("abc") },
          },
        ],
        run({ file, unit }) {
          if (file === undefined || file.length === 0)
            throw new Problem("invalid-body", "The file is empty. Send one with bytes in it.");
          const grams = file.length * gramsPerByte;
          return { weight: unit === "kg" ? grams / 1_000 : grams, unit, isOpen };
        },
      }),
    },
  }),
});
