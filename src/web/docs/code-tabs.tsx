/** @jsxImportSource hono/jsx */
import { CodeBlock } from "../code.tsx";
import type { Snippet } from "../snippets.ts";
import { highlight } from "./highlight.ts";

const HIGHLIGHTED = {
  curl: "bash",
  TypeScript: "typescript",
  Python: "python",
  Go: "go",
  PHP: "php",
} as const;

/** The most characters of code that are highlighted: hostile text takes 3 ms for each 1,000. */
const HIGHLIGHTED_MAX = 4_000;

/** The code of a snippet as highlighted HTML; long code is plain. */
export function highlightSnippet({ language, text }: Snippet): string {
  return text.length > HIGHLIGHTED_MAX ? Bun.escapeHTML(text) : highlight(text, HIGHLIGHTED[language]);
}

/**
 * Shows a call in every language, one shown at a time: radio buttons that work without a script. With one, the choice
 * holds for all pages, and the code follows the form of the operation.
 */
export function CodeTabs({
  id,
  label,
  snippets,
}: {
  id: string;
  label: string;
  snippets: readonly Snippet[];
}) {
  return (
    <fieldset class="code-tabs" data-code-tabs={id}>
      <legend class="unseen">{label}</legend>
      <div class="radio-tabs">
        {snippets.map(({ language }, i) => (
          <label>
            <input type="radio" name={`${id}-language`} value={language} checked={i === 0} />
            {language}
          </label>
        ))}
      </div>
      {snippets.map(({ language, text }) => (
        <div class="code-panel" data-language={language}>
          <CodeBlock text={text} language={HIGHLIGHTED[language]} label={label} />
        </div>
      ))}
    </fieldset>
  );
}
