import type { Chars } from "../engine/chars.ts";
import type { OpenPage } from "../engine/open-file.ts";
import { rulesOf } from "../engine/rules.ts";
import { type Role, rolesOf } from "../engine/structure.ts";
import { Grids } from "./grids.ts";
import { insetOf } from "./insets.ts";

/** The role of a character or a placeholder by its index. */
export type RoleOf = (index: number) => Role | undefined;

/**
 * Returns the roles of a page's characters: from the file's structure tree and, where that has none or a
 * paragraph, from the cell of the ruled table around them.
 */
export function charRoles(page: OpenPage, chars: Chars, isTagged: boolean): RoleOf {
  const { pdfium } = page.file;
  const tagged = isTagged ? rolesOf(page) : new Map<number, Role>();
  const grids = new Grids(rulesOf(page));
  const ofRun = chars.textRuns.map(({ object }) =>
    tagged.size === 0 ? undefined : tagged.get(pdfium.call("FPDFPageObj_GetMarkedContentID", object)),
  );
  return (index) => {
    const box = insetOf(index, chars.insets)?.box;
    const role = index < 0 ? undefined : ofRun[chars.textRun[index] ?? 0];
    if ((role !== undefined && role.kind !== "paragraph") || (index < 0 && box === undefined)) return role;
    const { left, right, bottom, top } = box ?? {
      left: chars.left[index] ?? 0,
      right: chars.right[index] ?? 0,
      bottom: chars.bottom[index] ?? 0,
      top: chars.top[index] ?? 0,
    };
    const cell = grids.cellAt((left + right) / 2, (bottom + top) / 2);
    return cell === undefined ? role : { kind: "cell", cell };
  };
}
