import { modules } from "../apis/index.ts";
import { type ApiDeps, describeApi } from "../kit/define-api.ts";
import type { Api } from "../kit/descriptor.ts";
import { migrateOnFirstUse } from "../store/migrate-on-first-use.ts";
import { openDatabase } from "../store/open-database.ts";
import { createState } from "../store/state.ts";
import type { DemoReach } from "../web/demos.ts";

/** The APIs as pages show them: those that read sites have settings with which they read samples of our own. */
export function demoApis(served: readonly Api[], deps: ApiDeps): readonly Api[] {
  return served.map((api) => {
    const module = modules.find(({ name }) => name === api.name);
    return module === undefined || Object.keys(module.demo).length === 0
      ? api
      : describeApi(module, module.demo, { ...deps, fieldCounter: { note() {}, fail() {} } });
  });
}

/** Opens what the demos keep, in memory, when it is first needed. */
export function demoReach(): () => Promise<DemoReach> {
  let opened: DemoReach | undefined;
  return async () => {
    opened ??= { state: createState(migrateOnFirstUse(openDatabase("sqlite::memory:")), { now: Date.now }) };
    return opened;
  };
}
