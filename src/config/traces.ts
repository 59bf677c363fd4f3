import { z } from "zod";
import { percentDecoded } from "../kit/percent-encoding.ts";
import { address, secret } from "../kit/setting-kinds.ts";

/** The variables of traces; their names are OpenTelemetry's own. */
export const traceVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: address("http://collector:4318")
    .optional()
    .describe("The trace collector (OTLP over HTTP); it may be private. If not set, tracing is off."),
  OTEL_EXPORTER_OTLP_HEADERS: secret(
    z
      .string()
      .regex(/^[\w-]+=[^,\s]+(?:,[\w-]+=[^,\s]+)*$/, "name=value, separated by commas without spaces")
      .optional(),
    "Headers for the collector: name=value, separated by commas.",
  ),
  OTEL_SERVICE_NAME: z
    .string()
    .regex(/^[\w.-]{1,100}$/, "1 to 100 letters, digits, dots, hyphens or underscores")
    .default("quintet")
    .describe("The name of this service in traces."),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/, "a number from 0 to 1, such as 0.05")
    .default("1")
    .describe("The share of requests to trace."),
};

/** Settings of traces: the collector, and the sampled share. */
export interface TracesConfig {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly service: string;
  /** The share of requests that is traced, 0 to 1. */
  readonly ratio: number;
}

/** Decodes a percent-encoded value (OpenTelemetry). A value that is not valid is returned unchanged. */
const decoded = (value: string): string => percentDecoded(value) ?? value;

function headersFrom(list: string): Record<string, string> {
  return Object.fromEntries(
    list.split(",").map((pair): [string, string] => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at), decoded(pair.slice(at + 1))];
    }),
  );
}

/** Destination of traces; undefined where no collector is named. */
export function tracesConfig(data: z.output<z.ZodObject<typeof traceVariables>>): TracesConfig | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = data;
  if (endpoint === undefined) return undefined;
  return {
    // The path that OTLP/HTTP gives traces, behind whatever base the operator wrote.
    url: `${endpoint}/v1/traces`,
    headers: headers === undefined ? {} : headersFrom(headers),
    service: data.OTEL_SERVICE_NAME,
    ratio: Number(data.OTEL_TRACES_SAMPLER_ARG),
  };
}
