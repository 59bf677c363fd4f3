import { z } from "zod";

/** Red, green and blue. */
export type Channels = readonly [red: number, green: number, blue: number];

/** Conversion of an image into a model's input, and the meaning of the model's output. */
export interface Recipe {
  /** Pixels of the input; absent: as the file says, which must then be fixed. */
  readonly input?: { readonly width: number; readonly height: number } | undefined;
  /** Subtracted from each channel, scaled to 0..1. */
  readonly mean: Channels;
  /** The divisors of the differences. */
  readonly std: Channels;
  /** Whether the output is the probability of foreground or its logit; absent: found out by a trial. */
  readonly output?: "sigmoid" | "logits" | undefined;
}

/** The means and deviations that most models are trained with. */
export const IMAGENET = { mean: [0.485, 0.456, 0.406], std: [0.229, 0.224, 0.225] } as const;

const side = z.int().min(32).max(4096);
const channels = z.tuple([z.number(), z.number(), z.number()]);
const deviations = channels.refine((std) => std.every((value) => value > 0), "std must be above 0");

/**
 * A JSON file that accompanies an operator's own model. All members are optional; unknown members are rejected.
 */
export const Sidecar = z.strictObject({
  input: z.union([side, z.tuple([side, side])]).optional(),
  mean: channels.optional(),
  std: deviations.optional(),
  output: z.enum(["sigmoid", "logits"]).optional(),
});

/** The recipe that a sidecar gives; `standard` for what it leaves out. */
export function recipeOf(sidecar: z.infer<typeof Sidecar>, standard: Recipe): Recipe {
  const { input, mean = standard.mean, std = standard.std, output = standard.output } = sidecar;
  if (input === undefined) return { input: standard.input, mean, std, output };
  const [width, height] = typeof input === "number" ? [input, input] : input;
  return { input: { width, height }, mean, std, output };
}
