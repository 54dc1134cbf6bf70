/** A shell that runs the blocks of a page one after another, as a reader does. */
// @effect-diagnostics nodeBuiltinImport:off processEnv:off processEnvInEffect:off
import { readFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { type Child, startProcess } from "../../process/child.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))

/** A block of shell lines, and the texts that the page says it prints. */
export interface ShellBlock {
  readonly script: string
  readonly prints: ReadonlyArray<string>
}

/** Returns the shell blocks of a section of a page. Fails if the page has no such heading, or the section no block. */
export const blocksUnder = (page: string, heading: string): ReadonlyArray<ShellBlock> => {
  const section = sectionOf(page, heading)
  const blocks = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, script = ""]) => ({
    script,
    prints: [...script.matchAll(/# → (.+)$/gm)].map(([, text = ""]) => text)
  }))
  assert.isNotEmpty(blocks, `${page} has no shell block under "${heading}"`)
  return blocks
}

/** Returns the text of a section of a page, up to the next heading of its level. */
export const sectionOf = (page: string, heading: string): string => {
  const text = readFileSync(join(root, page), "utf8")
  const [, section] = text.split(`\n## ${heading}\n`)
  return section?.split("\n## ")[0] ?? assert.fail(`${page} has no section "${heading}"`)
}

/** A shell in a directory. The processes that it leaves running end with the scope. */
export const openShell = Effect.fn("openShell")(function* (directory: string, env: Readonly<Record<string, string>>) {
  const path = [directory, process.env.PATH].join(delimiter)
  const shell: Child = yield* startProcess("bash", ["--noprofile", "--norc"], { ...env, PATH: path, HOME: directory })
  yield* Effect.addFinalizer(() => Effect.zipRight(shell.write("kill -9 $(jobs -p)\nexit 0\n"), shell.ended))
  yield* shell.write(`cd "${directory}"\n`)
  let blocks = 0
  /** Runs a block to its end, and returns what it printed. Fails if a line fails, or a promised text is missing. */
  const run = Effect.fnUntraced(function* ({ prints, script }: ShellBlock) {
    blocks += 1
    const mark = `--- block ${blocks} ended`
    const [out, err] = [shell.stdout.text.length, shell.stderr.text.length]
    yield* shell.write(`set -e\n${script}\nset +e\necho "${mark}"\n`)
    yield* Effect.raceFirst(
      shell.stdout.until((text) => text.includes(mark)),
      Effect.flatMap(shell.ended, () => Effect.dieMessage(`${script}\n${shell.stdout.text}\n${shell.stderr.text}`))
    )
    const stdout = shell.stdout.text.slice(out).replace(`${mark}\n`, "")
    const printed = `${stdout}${shell.stderr.text.slice(err)}`
    for (const text of prints) assert.include(printed, text)
    return { stdout, printed }
  })
  return { run, log: shell.stderr }
})
