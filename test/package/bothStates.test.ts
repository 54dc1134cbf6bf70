/** The README, the demo and the first steps, walked as a reader: from a checkout, and with the published package. */
// @effect-diagnostics nodeBuiltinImport:off processEnv:off processEnvInEffect:off
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { FileSystem } from "@effect/platform"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import manifest from "../../package.json" with { type: "json" }
import { clientLines, entryOf, type StartManifest, startLine, withCommands } from "../../packaging/start.mjs"
import { connectClient } from "../../src/mcp/connectClient.ts"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { blocksOf, runShell } from "../docs/shellExamples.ts"
import { pageIn } from "../docs/startBlocks.ts"
import { Binary, layer as binary } from "../process/binary.ts"
import { publishedLayer, run, Tarball } from "./tarball.ts"

const read = (path: string) => readFileSync(path, "utf8")

/** The pages of the documentation. */
const docs = readdirSync("docs")
  .filter((name) => name.endsWith(".md"))
  .map((name) => `docs/${name}`)

/** The pages of a newcomer. */
const pages = ["README.md", "docs/first-steps.md"].filter((path) => existsSync(path))

const states: ReadonlyArray<StartManifest> = [
  { ...manifest, published: false },
  { ...manifest, published: true }
]

/** An empty project in which the published package is installed. */
class Installed extends Context.Tag("test/docs/Installed")<Installed, string>() {}

const installed = Layer.effect(
  Installed,
  Effect.gen(function* () {
    const { folder, path } = yield* Tarball
    const project = join(folder, "project")
    mkdirSync(project)
    writeFileSync(join(project, "package.json"), JSON.stringify({ private: true }))
    yield* run(project, ["npm", "install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", path])
    return project
  })
).pipe(Layer.provide(publishedLayer))

/** Whether the pages have this state now. */
const isNow = ({ published }: StartManifest): boolean => published === manifest.published

/** A directory in which a reader types the commands: the top of a checkout, or an empty project with the package. */
const directoryOf = Effect.fnUntraced(function* (state: StartManifest) {
  const fs = yield* FileSystem.FileSystem
  const directory = yield* fs.realPath(yield* fs.makeTempDirectoryScoped({ prefix: "effect-discord-mcp-walk-" }))
  if (state.published) {
    cpSync(yield* Installed, directory, { recursive: true, verbatimSymlinks: true })
    const program = join(directory, "node_modules/.bin", state.name)
    mkdirSync(join(directory, "bin"))
    const npx = `#!/bin/sh\n[ "$1 $2" = "-y ${state.name}" ] || exit 9\nshift 2\nexec '${program}' "$@"\n`
    writeFileSync(join(directory, "bin/npx"), npx, { mode: 0o755 })
  } else {
    // A link would lead to another path, which the demo would print.
    cpSync(dirname(yield* Binary), join(directory, "dist/bin"), { recursive: true })
  }
  mkdirSync(join(directory, "home"))
  return directory
})

/**
 * The environment of a reader, at the sandbox. `npx` starts the installed package without npm, which takes longer than
 * most commands. The entries of clients are started by npm's own, which asks no registry.
 */
const environmentIn = (directory: string) =>
  Effect.map(Sandbox, ({ token, url }) => ({
    DISCORD_TOKEN: token,
    DISCORD_API_URL: url,
    MCP_AUDIT: "off",
    PATH: `${join(directory, "bin")}${delimiter}${process.env.PATH}`,
    HOME: join(directory, "home"),
    npm_config_offline: "true",
    npm_config_cache: join(directory, "npm")
  }))

/** The commands within the sentences of a page. */
const inlineCommands = (page: string, state: StartManifest): ReadonlyArray<string> =>
  [...page.replaceAll(/```[\s\S]*?```/g, "").matchAll(/`([^`\n]+)`/g)]
    .map(([, code = ""]) => code)
    .filter((code) => code.startsWith(`${startLine(state)} `))

/** The entry that a client's command makes of its words, by the documentation of that client. */
const entryFrom = ([client = "", ...words]: ReadonlyArray<string>) => {
  if (client === "code") {
    assert.strictEqual(words[0], "--add-mcp")
    return Object(JSON.parse(words[1] ?? ""))
  }
  assert.deepStrictEqual(words.slice(0, 2), ["mcp", "add"])
  const rest = words.slice(2)
  const env: Record<string, string> = {}
  const own: Array<string> = []
  while (rest.length > 0 && (client === "gemini" ? own.length < 1 : rest[0] !== "--")) {
    const word = rest.shift() ?? ""
    const [key = "", ...value] = word === "--env" ? (rest.shift() ?? "").split("=") : []
    if (word === "--env") env[key] = value.join("=")
    else if (word.startsWith("--")) rest.shift()
    else own.push(word)
  }
  const [command, ...args] = rest.filter((word, at) => at > 0 || word !== "--")
  return { name: own[0], command, args, env }
}

layer(Layer.mergeAll(SandboxModule.layer(roomy), binary, installed, NodeContext.layer), {
  excludeTestServices: true
})("a reader", (it) => {
  for (const state of states) {
    const how = state.published ? "with the published package" : "in a checkout"

    for (const path of pages) {
      it.scoped(`can type every command of ${path} ${how}`, () =>
        Effect.gen(function* () {
          const directory = yield* directoryOf(state)
          const page = pageIn(read(path), state)
          const blocks = blocksOf(page)
          const inline = inlineCommands(page, state)
          assert.isAbove(blocks.length + inline.length, 3)
          // shell.test.ts runs the blocks of the pages as they are now.
          const inBlocks = isNow(state) ? [] : blocks
          const lines = [...inBlocks.flatMap(({ lines }) => lines), ...inline]
          const { code, stderr, stdout } = yield* runShell(lines.join("\n"), directory, yield* environmentIn(directory))
          assert.strictEqual(code, 0, `${lines.join("\n")}\n${stdout}\n${stderr}`)
          for (const { prints } of inBlocks) for (const text of prints) assert.include(stdout + stderr, text)
        })
      )
    }

    it.scoped(`can type every command that the demo prints ${how}`, () =>
      Effect.gen(function* () {
        const directory = yield* directoryOf(state)
        const environment = yield* environmentIn(directory)
        const { code, stdout } = yield* runShell(`${startLine(state)} demo`, directory, environment)
        assert.strictEqual(code, 0)
        const steps = stdout.slice(stdout.indexOf("Next steps:")).split("\n").slice(1)
        const lines = steps.flatMap((line) => /^ {2}(\S.*?) {2,}/.exec(line)?.[1] ?? [])
        assert.deepStrictEqual(
          lines.map((line) => line.startsWith(`${startLine(state)} `)),
          [true, true, true]
        )
        for (const line of lines) {
          const ended = yield* runShell(line, directory, environment)
          // Warnings of the doctor: the sandbox's bot has no intents.
          assert.include(
            line.endsWith("doctor") ? [0, 1] : [0],
            ended.code,
            `${line}\n${ended.stdout}\n${ended.stderr}`
          )
        }
      })
    )

    it.scoped(`gets a server from every client's own command, and from the entry of the README, ${how}`, () =>
      Effect.gen(function* () {
        const directory = yield* directoryOf(state)
        const environment = yield* environmentIn(directory)
        writeFileSync(join(environment.HOME, "discord.token"), `${environment.DISCORD_TOKEN}\n`)
        const spoken = clientLines(state).map(({ line }) => {
          const [program = ""] = line.split(" ")
          return `${program}() { node -e 'console.log(JSON.stringify(process.argv.slice(1)))' -- ${program} "$@"; }\n${line}`
        })
        const { code, stderr, stdout } = yield* runShell(spoken.join("\n"), directory, environment)
        assert.strictEqual(code, 0, stderr)
        const entries = stdout
          .trim()
          .split("\n")
          .map((line) => entryFrom(JSON.parse(line)))
        assert.deepStrictEqual(
          entries.map(({ name }) => name),
          clientLines(state).map(() => "discord")
        )
        const placed = JSON.stringify(entryOf(state))
          .replaceAll(`/path/to/${state.name}`, directory)
          .replaceAll("/path/to/discord.token", join(environment.HOME, "discord.token"))
        const { DISCORD_API_URL, npm_config_cache, npm_config_offline } = environment
        for (const { args, command, env } of [...entries, Object(JSON.parse(placed)).mcpServers.discord]) {
          const client = yield* connectClient({
            command: "sh",
            args: ["-c", `cd "${directory}" && exec "$@"`, "sh", command, ...args],
            env: { ...env, DISCORD_API_URL, npm_config_cache, npm_config_offline }
          })
          const { structuredContent } = yield* client.callTool("users_get_current", {})
          assert.strictEqual(Object(structuredContent).username, "sandbox-bot")
        }
      })
    )
  }
})

/** The absolute links of the pages, by kind. `later`: the target exists only when the package is published. */
const linkKinds: ReadonlyArray<{ readonly kind: string; readonly url: RegExp; readonly later?: true }> = [
  {
    kind: "documentation of another product",
    url: /^https:\/\/(nodejs\.org|caddyserver\.com|(code\.visualstudio|cursor)\.com\/docs|docs\.windsurf\.com|code\.visualstudio\.com\/updates|code\.claude\.com\/docs|zed\.dev\/docs)\b/
  },
  { kind: "Discord's own pages", url: /^https:\/\/discord\.com\/(developers\/applications|oauth2\/authorize)\b/ },
  { kind: "a repository of others", url: /^https:\/\/github\.com\/(?!effect-discord-mcp\/)[\w-]+\/[\w.-]+/ },
  {
    kind: "an install link",
    url: /^https:\/\/(cursor\.com\/en\/install-mcp|insiders\.vscode\.dev\/redirect)/,
    later: true
  }
]

describe("the absolute links of the pages", () => {
  const all = ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...docs]

  for (const state of states) {
    it(`lead to a page that exists${state.published ? ", once the package is published" : ""}`, () => {
      const links = all.flatMap((path) =>
        [
          ...pageIn(read(path), state)
            .replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, "")
            .matchAll(/\]\((\w+:[^)\s]+)\)/g)
        ].map(([, link = ""]) => link)
      )
      const kindOf = (link: string) => linkKinds.find(({ url }) => url.test(link))
      assert.deepStrictEqual(
        links.filter((link) => kindOf(link) === undefined || (kindOf(link)?.later === true && !state.published)),
        []
      )
      assert.strictEqual(
        links.some((link) => kindOf(link)?.later === true),
        state.published
      )
    })
  }
})

describe("the pages", () => {
  it("say the same after the package is published and unpublished again", () => {
    for (const path of ["README.md", ...docs]) {
      const [unpublished, published] = states.map((state) => pageIn(read(path), state))
      for (const state of states) {
        const [there, back] = [published, unpublished].map((page) => pageIn(page ?? "", state))
        assert.strictEqual(there, back, path)
      }
    }
  })

  it("name no registry while the package is not published", () => {
    const [state] = states
    if (state === undefined) return
    for (const path of ["README.md", ...docs]) {
      const page = withCommands(pageIn(read(path), state), state)
      assert.notMatch(
        page,
        /npx -y effect-discord-mcp(?![@\w])|(npm install|pnpm add|yarn add) effect-discord-mcp/,
        path
      )
    }
  })
})
