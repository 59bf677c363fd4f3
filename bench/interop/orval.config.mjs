export default {
  quintet: {
    input: "./generated/suite.json",
    output: {
      target: "./generated/orval.ts",
      client: "fetch",
      mode: "single",
      baseUrl: { getBaseUrlFromSpecification: true },
    },
  },
};
