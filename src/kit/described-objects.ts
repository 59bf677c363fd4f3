import { z } from "zod";

/** An object with a description. */
export function object<Shape extends z.ZodRawShape>(description: string, shape: Shape) {
  return z.object(shape).describe(description);
}

/** An object with a description, or null. */
export function objectOrNull<Shape extends z.ZodRawShape>(description: string, shape: Shape) {
  return z.object(shape).nullable().describe(description);
}

/** A list of objects; the description is that of the list. */
export function objects<Shape extends z.ZodRawShape>(description: string, shape: Shape) {
  return z.array(z.object(shape)).describe(description);
}

/** An object that documents and clients know by this name. */
export function named<Shape extends z.ZodRawShape>(id: string, shape: Shape) {
  return z.object(shape).meta({ id });
}

/** An object that documents and clients know by this name, with a description. */
export function component<Shape extends z.ZodRawShape>(id: string, description: string, shape: Shape) {
  return z.object(shape).meta({ id, description });
}
