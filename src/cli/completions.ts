import { type Api, fileNames, parametersOf } from "../kit/descriptor.ts";
import { UsageError } from "../kit/usage-error.ts";
import { batch, commandOf, common, optionOf } from "./call-arguments.ts";

/** What may follow the words of a command. */
interface Tree {
  readonly [words: string]: readonly string[];
}

/** The commands that are no operations, and what follows them. */
const others: Tree = {
  keys: ["create", "list", "revoke", "roll"],
  plan: ["set"],
  usage: [],
  admin: ["accounts", "audit", "plan"],
  "admin accounts": [
    ...["list", "show", "suspend", "unsuspend", "delete", "export", "credit", "plan", "sessions"],
  ],
  "admin plan": ["list", "move"],
  models: ["list", "pull", "verify", "rm"],
  db: ["migrate", "backup", "restore", "copy"],
  config: ["check"],
  completions: ["bash", "zsh", "fish"],
  mcp: [],
  serve: [],
  help: [],
};

function treeOf(apis: readonly Api[]): Tree {
  const tree: Record<string, readonly string[]> = {
    "": [...apis.map((api) => api.name), ...Object.keys(others)],
    ...others,
  };
  for (const api of apis) {
    tree[api.name] = Object.values(api.operations).map(commandOf);
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

/** Writes the completions of a shell. Throws a `UsageError` for another word. */
export function completionsOf(shell: string | undefined, apis: readonly Api[]): string {
  const tree = treeOf(apis);
  if (shell === "bash") return bash(tree);
  if (shell === "zsh") return zsh(tree);
  if (shell === "fish") return fish(tree);
  throw new UsageError("quintet completions bash|zsh|fish");
}
