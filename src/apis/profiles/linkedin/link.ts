/** The target of a link as its author wrote it, without the site's redirect page. */
export function targetOf(href: string | null | undefined): string | null {
  const url = URL.parse(href ?? "");
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  if (!/(?:^|\.)linkedin\.com$/.test(url.hostname)) return (href ?? "").trim();
  const target = url.searchParams.get("url");
  return target !== null && /^https?:$/.test(URL.parse(target)?.protocol ?? "") ? target.trim() : null;
}
