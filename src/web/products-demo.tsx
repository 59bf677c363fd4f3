/** @jsxImportSource hono/jsx */
import type { Assets } from "./assets.ts";
import type { ProductShown } from "./demo-answers.ts";

function money({ amount, currency }: { amount: string; currency: string }): string {
  return new Intl.NumberFormat("en", { style: "currency", currency }).format(Number(amount));
}

/** A product as a shop would show it, and where each of its fields was found. */
export function ProductsDemo({ product, assets }: { product: ProductShown; assets: Assets }) {
  const { title, brand, price, listPrice, availability, rating, seller, bullets, sources } = product;
  return (
    <div class="pair">
      <article class="sheet product">
        <img src={assets.href("teapot.jpg")} width={960} height={720} loading="lazy" alt="" />
        <div>
          <h3>{title}</h3>
          <p class="soft">{brand}</p>
          {rating?.average != null && (
            <p>
              {rating.average} of 5{" "}
              <span class="soft">from {rating.count?.toLocaleString("en")} ratings</span>
            </p>
          )}
          {price !== null && (
            <p class="price">
              {money(price)} {listPrice !== null && <s>{money(listPrice)}</s>}
            </p>
          )}
          <p>
            {availability.text} <span class="soft">sold by {seller?.name}</span>
          </p>
          <ul class="soft">
            {bullets.map((bullet) => (
              <li>{bullet}</li>
            ))}
          </ul>
        </div>
      </article>
      <dl class="sheet sources">
        {Object.entries(sources).map(([field, source]) => (
          <div>
            <dt>{field}</dt>
            <dd>
              <code>{source}</code>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
