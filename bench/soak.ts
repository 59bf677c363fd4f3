// `npm run soak`, or `MINUTES=30 npm run soak`: mixed load on a server of its own, in the shape of recorded
// traffic: nine requests of ten are UUIDs, one is metered: PDFs, pictures, and audits of a page on loopback. PDF and
// image work saturates what cores there are. It prints a table, and ends with 1 where a bar is missed.
import { soak } from "../test/soak/soak.ts";

const minutes = Number(process.env.MINUTES ?? 5);
if (!(minutes >= 0.5 && minutes <= 24 * 60)) {
  console.error("soak: MINUTES must be from 0.5 to 1440.");
  process.exit(2);
}
const result = await soak({ seconds: minutes * 60, onProgress: (line) => console.error(line) });
console.log(result.table);
process.exit(result.bars.every(({ isHeld }) => isHeld) ? 0 : 1);
