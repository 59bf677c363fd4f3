// JavaScript with its own declarations: the types of highlight.js bring those of the DOM, which replace Bun's.
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import go from "highlight.js/lib/languages/go";
import ini from "highlight.js/lib/languages/ini";
import json from "highlight.js/lib/languages/json";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import typescript from "highlight.js/lib/languages/typescript";
import yaml from "highlight.js/lib/languages/yaml";

const languages = { bash, go, ini, json, php, python, typescript, yaml };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

export const languageNames = Object.keys(languages);

export function highlightAs(code, language) {
  const { value } = hljs.highlight(code, { language, ignoreIllegals: true });
  // Punctuation has the color of text: its elements would be half of a page. Parameters of header values look like comments,
  // and options of commands like builtins of the shell.
  return (
    language === "bash"
      ? value
          .replaceAll(/([-=])<span class="hljs-[a-z_]+">(\w+)<\/span>/g, "$1$2")
          .replaceAll(/(?<=^|\s)--?[a-z][\w-]*(?=\s|$)/gim, '<span class="hljs-attr">$&</span>')
      : value
  )
    .replaceAll(/<span class="hljs-punctuation">([^<]*)<\/span>/g, "$1")
    .replaceAll(/<span class="hljs-comment">(;[^<]*)<\/span>/g, "$1");
}
