import { z } from "zod";
import type { AgentOutput } from "../../../kit/descriptor.ts";
import { Catalogue } from "./schema/catalogue.ts";

/** The list of checks for agents: a line for each, because the whole list takes ten times as much. */
export const agentChecks: AgentOutput = {
  data: z.object({
    ...Catalogue.pick({ version: true, points: true, score: true }).shape,
    checkCount: z.int().describe("How many checks there are."),
  }),
  present(output) {
    const { version, points, score, checks } = Catalogue.parse(output);
    const lines = checks.map((one) => `${one.id} | ${one.severity} | ${one.points} | ${one.title}`);
    return {
      text: ["id | severity | points | title", ...lines].join("\n"),
      data: { version, points, score, checkCount: checks.length },
    };
  },
};
