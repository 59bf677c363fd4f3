/** @jsxImportSource hono/jsx */
import type { AnyOperation, Api } from "../kit/descriptor.ts";
import type { Answer } from "./call.ts";
import { Body, Code, Command, Scroll } from "./code.tsx";
import type { ShownExample } from "./examples.ts";
import type { Site } from "./page.tsx";
import { snippetsOf } from "./snippets.ts";

/** The most characters of an answer that a page shows. */
const ANSWER_MAX = 4_000;

function ShownAnswer({ id, answer, title }: { id: string; answer: Answer; title: string }) {
  if (answer.bytes !== undefined && answer.mediaType.startsWith("image/")) {
    return (
      <img class="picture checkers" src={`/answers/${id}`} loading="lazy" alt={`The answer: ${title}`} />
    );
  }
  if (answer.bytes !== undefined) return <p class="soft">{`${answer.bytes.length} bytes.`}</p>;
  const more = answer.body.length - ANSWER_MAX;
  return (
    <Scroll label={`The answer: ${title}`}>
      <Body text={answer.body.slice(0, ANSWER_MAX).toWellFormed()} />
      {more > 0 && <p class="soft">{`… and ${more} characters more.`}</p>}
    </Scroll>
  );
}

interface ExampleProps {
  readonly id: string;
  readonly api: Api;
  readonly operation: AnyOperation;
  readonly shown: ShownExample;
  readonly open: boolean;
  readonly site: Site;
}

/** One call with its answer, in curl and in other languages; `open` shows it unfolded. */
export function ExampleCall({ id, api, operation, shown: { example, answer }, open, site }: ExampleProps) {
  const [curl, ...others] = snippetsOf(api, operation, example, site.baseUrl);
  return (
    <details name={`${api.name}-examples`} open={open}>
      <summary>
        {example.title} <span class="status">{answer?.status ?? example.status ?? 200}</span>
      </summary>
      {curl !== undefined && <Command id={id} line={curl.text} />}
      {example.file !== undefined && (
        <p class="soft">
          The file: <a href={`/examples/${example.file.name}`}>{example.file.name}</a>
        </p>
      )}
      {answer !== undefined && <ShownAnswer id={id} answer={answer} title={example.title} />}
      {others.map(({ language, text }) => (
        <details class="language">
          <summary>{language}</summary>
          <Code id={`${id}-${language}`} text={text} />
        </details>
      ))}
    </details>
  );
}
