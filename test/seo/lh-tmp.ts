import { agreement, compareWithLighthouse } from "./lighthouse.ts";

const { version, comparisons } = await compareWithLighthouse("/usr/bin/chromium");
await Bun.write("/tmp/lh.json", JSON.stringify(comparisons));
console.log(version, new Set(comparisons.map((c) => c.page)).size);
const a = agreement(comparisons);
console.log(a.lines.join("\n"));
console.log(a.unexplained);
