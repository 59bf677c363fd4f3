/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { Demos } from "../demos.ts";
import { ImagesDemo } from "../images-demo.tsx";
import type { Site } from "../page.tsx";
import { PdfDemo } from "../pdf-demo.tsx";
import { SeoDemo } from "../seo-demo.tsx";
import { ToolFrame } from "./tool-frame.tsx";
import type { ShownTool } from "./tools.ts";
import { ResultSection, TrialForm } from "./trial-form.tsx";

/** Contents of a page whose tool calls an API without a key. */
export interface TrialToolOf {
  readonly site: Site;
  readonly shown: ShownTool;
  readonly all: readonly ShownTool[];
  readonly demos: Demos;
  readonly isOff: boolean;
  readonly trial: boolean;
}

/** The result of the tool for a sample, made by this server; undefined if it did not run. */
function sampleOf({ shown, demos, site }: TrialToolOf): Child {
  const { assets } = site;
  const { seo, pdf, images } = demos;
  if (shown.tool.slug === "seo") return seo && <SeoDemo audit={seo} assets={assets} />;
  if (shown.tool.slug === "pdf-to-markdown") {
    return pdf === undefined ? undefined : <PdfDemo text={pdf} assets={assets} />;
  }
  return images && <ImagesDemo assets={assets} />;
}

/** Renders the page of a tool, with a sample result. */
export function trialToolPage(of: TrialToolOf): string {
  const { site, shown, all, isOff, trial } = of;
  const sample = sampleOf(of);
  const page = (
    <ToolFrame
      site={site}
      shown={shown}
      all={all}
      scripts={["code.js", "tool.js"]}
      form={<TrialForm shown={shown} site={site} isOff={isOff} trial={trial} />}
      side={
        <div class="tool-sample" id="tool-sample" data-late={sample === undefined ? "" : undefined}>
          <p class="soft">
            {sample === undefined ? "The sample is still running." : "Sample result, made by this server"}
          </p>
          {sample}
        </div>
      }
    >
      <ResultSection />
    </ToolFrame>
  );
  return `<!doctype html>${page}`;
}
