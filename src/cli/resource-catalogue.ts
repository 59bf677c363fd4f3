import type { z } from "zod";
import type { Contract } from "../kit/contract.ts";
import { pathNames } from "../kit/descriptor.ts";
import { parameterSchema } from "../kit/parameter.ts";
import { commandOf, type Resource, separated } from "../kit/resource.ts";

/** An option of a command. */
interface CliOption {
  readonly name: string;
  /** As it is written: `expires-in`. */
  readonly option: string;
  readonly isNeeded: boolean;
  readonly description: string;
}

/** An action of a resource as a command. */
export interface CliAction {
  /** Its words: `site-audits list`. */
  readonly command: string;
  readonly summary: string;
  readonly method: Contract["method"];
  readonly path: string;
  /** The parts of the path, which are the arguments of the command. */
  readonly arguments: readonly string[];
  /** Parameters of the query, and members of the body. */
  readonly query: readonly CliOption[];
  readonly fields: readonly CliOption[];
  /** Whether requests with the same `Idempotency-Key` run once. */
  readonly isRepeatable: boolean;
  /** Media types of the response, the default first. */
  readonly produces: readonly string[];
}

function optionsOf(schema: z.ZodObject): CliOption[] {
  return Object.entries<z.ZodType>(schema.shape).map(([name, member]) => ({
    name,
    option: separated(name, "-"),
    isNeeded: !member.safeParse(undefined).success,
    description: parameterSchema(member).description ?? "",
  }));
}

/** The actions of resources as data, for commands of this server and of the package that only calls servers. */
export function resourceCatalogue(resources: readonly Resource[]): CliAction[] {
  return resources.flatMap((resource) =>
    Object.entries(resource.actions).flatMap(([action, contract]): CliAction[] => {
      const command = commandOf(resource, action);
      if (command === undefined) return [];
      const { method, path, summary, query, fields, produces = ["application/json"] } = contract;
      return [
        {
          command,
          summary,
          method,
          path,
          arguments: pathNames(path),
          query: optionsOf(query),
          fields: optionsOf(fields),
          isRepeatable: contract.repeatable === true,
          produces,
        },
      ];
    }),
  );
}
