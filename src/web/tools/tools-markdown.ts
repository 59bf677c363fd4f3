import type { Api } from "../../kit/descriptor.ts";
import { type Block, blocksMarkdown } from "../blocks.tsx";
import { snippetsOf } from "../snippets.ts";
import { toolsOf } from "./tools.ts";

/** Writes the free tools as Markdown: what each does, where it is, and its call. */
export function toolsMarkdown(apis: readonly Api[], baseUrl: string): string {
  const blocks = toolsOf(apis).flatMap(({ tool, api, operation, example }): Block[] => [
    { kind: "heading", id: tool.slug, text: tool.title },
    { kind: "text", text: `${tool.lead} ${baseUrl}/tools/${tool.slug}` },
    { kind: "text", text: `The same call as code. Its reference is at ${baseUrl}/docs/${api.name}.md.` },
    ...snippetsOf(api, operation, example, baseUrl)
      .filter(({ language }) => language === "curl")
      .map(({ text }): Block => ({ kind: "code", id: `${tool.slug}-call`, text })),
  ]);
  return `# Free tools\n\n${blocksMarkdown(blocks, baseUrl)}`;
}
