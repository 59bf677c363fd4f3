/** Longer values are attacks. */
const CONTENT_MAX = 4_096;

/** A refresh that leads to a URL. */
export interface Refresh {
  readonly seconds: number;
  /** As it is written: relative to the base of the page. */
  readonly href: string;
}

/**
 * Reads the value of a `Refresh` header or of a meta refresh (HTML standard, "shared declarative refresh steps");
 * undefined where it is invalid or reloads the page itself.
 */
export function parseRefresh(content: string | undefined): Refresh | undefined {
  const found =
    /^\s*(\d+|(?=\.))(?:\.[\d.]*)?(?:\s*[;,]\s*|\s+)(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|(.*))/is.exec(
      content?.slice(0, CONTENT_MAX) ?? "",
    );
  const href = (found?.[2] ?? found?.[3] ?? found?.[4] ?? "").trim();
  return href === "" ? undefined : { seconds: Number(found?.[1]), href };
}
