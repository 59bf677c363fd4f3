const NAME = "quintet_session";

/** The session token in a request's cookies; not yet checked. */
export function sessionOf(request: Request): string | undefined {
  return cookieOf(request, NAME);
}

/** The value of a cookie by its name. */
export function cookieOf({ headers }: Request, name: string): string | undefined {
  const pairs = (headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** The value of a `Set-Cookie` header for so many seconds; 0 removes the cookie. `baseUrl` decides on `Secure`. */
export function cookieText(
  name: string,
  value: string,
  seconds: number,
  baseUrl: string,
  { path = "/", sameSite = "Lax" }: { readonly path?: string; readonly sameSite?: "Lax" | "Strict" } = {},
): string {
  const secure = baseUrl.startsWith("https:") ? "; Secure" : "";
  return `${name}=${value}; Path=${path}; HttpOnly; SameSite=${sameSite}; Max-Age=${seconds}${secure}`;
}

/** The header that sets the session's cookie, as `cookieText` does. */
export function sessionCookie(token: string, seconds: number, baseUrl: string): Record<string, string> {
  return { "Set-Cookie": cookieText(NAME, token, seconds, baseUrl) };
}
