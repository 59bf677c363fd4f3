/** Writes `_background.py`: the methods of the Python client that run calls in the background, with the types of each. */
import { mediaTypes } from "../../src/kit/descriptor.ts";
import type { ClientContract } from "./contract.ts";
import {
  dataOf,
  declared,
  header,
  literal,
  type Method,
  methodsOf,
  overload,
  signatures,
  snakeCase,
  sources,
  typing,
} from "./python.ts";
import { toSync } from "./python-sync.ts";

function nameLiteral({ one: { api, id } }: Method): string {
  const names = new Set([`${api.name}.${id}`, `${api.name}.${snakeCase(id)}`]);
  return `Literal[${[...names].map(literal).join(", ")}]`;
}

function storedOf(mediaType: string, method: Method): string {
  return mediaType === "application/x-ndjson" ? "str" : dataOf(mediaType, method);
}

function jobsText(methods: readonly Method[]): string {
  const options = "on_progress: OnJob = None, idempotency_key: Optional[str] = None";
  const runs = methods.flatMap((method) =>
    signatures(
      method,
      (type) => storedOf(type, method),
      (parameters, accept, data) =>
        `    async def run(self, operation: ${nameLiteral(method)}, *, ${[...parameters, accept, options].join(", ")}) -> Answer[${data}]:`,
    ),
  );
  const starts = methods.flatMap((method) => {
    const types = mediaTypes(method.one.operation).map(literal).join(", ");
    const accept = `accept: Optional[Literal[${types}]] = None, idempotency_key: Optional[str] = None`;
    const head = `    async def start(self, operation: ${nameLiteral(method)}, *,`;
    return sources(method).map(
      (source) => `${head} ${[...declared(method, source), accept].join(", ")}) -> Job:`,
    );
  });
  return `class AsyncJobs(AsyncJobRunner):
    """Calls that run in the background."""

${runs.map(overload).join("\n")}
    async def run(
        self,
        operation: str,
        *,
        accept: Optional[str] = None,
        on_progress: OnJob = None,
        idempotency_key: Optional[str] = None,
        **parameters: object,
    ) -> Answer[Any]:
        """Runs a call in the background, waits for its end, and returns its response. Raises its \`\`ProblemError\`\`."""
        return await self._run(operation, accept, on_progress, idempotency_key, parameters)

${starts.map(overload).join("\n")}
    async def start(
        self,
        operation: str,
        *,
        accept: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        **parameters: object,
    ) -> Job:
        """Sends a call that runs in the background. Returns the job as soon as the server has accepted it."""
        return await self._start(operation, accept, idempotency_key, parameters)
`;
}

function batchSignatures(method: Method): string[] {
  const { one, output } = method;
  const [first, ...others] = mediaTypes(one.operation);
  const item = one.files.length > 0 ? `Union[${one.name}Input, FileInput]` : `${one.name}Input`;
  const inputs = `inputs: Union[Iterable[${item}], AsyncIterable[${item}]], *, parameters: Optional[Mapping[str, object]] = None`;
  const options = "on_progress: OnBatch = None, idempotency_key: Optional[str] = None";
  const signature = (accept: string, result: string) =>
    `    async def run(self, operation: ${nameLiteral(method)}, ${inputs}, ${accept}, ${options}) -> AsyncBatchRun[${result}]:`;
  const isFile = (type: string) => storedOf(type, method) === "bytes";
  return [
    ...others.map((type) =>
      signature(`accept: Literal[${literal(type)}]`, isFile(type) ? "None" : storedOf(type, method)),
    ),
    // Files are not among the results, but a parameter may ask for JSON instead.
    signature(
      `accept: Optional[Literal[${literal(first)}]] = None`,
      isFile(first) ? `Optional[${output}]` : storedOf(first, method),
    ),
  ];
}

function batchesText(methods: readonly Method[]): string {
  return `class AsyncBatches(AsyncBatchRunner):
    """Many calls of one operation that run in the background."""

${methods.flatMap(batchSignatures).map(overload).join("\n")}
    async def run(
        self,
        operation: str,
        inputs: Union[Iterable[Any], AsyncIterable[Any]],
        *,
        parameters: Optional[Mapping[str, object]] = None,
        accept: Optional[str] = None,
        on_progress: OnBatch = None,
        idempotency_key: Optional[str] = None,
    ) -> AsyncBatchRun[Any]:
        """Creates a batch of 1 to 10,000 items. Returns as soon as the server has accepted it.

        Args:
            operation: The name, such as \`\`seo.meta\`\`.
            inputs: Dictionaries of parameters, or files for an operation that accepts one.
            parameters: Parameters of every item.
            accept: The media type of the responses, if not the default.
            on_progress: Called with each new state of the batch.
            idempotency_key: Batches with the same key and input are one batch.
        """
        return await self._run(operation, inputs, parameters, accept, on_progress, idempotency_key)
`;
}

/** The Python module of what runs in the background. */
export function writePythonBackground(contract: ClientContract): string {
  const { types, methods } = methodsOf(contract);
  const jobs = methods.filter(({ one }) => one.isJob);
  const classes = `${jobsText(jobs)}\n\n${batchesText(jobs)}`;
  const named = types.names.filter((name) => classes.includes(`"${name}"`));
  const used = [...named, "Job", ...jobs.map(({ one }) => `${one.name}Input`)];
  return `${header}from typing import Any, AsyncIterable, Iterable, List, Mapping, Optional, Union, overload

${typing("Literal")}
from ._async_background import AsyncBatchRun, AsyncBatchRunner, AsyncJobRunner
from ._files import FileInput
from ._jobs import OnBatch, OnJob
from ._sync_background import BatchRun, BatchRunner, JobRunner
from ._transport import Answer
from .types import ${used.join(", ")}

${toSync(classes)}

${classes}`;
}
