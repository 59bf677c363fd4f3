import { UsageError } from "../kit/usage-error.ts";
import { furtherOptions } from "./call-arguments.ts";
import { type CliApi, type CliOperation, optionOf } from "./catalogue.ts";
import { readForms } from "./command-forms.ts";

/** The shells that completions are written for. */
export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;

type Shell = (typeof SHELLS)[number];

interface Node {
  readonly words: Set<string>;
  /** Its options, with the values that each accepts; none for a free text, undefined for no value. */
  readonly options: Map<string, readonly string[] | undefined>;
}

type Tree = Map<string, Node>;

function nodeAt(tree: Tree, path: string): Node {
  const found = tree.get(path) ?? { words: new Set(), options: new Map() };
  tree.set(path, found);
  return found;
}

function add(tree: Tree, words: readonly string[]): Node {
  for (const [i, word] of words.entries()) nodeAt(tree, words.slice(0, i).join(" ")).words.add(word);
  return nodeAt(tree, words.join(" "));
}

function addOperation(tree: Tree, before: readonly string[], api: CliApi, operation: CliOperation): void {
  const { options } = add(tree, [...before, api.name, operation.command]);
  for (const name of operation.files) options.set(optionOf(name), []);
  for (const { name, type, choices } of operation.parameters) {
    options.set(optionOf(name), choices ?? (type === "boolean" ? ["true", "false"] : []));
  }
  const types = operation.produces.map((type) => type.split("/").at(-1) ?? type);
  for (const [name, [value]] of furtherOptions(operation)) {
    options.set(name, name === "type" ? types : value === "" ? undefined : []);
  }
}

function treeOf(apis: readonly CliApi[], usage: string): Tree {
  const tree: Tree = new Map();
  for (const api of apis) {
    for (const operation of api.operations) {
      addOperation(tree, [], api, operation);
      addOperation(tree, ["batch"], api, operation);
    }
  }
  for (const { name, options } of readForms(usage)) {
    if (name === "") continue;
    const node = add(tree, name.split(" "));
    for (const [option, { type, choices }] of Object.entries(options)) {
      node.options.set(option, type === "boolean" ? undefined : choices);
    }
  }
  for (const shell of SHELLS) add(tree, ["completions", shell]);
  add(tree, ["help"]);
  for (const node of tree.values()) node.options.set("help", undefined);
  nodeAt(tree, "").options.set("version", undefined);
  return tree;
}

/** The cases of a shell function that prints the next words, and of one that prints the values of an option. */
function cases(tree: Tree): { words: string; options: string; values: string } {
  const rows = (write: (path: string, node: Node) => readonly string[]) =>
    [...tree].flatMap(([path, node]) => write(path, node)).join("\n");
  const row = (key: string, words: Iterable<string>) => `    "${key}") echo "${[...words].join(" ")}" ;;`;
  return {
    words: rows((path, { words }) => (words.size === 0 ? [] : [row(path, words)])),
    options: rows((path, { options }) => [
      row(
        path,
        [...options.keys()].map((option) => `--${option}`),
      ),
    ]),
    values: rows((path, { options }) =>
      [...options].flatMap(([option, values]) =>
        values === undefined ? [] : [row(`${path} --${option}`, values)],
      ),
    ),
  };
}

/** Functions for bash and zsh. `_quintet_values` fails for an option without a value. */
function functions(tree: Tree): string {
  const { words, options, values } = cases(tree);
  return `_quintet_words() {
  case "$1" in
${words}
    *) return 1 ;;
  esac
}
_quintet_options() {
  case "$1" in
${options}
    *) return 1 ;;
  esac
}
_quintet_values() {
  case "$1" in
${values}
    *) return 1 ;;
  esac
}
_quintet_known() {
  _quintet_options "$1" > /dev/null
}`;
}

function bash(tree: Tree): string {
  return `# Completions of quintet for bash. Put this line into ~/.bashrc: source <(quintet completions bash)
${functions(tree)}
_quintet() {
  local line=() current="" i path="" word previous="" values
  # Bash splits --name=value at the sign; it is read like --name value.
  for ((i = 1; i <= COMP_CWORD; i++)); do
    [[ \${COMP_WORDS[i]} == "=" ]] || line+=("\${COMP_WORDS[i]}")
  done
  if [[ \${COMP_WORDS[COMP_CWORD]} == "=" ]]; then line+=(""); fi
  current=\${line[\${#line[@]}-1]}
  for ((i = 0; i < \${#line[@]} - 1; i++)); do
    word=\${line[i]}
    previous=$word
    _quintet_known "$path\${path:+ }$word" && path="$path\${path:+ }$word"
  done
  COMPREPLY=()
  if [[ $previous == --* ]] && values=$(_quintet_values "$path $previous"); then
    COMPREPLY=($(compgen -W "$values" -- "$current"))
  elif [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$(_quintet_options "$path")" -- "$current"))
  else
    COMPREPLY=($(compgen -W "$(_quintet_words "$path")" -- "$current"))
  fi
}
complete -o default -F _quintet quintet
`;
}

function zsh(tree: Tree): string {
  return `#compdef quintet
# Completions of quintet for zsh. Put this line into ~/.zshrc: source <(quintet completions zsh)
${functions(tree)}
_quintet() {
  local current="\${words[CURRENT]}" route="" word previous="" found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    previous="$word"
    _quintet_known "$route\${route:+ }$word" && route="$route\${route:+ }$word"
  done
  if [[ "$current" == --*=* ]] && found=$(_quintet_values "$route \${current%%=*}"); then
    compset -P '*='
    compadd -- \${=found} || _files
  elif [[ "$previous" == --* ]] && found=$(_quintet_values "$route $previous"); then
    compadd -- \${=found} || _files
  elif [[ "$current" == -* ]]; then
    compadd -- $(_quintet_options "$route")
  elif found=$(_quintet_words "$route"); then
    compadd -- \${=found}
  else
    _files
  fi
}
if [[ "\${funcstack[1]}" == "_quintet" ]]; then
  _quintet "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit -u; }
  compdef _quintet quintet
fi
`;
}

function fish(tree: Tree): string {
  const known = [...tree.keys()].filter((path) => path !== "").map((path) => `"${path}"`);
  const lines = [...tree].flatMap(([path, { words, options }]) => {
    const at = `complete -c quintet -n '__quintet_at "${path}"'`;
    const next = words.size === 0 ? [] : [`${at} -f -a '${[...words].join(" ")}'`];
    const own = [...options].map(([option, values]) => {
      if (values === undefined) return `${at} -f -l ${option}`;
      return values.length === 0 ? `${at} -l ${option} -r` : `${at} -l ${option} -x -a '${values.join(" ")}'`;
    });
    return [...next, ...own];
  });
  return `# Completions of quintet for fish: quintet completions fish > ~/.config/fish/completions/quintet.fish
function __quintet_at
    set -l known ${known.join(" ")}
    set -l path ""
    for word in (commandline -opc)[2..-1]
        set -l longer (string trim -- "$path $word")
        contains -- $longer $known; and set path $longer
    end
    test "$path" = "$argv[1]"
end
complete -c quintet -e
${lines.join("\n")}
`;
}

function powershell(tree: Tree): string {
  const list = (texts: Iterable<string>) => `@(${[...texts].map((text) => `'${text}'`).join(", ")})`;
  const words = [...tree].map(([path, node]) => `    '${path}' = ${list(node.words)}`);
  const options = [...tree].map(
    ([path, node]) => `    '${path}' = ${list([...node.options.keys()].map((option) => `--${option}`))}`,
  );
  const values = [...tree].flatMap(([path, node]) =>
    [...node.options].flatMap(([option, own]) =>
      own === undefined ? [] : [`    '${path} --${option}' = ${list(own)}`],
    ),
  );
  return `# Completions of quintet for PowerShell. Put this line into $PROFILE:
# quintet completions powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName quintet -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @{
${words.join("\n")}
  }
  $options = @{
${options.join("\n")}
  }
  $values = @{
${values.join("\n")}
  }
  $path = ''
  $previous = ''
  foreach ($element in ($commandAst.CommandElements | Select-Object -Skip 1)) {
    if ($element.Extent.EndOffset -ge $cursorPosition -and $wordToComplete -ne '') { break }
    $previous = $element.ToString()
    $longer = "$path $previous".Trim()
    if ($words.ContainsKey($longer)) { $path = $longer }
  }
  if ($values.ContainsKey("$path $previous")) { $found = $values["$path $previous"] }
  elseif ($wordToComplete.StartsWith('-')) { $found = $options[$path] }
  else { $found = $words[$path] }
  $found | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}

const writers: Readonly<Record<Shell, (tree: Tree) => string>> = { bash, zsh, fish, powershell };

/** Writes the completions of a shell. Throws a `UsageError` for words that are not one shell. */
export function completionsOf(
  [shell, ...more]: readonly string[],
  apis: readonly CliApi[],
  usage: string,
): string {
  const found = SHELLS.find((one) => one === shell);
  if (found === undefined || more.length > 0)
    throw new UsageError("Name one shell.", { forms: `quintet completions ${SHELLS.join("|")}` });
  return writers[found](treeOf(apis, usage));
}
