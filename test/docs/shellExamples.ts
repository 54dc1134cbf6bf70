/** The shell examples of the pages, and a shell that runs them. */
// @effect-diagnostics nodeBuiltinImport:off
import { spawn } from "node:child_process"
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { Effect } from "effect"
import { Binary } from "../process/binary.ts"

/** How the pages start the package: published, from a checkout, and by its name. */
const START = "(?:npx -y effect-discord-mcp|node dist/bin/main\\.js|effect-discord-mcp)"

/** Lines that are not run, each with the reason. */
const notRun: ReadonlyArray<{ readonly line: RegExp; readonly why: string }> = [
  { line: /^npm (ci|test|start|run|install|init)\b/, why: "this very test suite and what it builds on" },
  { line: /^(docker|code|claude|codex|gemini) /, why: "another program, which a person has installed" },
  {
    line: new RegExp(`^${START} serve$`),
    why: "runs until its client leaves; see serve.test.ts"
  }
]

/** Commands whose exit code is a finding, with the expected code. */
const telling: ReadonlyArray<{ readonly line: RegExp; readonly code: number; readonly why: string }> = [
  { line: new RegExp(`^${START} doctor\\b`), code: 1, why: "warnings: the sandbox's bot has no intents" }
]

/** `init CLIENT` asks a person before it writes, unless it only shows something. */
const ASKING = new RegExp(
  `^((?:\\w+=\\S* )*${START} init [\\w-]+(?: (?!--(?:dry-run|json|yes)\\b|#)\\S+)*)\\s*(?:#.*)?$`
)

export interface Block {
  readonly lines: ReadonlyArray<string>
  /** The expected output, from the comments `# → text`. */
  readonly prints: ReadonlyArray<string>
}

/** Returns the shell examples of a page, with answers for the questions to a person. */
export const blocksOf = (page: string): ReadonlyArray<Block> =>
  [...page.matchAll(/^( *)```sh\n([\s\S]*?)```/gm)].map(([, indent = "", text = ""]) => {
    const block = text.replaceAll(new RegExp(`^${indent}`, "gm"), "")
    return {
      // A continued line is joined with the next lines.
      lines: whole(block)
        .filter((line) => !notRun.some((reason) => reason.line.test(line.replace(/^(\w+=\S* )+/, ""))))
        .map((line) => line.replace(ASKING, "$1 --yes"))
        .map((line) => {
          const code = telling.find((reason) => reason.line.test(line))?.code
          // On a separate line, because the text may end with a comment.
          return code === undefined ? line : `{ ${line}\n} || [ $? -eq ${code} ]`
        }),
      prints: [...block.matchAll(/# → (.+)$/gm)].map(([, text = ""]) => text)
    }
  })

/** Splits a block into lines. A quoted text or a backslash continues a line. */
const whole = (block: string): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const line of block.trim().split("\n")) {
    const last = lines.at(-1)
    if (last !== undefined && isOpen(last)) lines[lines.length - 1] = `${last}\n${line}`
    else lines.push(line)
  }
  return lines
}

const isOpen = (line: string): boolean =>
  line.endsWith("\\") || (line.replaceAll(/#.*$/gm, "").match(/'/g)?.length ?? 0) % 2 === 1

/** Runs a script, then stops the processes that it left running. */
export const runShell = (script: string, cwd: string, env: Readonly<Record<string, string>>) =>
  Effect.async<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>((resume) => {
    const shell = spawn("bash", ["-e", "-c", script], { cwd, env: { ...env }, detached: true })
    const end = () => {
      try {
        process.kill(-(shell.pid ?? 0), "SIGKILL")
      } catch {
        // All of its processes have ended.
      }
    }
    let [stdout, stderr] = ["", ""]
    shell.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text
    })
    shell.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text
    })
    shell.stdin.end()
    shell.once("exit", end)
    shell.once("close", (code) => resume(Effect.succeed({ code, stdout, stderr })))
    return Effect.sync(end)
  })

/** A directory with the commands of the pages, which start the binary. */
export const commands = Effect.acquireRelease(
  Effect.map(Binary, (main) => {
    const directory = mkdtempSync(join(tmpdir(), "effect-discord-mcp-shell-"))
    const start = `exec "${process.execPath}" "${main}" "$@"\n`
    const npx = `#!/bin/sh\n[ "$1 $2" = "-y effect-discord-mcp" ] || { echo "npx $*: another package" >&2; exit 9; }\nshift 2\n${start}`
    for (const [name, text] of [
      ["npx", npx],
      ["effect-discord-mcp", `#!/bin/sh\n${start}`]
    ] as const) {
      writeFileSync(join(directory, name), text)
      chmodSync(join(directory, name), 0o755)
    }
    // The top directory of a checkout.
    symlinkSync(dirname(dirname(main)), join(directory, "dist"))
    return directory
  }),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true }))
)
