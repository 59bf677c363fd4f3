/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { Api } from "../kit/descriptor.ts";
import type { Demos } from "./demos.ts";
import { ImagesDemo } from "./images-demo.tsx";
import type { Site } from "./page.tsx";
import { PdfDemo } from "./pdf-demo.tsx";
import { ProductsDemo } from "./products-demo.tsx";
import { ProfilesDemo } from "./profiles-demo.tsx";
import { SeoDemo } from "./seo-demo.tsx";

/** APIs whose demo reads a sample page instead of a site. */
const INVENTED: readonly string[] = ["profiles", "products"];

function demoOf(api: Api, demos: Demos, { assets }: Site): Child {
  const { seo, pdf, images, products, profiles } = demos;
  if (api.name === "seo" && seo !== undefined) return <SeoDemo audit={seo} assets={assets} />;
  if (api.name === "pdf" && pdf !== undefined) return <PdfDemo text={pdf} assets={assets} />;
  if (api.name === "images" && images !== undefined) return <ImagesDemo assets={assets} />;
  if (api.name === "products" && products !== undefined) {
    return <ProductsDemo product={products} assets={assets} />;
  }
  if (api.name === "profiles" && profiles !== undefined) return <ProfilesDemo person={profiles} />;
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
          <a href={`/docs/${api.name}`}>{`${api.title.replace("Quintet ", "")} docs`}</a>
        </p>
        {demo !== undefined && (
          <p class="soft">
            A real response from this server{INVENTED.includes(api.name) ? " for a sample page" : ""}.
          </p>
        )}
      </div>
      {demo}
    </section>
  );
}
