/** The weights of what a header accepts, by its name in lower case (RFC 9110 section 12.4.2); 0 for one that is not valid. */
export function weightsOf(accept: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of accept.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((word) => word.trim());
    const given = parameters.find((parameter) => parameter.startsWith("q="));
    const weight = given === undefined ? 1 : Number(given.slice(2));
    if (name !== "" && !weights.has(name)) weights.set(name, weight >= 0 && weight <= 1 ? weight : 0);
  }
  return weights;
}

/** Selects a media type by `Accept` (RFC 9110 section 12.5.1), else the first of `offered`: there is no 406. */
export function negotiate(accept: string | null, offered: readonly [string, ...string[]]): string {
  const [preferred] = offered;
  if (accept === null || accept === "*/*" || offered.length === 1) return preferred;
  const weights = weightsOf(accept);
  const qualityOf = (type: string) =>
    weights.get(type) ?? weights.get(`${type.slice(0, type.indexOf("/"))}/*`) ?? weights.get("*/*") ?? 0;
  let best: string = preferred;
  let quality = qualityOf(preferred);
  for (const type of offered) {
    const own = qualityOf(type);
    if (own > quality) [best, quality] = [type, own];
  }
  return best;
}
