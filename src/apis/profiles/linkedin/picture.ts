import { isRecord } from "../../../kit/record.ts";
import { imageAt } from "../image.ts";
import type { Image } from "../schemas.ts";
import type { Entity } from "./entity.ts";

/** The description of an image in several sizes, at any depth of the response. */
function vectorIn(value: unknown, depth = 6): Entity | undefined {
  if (!isRecord(value) || depth === 0) return undefined;
  if (typeof value.rootUrl === "string" && Array.isArray(value.artifacts)) return value;
  for (const inner of Object.values(value)) {
    const found = vectorIn(inner, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The widest size of an image. The sizes come in any order. */
export function widest(value: unknown): Image | null {
  const vector = vectorIn(value);
  if (vector === undefined || !Array.isArray(vector.artifacts)) return null;
  const widthOf = (one: Entity) => (typeof one.width === "number" ? one.width : 0);
  const [best] = vector.artifacts.filter(isRecord).sort((a, b) => widthOf(b) - widthOf(a));
  if (typeof best?.fileIdentifyingUrlPathSegment !== "string") return null;
  return imageAt(`${String(vector.rootUrl)}${best.fileIdentifyingUrlPathSegment}`, best.expiresAt);
}
