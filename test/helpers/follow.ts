/**
 * Follows the redirect of a form as a browser does: with the cookies of the response, and those that it had before. Returns
 * the page, and the page after a reload, which no longer has cookies that the first one removed.
 */
export async function followed(
  url: string,
  response: Response,
  cookie = "",
): Promise<readonly [page: string, reloaded: string]> {
  if (response.status !== 303) throw new Error(`a form was answered with ${response.status}`);
  const jar = new Map<string, string>();
  const pairs = cookie === "" ? [] : cookie.split("; ");
  const keep = (set: readonly string[]) => {
    for (const line of set) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
      if (/Max-Age=0(?:;|$)/.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
  };
  keep([...pairs, ...response.headers.getSetCookie()]);
  const open = async () => {
    const headers = { Accept: "text/html", Cookie: [...jar].map((pair) => pair.join("=")).join("; ") };
    const page = await fetch(new URL(response.headers.get("location") ?? "", url), { headers });
    keep(page.headers.getSetCookie());
    return page.text();
  };
  return [await open(), await open()];
}
