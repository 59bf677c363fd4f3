import { type Api, fileNames, parametersOf } from "../kit/descriptor.ts";
import { UsageError } from "../kit/usage-error.ts";
import { batch, commandOf, common, optionOf } from "./call-arguments.ts";

/** What may follow the words of a command. */
interface Tree {
  readonly [words: string]: readonly string[];
}

/** The commands that are no operations, and what follows them. */
function commandsOf(names: readonly string[]): Tree {
  const tree: Record<string, string[]> = { "": [] };
  for (const name of names) {
    const words = name.split(" ");
    for (const [i, word] of words.entries()) {
      const before = words.slice(0, i).join(" ");
      tree[before] = [...new Set([...(tree[before] ?? []), word])];
    }
  }
  return tree;
}

const shells = { bash, zsh, fish } as const;

function treeOf(apis: readonly Api[], commands: readonly string[]): Tree {
  const others = commandsOf([...commands, ...Object.keys(shells).map((shell) => `completions ${shell}`)]);
  const tree: Record<string, readonly string[]> = {
    ...others,
    "": [...new Set([...apis.map((api) => api.name), ...(others[""] ?? [])])],
  };
  for (const api of apis) {
    tree[api.name] = [...Object.values(api.operations).map(commandOf), ...(others[api.name] ?? [])];
    for (const operation of Object.values(api.operations)) {
      const own = [...parametersOf(operation).map(([name]) => name), ...fileNames(operation.accepts)];
      const more = Object.keys(operation.accepts === undefined ? common : { ...batch, ...common });
      tree[`${api.name} ${commandOf(operation)}`] = [...own.map(optionOf), ...more].map(
        (name) => `--${name}`,
      );
    }
  }
  return tree;
}

function bash(tree: Tree): string {
  const cases = Object.entries(tree)
    .map(([words, next]) => `    "${words}") next="${next.join(" ")}" ;;`)
    .join("\n");
  return `# Completions of quintet for bash: put this line into ~/.bashrc: source <(quintet completions bash)
_quintet() {
  local words="\${COMP_WORDS[*]:1:COMP_CWORD-1}" next=""
  [ "$COMP_CWORD" -gt 3 ] && words="\${COMP_WORDS[1]} \${COMP_WORDS[2]}"
  case "$words" in
${cases}
  esac
  COMPREPLY=($(compgen -W "$next" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _quintet quintet
`;
}

function zsh(tree: Tree): string {
  return `# Completions of quintet for zsh: put this line into ~/.zshrc: source <(quintet completions zsh)
autoload -U +X bashcompinit && bashcompinit
${bash(tree).split("\n").slice(1).join("\n")}`;
}

function fish(tree: Tree): string {
  const lines = Object.entries(tree).map(([words, next]) => {
    const [first, second] = words.split(" ");
    const seen = [first, second].filter(Boolean).map((word) => `__fish_seen_subcommand_from ${word}`);
    const condition = words === "" ? "__fish_use_subcommand" : seen.join("; and ");
    return `complete -c quintet -n '${condition}' -a '${next.join(" ")}'`;
  });
  return `# Completions of quintet for fish: quintet completions fish > ~/.config/fish/completions/quintet.fish\n${lines.join("\n")}\n`;
}

/**
 * Writes the completions of a shell for the operations of `apis` and for `commands`, which are named by their words.
 * Throws a `UsageError` for another shell.
 */
export function completionsOf(
  shell: string | undefined,
  apis: readonly Api[],
  commands: readonly string[],
): string {
  const write =
    shell !== undefined && Object.hasOwn(shells, shell) ? shells[shell as keyof typeof shells] : undefined;
  if (write === undefined) throw new UsageError(`quintet completions ${Object.keys(shells).join("|")}`);
  return write(treeOf(apis, commands));
}
