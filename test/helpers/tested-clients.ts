import { isTested } from "./tested.ts";

/** Whether the client packages have passed all of their tests as they are. */
export const areClientsTested = await isTested("clients");
