/** The path of one call: the functions of `src/` that one warm call of the real server runs, measured by V8. */
// @effect-diagnostics processEnv:off processEnvInEffect:off
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, layer } from "@effect/vitest"
import { Array, Context, Effect, Layer } from "effect"
import { moduleOf } from "../sources.ts"
import { type Child, startProcess } from "./child.ts"
import { initialize, messagesOf, toolCall } from "./session.ts"

/** At most so many files, and functions in them, run in one warm call. A shorter path lowers them. */
const BOUNDS = {
  messages_send: { files: 73, functions: 530 },
  messages_get: { files: 58, functions: 410 }
} as const

const root = fileURLToPath(new URL("../../", import.meta.url))
const page = join(root, "docs/architecture.md")

/** A file of `src/`, and its functions that ran. */
interface Step {
  readonly path: string
  readonly called: ReadonlyArray<string>
}

/** The paths of warm calls. */
class Paths extends Context.Tag("test/process/Paths")<
  Paths,
  Readonly<Record<keyof typeof BOUNDS, ReadonlyArray<Step>>>
>() {}

/** A server on its embedded sandbox, which runs from its sources. */
const serving = Effect.gen(function* () {
  const directory = yield* Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped())
  const child = yield* startProcess(
    process.execPath,
    ["--import", join(root, "test/process/coverage.mjs"), join(root, "src/main.ts"), "serve", "--sandbox"],
    {
      MCP_AUDIT: "file",
      MCP_AUDIT_FILE: join(directory, "audit.log"),
      MCP_DRY_RUN: "false",
      MCP_TOOL_SURFACE: "full",
      XDG_STATE_HOME: directory
    }
  )
  yield* child.write(initialize)
  return child
})

const call = Effect.fnUntraced(function* (child: Child, id: string, tool: string, input: object) {
  yield* child.write(toolCall(id, tool, input))
  const text = yield* child.stdout.until((all) => all.includes(`"id":"${id}"`) && all.endsWith("\n"))
  const { result } = Object(messagesOf(text).find((message) => message.id === id))
  assert.notStrictEqual(result.isError, true, JSON.stringify(result))
  return result.structuredContent
})

/**
 * The files that the embedded sandbox runs in the same process. It checks permissions by the table, which the server reads
 * only for denials and previews.
 */
const SANDBOX = /^(sandbox\/|discord\/permissions\/|errors\/PermissionName)/

/** Returns what ran since the last time. */
const ran = Effect.fnUntraced(function* (child: Child) {
  const start = child.stderr.text.length
  yield* child.signal("SIGUSR2")
  const text = yield* child.stderr.until((all) => /^coverage .*\n/m.test(all.slice(start)))
  const steps: ReadonlyArray<Step> = JSON.parse(/^coverage (.*)\n/m.exec(text.slice(start))?.[1] ?? "[]")
  return steps.filter(({ path }) => !SANDBOX.test(path)).toSorted((a, b) => (a.path < b.path ? -1 : 1))
})

/** Returns what two paths share. What runs once in a while, such as a checkpoint of the audit log, is not on the path. */
const inBoth = (one: ReadonlyArray<Step>, other: ReadonlyArray<Step>): ReadonlyArray<Step> =>
  one.flatMap(({ called, path }) => {
    const rest = [...(other.find((step) => step.path === path)?.called ?? [])]
    const shared = called.filter((name) => rest.includes(name) && rest.splice(rest.indexOf(name), 1).length > 0)
    return shared.length === 0 ? [] : [{ path, called: shared }]
  })

const measured = Layer.scoped(
  Paths,
  Effect.gen(function* () {
    const child = yield* serving
    const pathOf = Effect.fnUntraced(function* (tool: keyof typeof BOUNDS, input: object) {
      yield* call(child, `${tool} cold`, tool, input)
      yield* ran(child)
      const calls = yield* Effect.forEach([1, 2, 3, 4] as const, (number) =>
        Effect.zipRight(call(child, `${tool} warm ${number}`, tool, input), ran(child))
      )
      return calls.reduce<ReadonlyArray<Step>>(inBoth, calls[0])
    })
    const guilds = yield* call(child, "guilds", "users_list_current_user_guilds", {})
    const channels = yield* call(child, "channels", "channels_list", { guild_id: guilds.items[0].id })
    const { id: channel_id } = channels.items.find(({ name }: { readonly name: string }) => name === "general")
    const message = yield* call(child, "message", "messages_send", { channel_id, content: "Hello." })
    return {
      messages_send: yield* pathOf("messages_send", { channel_id, content: "Hello." }),
      messages_get: yield* pathOf("messages_get", { channel_id, message_id: message.id })
    }
  })
).pipe(Layer.provide(NodeContext.layer))

/** Returns the files of a path as a list of Markdown, an item for each module. */
const listed = (steps: ReadonlyArray<Step>): string =>
  Object.entries(Array.groupBy(steps, ({ path }) => moduleOf(path)))
    .map(([module, files]) => {
      const names = files.map(({ path }) => path.slice(module.length + 1)).filter((name) => name !== "")
      return `* \`${module}\`${names.length > 0 ? ": " : ""}${names.map((name) => `\`${name}\``).join(", ")}`
    })
    .join("\n")

layer(measured, { excludeTestServices: true })("the path of one call", (it) => {
  for (const [tool, bound] of Object.entries(BOUNDS)) {
    it.effect(`of ${tool} has at most ${bound.files} files and ${bound.functions} functions`, () =>
      Effect.gen(function* () {
        const steps = (yield* Paths)[tool as keyof typeof BOUNDS] // a key of it
        const functions = steps.reduce((sum, { called }) => sum + called.length, 0)
        assert.isAtMost(steps.length, bound.files)
        assert.isAtMost(functions, bound.functions)
      })
    )
  }

  it.effect("is listed in docs/architecture.md (npm run docs)", () =>
    Effect.gen(function* () {
      const { messages_send } = yield* Paths
      const block = `<!-- generated:path -->\n${listed(messages_send)}\n<!-- /generated -->`
      const text = readFileSync(page, "utf8")
      const current = text.replace(/<!-- generated:path -->\n[\s\S]*?<!-- \/generated -->/, () => block)
      if (process.env.DOCS === "write") writeFileSync(page, current)
      assert.include(readFileSync(page, "utf8"), block)
    })
  )
})
