import { expect, test } from "bun:test";
import { productFields } from "./lookup-input.ts";
import { Product } from "./schemas.ts";

test("fields names every member of a product", () => {
  expect(productFields).toEqual(Object.keys(Product.shape));
});
