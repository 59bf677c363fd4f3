/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { ImagesDemo } from "../images-demo.tsx";
import type { Site } from "../page.tsx";
import { PdfDemo } from "../pdf-demo.tsx";
import { SeoDemo } from "../seo-demo.tsx";
import { ToolEnding, ToolFrame } from "./tool-frame.tsx";
import type { ShownTool } from "./tools.ts";
import { ResultSection, TrialForm } from "./trial-form.tsx";

/** Contents of a page whose tool calls an API without a key. */
export interface TrialToolOf {
  readonly site: Site;
  readonly shown: ShownTool;
  readonly all: readonly ShownTool[];
  readonly isOff: boolean;
  readonly trial: boolean;
}

/** The recorded result of the tool for a sample. */
function sampleOf({ shown, site: { assets } }: TrialToolOf): Child {
  if (shown.tool.slug === "seo") return <SeoDemo assets={assets} />;
  return shown.tool.slug === "pdf-to-markdown" ? <PdfDemo assets={assets} /> : <ImagesDemo assets={assets} />;
}

/** Renders the page of a tool, with a sample result. */
export function trialToolPage(of: TrialToolOf): string {
  const { site, shown, all, isOff, trial } = of;
  const page = (
    <ToolFrame
      site={site}
      shown={shown}
      scripts={["code.js", "tool.js"]}
      form={<TrialForm shown={shown} site={site} isOff={isOff} trial={trial} />}
      side={
        <div class="tool-sample">
          <p class="soft">Sample result, recorded from a real call</p>
          {sampleOf(of)}
        </div>
      }
    >
      <ResultSection />
      <ToolEnding site={site} shown={shown} all={all} />
    </ToolFrame>
  );
  return `<!doctype html>${page}`;
}
