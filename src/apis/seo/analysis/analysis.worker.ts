import type { Steps } from "../../../kit/sandbox.ts";
import type { Order } from "./analysis-job.ts";
import { analyses, type Results, type Tasks } from "./tasks.ts";

function analyzed<Name extends keyof Tasks>({ name, task, body }: Order<Name>): Results[Name] {
  return analyses[name](task, body);
}

/** Analyzes one text. */
export const run: Steps<Order<keyof Tasks>, Results[keyof Tasks]> = function* (order) {
  yield analyzed(order);
};
