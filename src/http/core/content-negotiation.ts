interface Range {
  readonly type: string;
  readonly quality: number;
}

function parse(accept: string): Range[] {
  const ranges: Range[] = [];
  for (const part of accept.toLowerCase().split(",")) {
    const [type = "", ...parameters] = part.split(";").map((word) => word.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    const quality = weight === undefined ? 1 : Number(weight.slice(2));
    if (type !== "") ranges.push({ type, quality: quality >= 0 && quality <= 1 ? quality : 0 });
  }
  return ranges;
}

function qualityOf(type: string, ranges: readonly Range[]): number {
  const family = `${type.slice(0, type.indexOf("/"))}/*`;
  for (const candidate of [type, family, "*/*"]) {
    const match = ranges.find((range) => range.type === candidate);
    if (match !== undefined) return match.quality;
  }
  return 0;
}

/**
 * Selects a media type by the `Accept` header (RFC 9110 section 12.5.1). `offered` is in order of preference:
 * the first one wins unless another is ranked above it, also without the header, with a wildcard, and for types
 * that are not offered. So a response is never 406.
 */
export function negotiate(accept: string | null, offered: readonly [string, ...string[]]): string {
  const [preferred] = offered;
  if (accept === null || accept === "*/*" || offered.length === 1) return preferred;
  const ranges = parse(accept);
  let best: string = preferred;
  let quality = qualityOf(preferred, ranges);
  for (const type of offered) {
    const own = qualityOf(type, ranges);
    if (own > quality) [best, quality] = [type, own];
  }
  return best;
}
