import { renderMarkdown } from "./render-markdown.ts";

/** One release of the changelog. */
export interface Release {
  /** The version, or `unreleased`. */
  readonly id: string;
  readonly title: string;
  /** The day, such as 2026-11-20; undefined for changes that are not released yet. */
  readonly day: string | undefined;
  readonly markdown: string;
}

/** Pages of the site that say what files of the checkout say, by the names of the files. */
const PAGES: Readonly<Record<string, readonly [path: string, title: string]>> = {
  accounts: ["/docs/privacy", "Data and privacy"],
  agents: ["/docs/mcp", "MCP"],
  "command-line": ["/docs/cli", "Command line"],
  images: ["/docs/images", "Image reference"],
  jobs: ["/docs/jobs", "Jobs and batches"],
  pdf: ["/docs/pdf", "PDF reference"],
  products: ["/docs/products", "Product reference"],
  profiles: ["/docs/profiles", "Profile reference"],
  seo: ["/docs/site-audits", "Site audits"],
  uuid: ["/docs/uuid", "UUID reference"],
  webhooks: ["/docs/webhooks", "Webhooks"],
};

/** Markdown whose links to files of the checkout lead to pages; files for operators have one in common. */
function linkedToPages(markdown: string): string {
  return markdown.replaceAll(/\[[^[\]]*\]\(docs\/([\w-]+)\.md[^()]*\)/g, (_, name: string) => {
    const [path, title] = PAGES[name] ?? ["/docs/self-hosting", "Self-hosting"];
    return `[${title}](${path})`;
  });
}

/** The releases of CHANGELOG.md, newest first; those without changes are left out. None if the file is missing. */
export async function releasesOf(): Promise<readonly Release[]> {
  const file = Bun.file(new URL("../../../CHANGELOG.md", import.meta.url));
  if (!(await file.exists())) return [];
  const [, ...parts] = (await file.text()).split(/^## /m);
  return parts.flatMap((part) => {
    const [head = "", ...lines] = part.split("\n");
    const title = head.replaceAll(/[[\]]/g, "").trim();
    const markdown = linkedToPages(lines.join("\n").trim());
    const id = `v${/\d[\w.]*/.exec(title)?.[0] ?? "next"}`.replace("vnext", "unreleased");
    return markdown === "" ? [] : [{ id, title, day: /\d{4}-\d\d-\d\d/.exec(title)?.[0], markdown }];
  });
}

/** The changelog as Markdown. */
export async function changelogMarkdown(): Promise<string> {
  const releases = await releasesOf();
  const sections = releases.map(({ title, markdown }) => `## ${title}\n\n${markdown}\n`);
  return ["# Changelog\n", ...sections].join("\n");
}

/** The changelog as an Atom feed (RFC 4287); changes that are not released yet are not in it. */
export async function changelogFeed(baseUrl: string): Promise<string> {
  const url = `${baseUrl}/docs/changelog`;
  const released = (await releasesOf()).filter(({ day }) => day !== undefined);
  const updated = `${released[0]?.day ?? "1970-01-01"}T00:00:00Z`;
  const entries = released.map(
    ({ id, title, day, markdown }) => `<entry>
<id>${url}#${id}</id>
<title>Quintet ${Bun.escapeHTML(title)}</title>
<link href="${url}#${id}"/>
<updated>${day}T00:00:00Z</updated>
<content type="html">${Bun.escapeHTML(renderMarkdown(markdown).html)}</content>
</entry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${url}</id>
<title>Quintet changelog</title>
<link href="${url}"/>
<link rel="self" href="${baseUrl}/docs/changelog.atom"/>
<updated>${updated}</updated>
<author><name>Quintet</name></author>
${entries.join("\n")}
</feed>
`;
}
