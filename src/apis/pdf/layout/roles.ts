import type { Chars } from "../engine/chars.ts";
import type { OpenPage } from "../engine/open-file.ts";
import { rolesOf } from "../engine/structure.ts";
import type { RoleOf } from "./tables/find-tables.ts";

/** The roles of a page's characters in the structure tree of the file; none if it is not tagged. */
export function charRoles(page: OpenPage, chars: Chars, isTagged: boolean): RoleOf {
  if (!isTagged) return () => undefined;
  const { pdfium } = page.file;
  const tagged = rolesOf(page);
  const ofRun = chars.textRuns.map(({ object }) =>
    tagged.size === 0 ? undefined : tagged.get(pdfium.call("FPDFPageObj_GetMarkedContentID", object)),
  );
  return (index) => (index < 0 ? undefined : ofRun[chars.textRun[index] ?? 0]);
}
