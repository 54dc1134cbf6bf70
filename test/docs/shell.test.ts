/** Runs every shell example of the docs against the binary and the sandbox. */
// @effect-diagnostics nodeBuiltinImport:off
// @effect-diagnostics processEnv:off processEnvInEffect:off
import { spawn } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { layer as binary } from "../e2e/binary.ts"
import { freePort } from "../freePort.ts"
import { commands } from "./pageCommands.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** Lines that are not run, each with the reason. */
const notRun: ReadonlyArray<{ readonly line: RegExp; readonly why: string }> = [
  { line: /^npx -y effect-discord-mcp init [\w-]+\s*(#|$)/, why: "asks a person before it writes" },
  { line: /^npm (ci|test|start|run|install|init)\b/, why: "this very test suite and what it builds on" },
  { line: /^(docker|code|claude|codex|gemini) /, why: "another program, which a person has installed" },
  {
    line: /^(npx -y )?effect-discord-mcp serve$/,
    why: "runs until its client leaves; see serve.test.ts"
  }
]

/** Commands whose exit code is a finding, with the expected code. */
const telling: ReadonlyArray<{ readonly line: RegExp; readonly code: number; readonly why: string }> = [
  { line: /^(npx -y )?effect-discord-mcp doctor\b/, code: 1, why: "warnings: the sandbox's bot has no intents" }
]

interface Block {
  readonly lines: ReadonlyArray<string>
  /** The expected output, from the comments `# → text`. */
  readonly prints: ReadonlyArray<string>
}

const blocksOf = (page: string): ReadonlyArray<Block> =>
  [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = ""]) => ({
    // A continued line is joined with the next lines.
    lines: whole(block)
      .filter((line) => !notRun.some((reason) => reason.line.test(line.replace(/^(\w+=\S* )+/, ""))))
      .map((line) => {
        const code = telling.find((reason) => reason.line.test(line))?.code
        // On a separate line, because the text may end with a comment.
        return code === undefined ? line : `{ ${line}\n} || [ $? -eq ${code} ]`
      }),
    prints: [...block.matchAll(/# → (.+)$/gm)].map(([, text = ""]) => text)
  }))

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

const pages = ["README.md", "CONTRIBUTING.md", ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`)]
  .filter((path) => path.endsWith(".md"))
  .map((path) => ({ path, blocks: blocksOf(readFileSync(join(root, path), "utf8")) }))
  .filter(({ blocks }) => blocks.some(({ lines }) => lines.length > 0))

/** Runs a script, then stops the processes that it left running. */
const run = (script: string, cwd: string, env: Readonly<Record<string, string>>) =>
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

layer(Layer.merge(SandboxModule.layer(roomy), binary), { excludeTestServices: true })("the shell examples", (it) => {
  it("are found", () => {
    assert.includeMembers(
      pages.map(({ path }) => path),
      ["README.md", "docs/sandbox.md"]
    )
  })

  // The blocks of a page run in sequence in one shell, as for a reader.
  for (const { blocks, path } of pages) {
    it.scoped(
      `${path} does what it says`,
      () =>
        Effect.gen(function* () {
          const bin = yield* commands
          const port = String(yield* freePort)
          const { token, url } = yield* Sandbox
          const other = String(yield* freePort)
          const metrics = String(yield* freePort)
          const here = (text: string) =>
            text
              .replaceAll(/(?<=[: ])4000\b/g, port)
              .replaceAll(/(?<=:)8484\b/g, other)
              .replaceAll(/(?<=:)9464\b/g, metrics)
          const script = blocks.map(({ lines }) => lines.join("\n")).join("\n")
          const { code, stderr, stdout } = yield* run(here(script), bin, {
            DISCORD_TOKEN: token,
            DISCORD_API_URL: url,
            MCP_HTTP_PORT: other,
            PATH: `${bin}${delimiter}${process.env.PATH}`,
            HOME: bin,
            XDG_STATE_HOME: join(bin, "state")
          })
          assert.strictEqual(code, 0, `${here(script)}\n${stdout}\n${stderr}`)
          for (const { prints } of blocks) for (const text of prints) assert.include(stdout + stderr, here(text))
        }),
      240_000
    )
  }
})
