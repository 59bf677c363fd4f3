/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { Api } from "../kit/descriptor.ts";
import { duration } from "./availability-table.tsx";
import type { Demos, Shown } from "./demos.ts";
import { ImagesDemo } from "./images-demo.tsx";
import type { Site } from "./page.tsx";
import { PdfDemo } from "./pdf-demo.tsx";
import { ProductsDemo } from "./products-demo.tsx";
import { ProfilesDemo } from "./profiles-demo.tsx";
import { SeoDemo } from "./seo-demo.tsx";

/** APIs whose demo reads a sample page instead of a site. */
const INVENTED: readonly string[] = ["profiles", "products"];

function demoOf(
  api: Api,
  demos: Demos,
  { assets }: Site,
): { shown: Shown<unknown>; picture: Child } | undefined {
  const { seo, pdf, images, products, profiles } = demos;
  if (api.name === "seo" && seo !== undefined) return { shown: seo, picture: <SeoDemo audit={seo.value} /> };
  if (api.name === "pdf" && pdf !== undefined)
    return { shown: pdf, picture: <PdfDemo text={pdf.value} assets={assets} /> };
  if (api.name === "images" && images !== undefined) {
    return { shown: images, picture: <ImagesDemo assets={assets} /> };
  }
  if (api.name === "products" && products !== undefined) {
    return { shown: products, picture: <ProductsDemo product={products.value} assets={assets} /> };
  }
  if (api.name === "profiles" && profiles !== undefined) {
    return { shown: profiles, picture: <ProfilesDemo person={profiles.value} /> };
  }
  return undefined;
}

/** One API with its demo, if there is one. */
export function Showcase(props: { api: Api; demos: Demos; site: Site; off: boolean }) {
  const { api, demos, site, off } = props;
  const demo = demoOf(api, demos, site);
  return (
    <section class="band showcase" id={`${api.name}-api`} aria-labelledby={`${api.name}-title`}>
      <div class="about">
        <h2 id={`${api.name}-title`}>{api.title}</h2>
        <p class="lead">{api.summary}</p>
        {off && <p class="ribbon off">Not enabled on this server</p>}
        <p class="links">
          <a href={`/docs/${api.name}`}>{`Docs and console: ${api.title}`}</a>
        </p>
        {demo !== undefined && (
          <p class="soft">
            A real response from this server, in {duration(demo.shown.ms)}.
            {INVENTED.includes(api.name) ? " The page it reads is a sample." : ""}
          </p>
        )}
      </div>
      {demo?.picture}
    </section>
  );
}
