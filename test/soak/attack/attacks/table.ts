import type { Attack } from "../attack.ts";
import { accountAttacks } from "./accounts.ts";
import { bodyAttacks } from "./bodies.ts";
import { generatedAttacks } from "./generated.ts";
import { jobAttacks } from "./jobs.ts";
import { mcpAttacks } from "./mcp.ts";
import { pageAttacks } from "./pages.ts";
import { pdfAttacks } from "./pdfs.ts";
import { renderedPageAttacks } from "./rendered-pages.ts";
import { siteAuditAttacks } from "./site-audits.ts";
import { webhookAttacks } from "./webhooks.ts";
import { zipAttacks } from "./zips.ts";

/** The rows of the issue. */
export const attacks: readonly Attack[] = [
  ...mcpAttacks,
  ...pageAttacks,
  ...bodyAttacks,
  ...accountAttacks,
  ...pdfAttacks,
  ...jobAttacks,
  ...zipAttacks,
  ...renderedPageAttacks,
  ...siteAuditAttacks,
  ...webhookAttacks,
];

/** Every attack there is, those of generated texts too. */
export const allAttacks: readonly Attack[] = [...attacks, ...generatedAttacks];

export { generatedAttacks };

/** The attack of an id. Throws a `TypeError` where there is none. */
export function attackOf(id: string): Attack {
  const found = allAttacks.find((attack) => attack.id === id);
  if (found === undefined) throw new TypeError(`no attack is named ${id}`);
  return found;
}
