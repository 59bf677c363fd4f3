import type { z } from "zod";
import type { Contract } from "../kit/contract.ts";
import { pathNames } from "../kit/descriptor.ts";
import { commandOf, type Resource } from "../kit/resource.ts";
import { type CliParameter, optionOf, parameterOf } from "./catalogue.ts";

interface CliOption extends CliParameter {
  /** As it is written: `expires-in`. */
  readonly option: string;
  readonly isNeeded: boolean;
}

/** An action of a resource as a command. */
export interface CliAction {
  /** Its words: `site-audits list`. */
  readonly command: string;
  readonly summary: string;
  readonly description?: string;
  readonly method: Contract["method"];
  readonly path: string;
  readonly arguments: readonly string[];
  readonly query: readonly CliOption[];
  readonly fields: readonly CliOption[];
  readonly isRepeatable: boolean;
  readonly produces: readonly string[];
}

function optionsOf(schema: z.ZodObject): CliOption[] {
  return Object.entries<z.ZodType>(schema.shape).map(([name, member]) => ({
    ...parameterOf(name, member),
    option: optionOf(name),
    isNeeded: !member.safeParse(undefined).success,
  }));
}

/** An endpoint as a command with these words. */
export function cliAction(command: string, contract: Contract): CliAction {
  const { method, path, summary, description, query, fields, produces = ["application/json"] } = contract;
  return {
    command,
    summary,
    ...(description === undefined ? {} : { description }),
    method,
    path,
    arguments: pathNames(path),
    query: optionsOf(query),
    fields: optionsOf(fields),
    isRepeatable: contract.repeatable === true,
    produces,
  };
}

/** The actions of resources as data, for commands of this server and of the package that only calls servers. */
export function resourceCatalogue(resources: readonly Resource[]): CliAction[] {
  return resources.flatMap((resource) =>
    Object.entries(resource.actions).flatMap(([action, contract]) => {
      const command = commandOf(resource, action);
      return command === undefined ? [] : [cliAction(command, contract)];
    }),
  );
}
