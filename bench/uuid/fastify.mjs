import Fastify from "fastify";
import { v4, v7 } from "uuid";

const schema = {
  querystring: {
    type: "object",
    properties: { n: { type: "integer", minimum: 1, maximum: 100, default: 1 } },
  },
  response: { 200: { type: "array", items: { type: "string" } } },
};
const app = Fastify();
app.get("/v4", { schema }, async ({ query }) => Array.from({ length: query.n }, () => v4()));
app.get("/v7", { schema }, async ({ query }) => Array.from({ length: query.n }, () => v7()));
await app.listen({ port: Number(process.env.PORT), host: process.env.HOST });
