/** The completion scripts, in the real shells. */
import { spawnSync } from "node:child_process"
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { catalogue, categories } from "../../src/catalogue/catalogue.ts"
import { command } from "../../src/cli/command.ts"
import { allCommands, type CommandNode, HELP, treeOf } from "../../src/cli/help/CommandTree.ts"
import { clients } from "../../src/cli/init/clients.ts"
import { Binary, layer as binary } from "./binary.ts"
import { run, startProcess } from "./child.ts"

/** A directory with the script of each shell. */
class Scripts extends Context.Tag("test/process/Scripts")<Scripts, string>() {}

const PROGRAM = "effect-discord-mcp"

/** What completes the line $2 with the script $1, and prints the choices, one a line. */
const programs: Readonly<Record<string, string>> = {
  bash: `source "$1"
mapfile -t COMP_WORDS < <(printf '%s\n' $2 | sed 's/=/\\n=\\n/g' | sed '/^$/d')
case "$2" in *' ') COMP_WORDS+=('') ;; esac
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
$(complete -p ${PROGRAM} | sed 's/.*-F \\([^ ]*\\) .*/\\1/')
printf '%s\n' "\${COMPREPLY[@]}"`,
  zsh: `zmodload zsh/zpty
zpty inner zsh -f -i
zpty -w inner "source \${0:h}/inner.zsh; source \${(q)1}; print '@READY''@'"
zpty -r inner out '*@READY@*'
zpty -w -n inner "$2"$'\\t'
zpty -r inner out '*@END@*'
print -r -- "$out" | tr -d '\\r' | sed -n 's/^.*@\\([^@]*\\)@$/\\1/p' | grep -v '^END$'
zpty -d inner`,
  fish: `source $argv[1]
complete -C $argv[2] | cut -f1`
}

/** Prints what the completion system of zsh would offer. */
const innerZsh = `PROMPT=
autoload -Uz compinit
compinit -u -D
compadd() {
  if [[ "$*" == *-[OAD]\\ * ]]; then builtin compadd "$@"; return; fi
  local -a hits
  builtin compadd -O hits "$@"
  for hit in $hits; do print -r -- "@$hit@"; done
}
tell() { _main_complete; print -r -- "@END@" }
zle -C tell complete-word tell
bindkey "^I" tell
`

const shells = ["bash", "zsh", "fish"]

/** What the configuration of a shell has before the line, and what shows that the line worked. */
const before: Readonly<Record<string, string>> = { zsh: "autoload -Uz compinit; compinit -u -D" }
const after: Readonly<Record<string, string>> = {
  bash: `complete -p ${PROGRAM} && type _effect_discord_mcp`,
  zsh: `print $_comps[${PROGRAM}]; functions _effect_discord_mcp`,
  fish: `complete -C '${PROGRAM} clients a'`
}

const scripts = Layer.scoped(
  Scripts,
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const directory = yield* fs.makeTempDirectoryScoped()
    yield* fs.writeFileString(`${directory}/inner.zsh`, innerZsh)
    for (const shell of shells) {
      const { code, stderr, stdout } = yield* run(["--completions", shell])
      assert.deepStrictEqual([code, stderr], [0, ""])
      yield* fs.writeFileString(`${directory}/script.${shell}`, stdout)
      yield* fs.writeFileString(`${directory}/complete.${shell}`, programs[shell] ?? "")
    }
    return directory
  })
)

/** Returns what a shell lists at the end of a line, sorted. */
const complete = Effect.fn("complete")(function* (shell: string, line: string) {
  const directory = yield* Scripts
  const child = yield* startProcess(
    shell,
    [`${directory}/complete.${shell}`, `${directory}/script.${shell}`, `${PROGRAM} ${line}`],
    { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: directory, TERM: "xterm" }
  )
  yield* child.ended
  assert.strictEqual(child.stderr.text, "")
  return child.stdout.text.trim().split("\n").toSorted()
}, Effect.scoped)

const tree = treeOf(command.descriptor)
const namesBelow = ({ subcommands }: CommandNode) => subcommands.map(({ path }) => path.at(-1) ?? "").toSorted()
const optionsOf = ({ options }: CommandNode) => [...options, HELP].map(({ name }) => name).toSorted()
const wordsOf = ({ path }: CommandNode, ...more: ReadonlyArray<string>) => [...path.slice(1), ...more].join(" ")

const toolsBy = (beginning: string) =>
  catalogue
    .map(({ name }) => name)
    .filter((name) => name.startsWith(beginning))
    .toSorted()

/** Lines, and what every shell lists at their end. */
const cases: ReadonlyArray<readonly [line: string, offered: ReadonlyArray<string>]> = [
  ...allCommands(tree)
    .filter(({ subcommands }) => subcommands.length > 0)
    .map((node) => [wordsOf(node, "").trimStart(), namesBelow(node)] as const),
  ...allCommands(tree)
    .filter(({ path }) => path[1] !== "help")
    .map((node) => [wordsOf(node, "--"), optionsOf(node)] as const),
  ["clients a", ["add"]],
  ["help clients re", ["remove"]],
  ["tools --risk ", ["destructive", "read", "write"]],
  ["tools --json --risk d", ["destructive"]],
  ["init cursor --scope ", ["project", "user"]],
  ["init cursor --scope user --surface s", ["search"]],
  ["init ", clients.map(({ name }) => name).toSorted()],
  ["doctor --client cu", ["cursor"]],
  ["tools --category au", categories.filter((name) => name.startsWith("au")).toSorted()],
  ["call messages_", toolsBy("messages_")],
  ["call --sandbox members_b", toolsBy("members_b")],
  ["tools roles_", toolsBy("roles_")],
  ["clients add reports --exclude-tool guild_", toolsBy("guild_")],
  ["--completions ", ["bash", "fish", "zsh"]]
]

const all = Layer.provideMerge(scripts, Layer.merge(binary, NodeContext.layer))

for (const shell of shells) {
  const isInstalled = spawnSync(shell, ["-c", "exit"]).status === 0
  layer(all, { excludeTestServices: true })(
    `completions in ${shell}${isInstalled ? "" : ` (skipped: ${shell} is not installed)`}`,
    (it) => {
      for (const [line, offered] of cases) {
        it.effect.skipIf(!isInstalled)(`offer what fits after: ${PROGRAM} ${line}`, () =>
          Effect.gen(function* () {
            const shown = yield* complete(shell, line)
            // Some shells offer short names, too.
            assert.deepStrictEqual(
              shown.filter((word) => !/^-\w$/.test(word)),
              offered
            )
          })
        )
      }

      it.effect.skipIf(!isInstalled)("offer values in the same word as their option, and files", () =>
        Effect.gen(function* () {
          const values = yield* complete(shell, "tools --risk=w")
          assert.deepStrictEqual(
            values.map((value) => value.replace("--risk=", "")),
            ["write"]
          )
          const files = yield* complete(shell, `audit verify ${yield* Scripts}/inn`)
          assert.match(files.join("\n"), /inner\.zsh$/)
        })
      )

      it.scoped.skipIf(!isInstalled)("are there with the line of docs/command-line.md", () =>
        Effect.gen(function* () {
          const fs = yield* FileSystem.FileSystem
          const directory = yield* fs.makeTempDirectoryScoped()
          yield* fs.writeFileString(
            `${directory}/${PROGRAM}`,
            `#!/bin/sh\nexec '${process.execPath}' '${yield* Binary}' "$@"\n`
          )
          yield* fs.chmod(`${directory}/${PROGRAM}`, 0o755)
          const page = yield* fs.readFileString("docs/command-line.md")
          const [, line = ""] = new RegExp(`^\\| ${shell} \\|.*\\| \`(.*)\` \\|$`, "m").exec(page) ?? []
          assert.include(line, `--completions ${shell}`)
          const child = yield* startProcess(
            shell,
            ["-c", [before[shell], line.replace("\\|", "|"), after[shell]].join("\n")],
            { PATH: `${directory}:/usr/local/bin:/usr/bin:/bin`, HOME: directory, TERM: "xterm" }
          )
          yield* child.ended
          assert.include(child.stdout.text, "add", child.stderr.text)
        })
      )

      it.effect.skipIf(!isInstalled)("offer nothing where any text fits", () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* complete(shell, "clients add reports --guild "), [""])
        })
      )
    }
  )
}
