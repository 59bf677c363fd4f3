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

/** The header that sets the session's cookie for so many seconds; 0 removes it. `baseUrl` decides on `Secure`. */
export function sessionCookie(token: string, seconds: number, baseUrl: string): Record<string, string> {
  const secure = baseUrl.startsWith("https:") ? "; Secure" : "";
  return { "Set-Cookie": `${NAME}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}` };
}
