import { describe, expect, test } from "bun:test";
import { fetched, report } from "../../../../../test/fixtures/seo/clean-page.ts";
import { frameworkShells } from "../../../../../test/fixtures/seo/framework-shells.ts";
import { nearMisses, scriptPages } from "../../../../../test/fixtures/seo/script-pages.ts";
import { asksForScripts, saysWait } from "./phrases.ts";
import { evidenceRows } from "./rows.ts";

describe("pages that scripts draw", () => {
  test.each(scriptPages.map(([name, row], i) => [name, row, i] as const))("%s: %s", (_name, row, i) => {
    const { rendering } = report(fetched({ html: scriptPages[i]?.[2] ?? "" }));
    expect([rendering.jsDependent, rendering.evidence?.id]).toEqual([true, row as string]);
    expect(rendering.reason).toBe(evidenceRows.find(({ id }) => id === row)?.reason ?? null);
  });
});

describe.each(frameworkShells.map(({ framework }, i) => [framework, i] as const))(
  "shells of %s",
  (_framework, i) => {
    const { rows = [], pages = [] } = frameworkShells[i] ?? {};
    test.each(pages.map(({ name }, k) => [name, k] as const))("%s", (_name, k) => {
      const { rendering } = report(fetched({ html: pages[k]?.html ?? "" }));
      expect(rendering.jsDependent).toBe(true);
      expect(rows).toContain(rendering.evidence?.id ?? "");
    });
    test("are ten at least", () => expect(pages.length).toBeGreaterThanOrEqual(10));
  },
);

describe("pages that have their content in the HTML", () => {
  test.each(nearMisses.map(([name], i) => [name, i] as const))("%s", (_name, i) => {
    const { rendering } = report(fetched({ html: nearMisses[i]?.[2] ?? "" }));
    expect([rendering.jsDependent, rendering.evidence]).toEqual([false, null]);
  });
});

test("every row has a source, and a page that shows it", () => {
  for (const { source } of evidenceRows) expect(URL.canParse(source)).toBe(true);
  const shown = new Set(scriptPages.map(([, row]) => row));
  expect(evidenceRows.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([]);
});

test.each([
  "Please enable JavaScript to continue.",
  "Bitte aktivieren Sie JavaScript.",
  "Veuillez activer JavaScript pour continuer.",
  "Para continuar, habilita JavaScript en tu navegador.",
  "Por favor, ative o JavaScript.",
  "Per favore abilita JavaScript.",
  "Schakel JavaScript in: het moet ingeschakeld zijn.",
  "Włącz obsługę JavaScript.",
  "Включите JavaScript в браузере.",
  "JavaScriptを有効にしてください。",
  "请启用 JavaScript",
  "JavaScript를 활성화하세요.",
  "يرجى تفعيل JavaScript",
  "Devam etmek için JavaScript etkinleştirin.",
])("asks for scripts: %s", (text) => expect(asksForScripts(text)).toBe(true));

test.each([
  "JavaScript is a programming language.",
  "Please enable JavaScript to view the comments powered by Disqus.",
  "Bitte aktivieren Sie Cookies.",
  "You need JavaScript to see the map.",
])("asks for nothing: %s", (text) => expect(asksForScripts(text)).toBe(false));

test.each([
  "Loading…",
  "Loading AppComponent content here ...",
  "Bitte warten",
  "読み込み中です",
  "Загрузка...",
])("says wait: %s", (text) => expect(saysWait(text)).toBe(true));
test("a sentence that begins with loading is a sentence", () => {
  expect(saysWait(`Loading docks of the harbor were rebuilt in 1921, and ${"more ".repeat(10)}`)).toBe(false);
});
