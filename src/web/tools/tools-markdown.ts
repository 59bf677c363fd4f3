import type { Api } from "../../kit/descriptor.ts";
import { markdownBlocks, markdownCode } from "../markdown-parts.ts";
import { snippetsOf } from "../snippets.ts";
import { toolsOf } from "./tools.ts";

/** Writes the free tools as Markdown: what each does, where it is, and its call. */
export function toolsMarkdown(apis: readonly Api[], baseUrl: string): string {
  const blocks = toolsOf(apis).flatMap(({ tool, api, operation, example }) => [
    `## ${tool.title}`,
    `${tool.lead} ${baseUrl}/tools/${tool.slug}`,
    `The same call as code. Its reference is at ${baseUrl}/docs/${api.name}.md.`,
    ...snippetsOf(api, operation, example, baseUrl)
      .filter(({ language }) => language === "curl")
      .map(({ text }) => markdownCode(text)),
  ]);
  return `# Free tools\n\n${markdownBlocks(blocks)}`;
}
