import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Option } from "effect"
import { catalogue, categories, findTool } from "../../src/catalogue/catalogue.ts"
import type { Output } from "../../src/cli/process.ts"
import { widthOf } from "../../src/cli/rendering/text.ts"
import { describeArguments } from "../../src/cli/tools/renderTool.ts"
import { type ToolsOptions, toolsWith } from "../../src/cli/tools.ts"
import { captureConsole } from "./captureConsole.ts"

const pipe: Output = { onTerminal: false, coloured: false, columns: 40 }
const terminal = (columns: number, coloured = false): Output => ({ onTerminal: true, coloured, columns })

const all: ToolsOptions = {
  name: Option.none(),
  category: Option.none(),
  risk: Option.none(),
  search: Option.none(),
  json: false
}
const of = (category: string) => ({ ...all, category: Option.some(category) })
const named = (name: string) => ({ ...all, name: Option.some(name) })

/** Returns the output. Fails if the command fails. */
const printed = (output: Output, options: ToolsOptions) =>
  Effect.map(captureConsole(toolsWith(output, options)), ({ exit, text }) => {
    assert.isTrue(Exit.isSuccess(exit))
    return text
  })

// biome-ignore lint/suspicious/noControlCharactersInRegex: the codes of colours begin with it
const withoutColours = (text: string): string => text.replaceAll(/\u001b\[\d+m/g, "")

const WIDTHS = [20, 33, 60, 80, 120, 200]

/** An address and a path stay whole. */
const fits = (line: string, columns: number) => widthOf(line) <= columns || /^\s*(?:\w+:? +)?\S*\/\S*$/.test(line)

describe("the tool list on a terminal", () => {
  it.effect("groups tools by category, in columns that fit", () =>
    Effect.gen(function* () {
      const roles = catalogue.filter(({ category }) => category === "roles")
      const width = Math.max(...roles.map(({ name }) => name.length))
      const [head, ...rest] = (yield* printed(terminal(80), of("roles"))).split("\n")
      assert.strictEqual(head, `roles (${roles.length})`)
      assert.deepStrictEqual(rest.slice(-2), [
        "",
        `${roles.length} of ${catalogue.length} tools. tools NAME shows one tool in full.`
      ])
      for (const [at, { description, name, risk }] of roles.entries()) {
        const line = rest[at] ?? ""
        const start = `  ${name.padEnd(width)}  ${risk.padEnd("destructive".length)}  `
        assert.isTrue(line.startsWith(start), line)
        assert.isTrue(description.startsWith(line.slice(start.length).replace(/…$/, "")), line)
        assert.isTrue(line.endsWith(".") || (line.endsWith("…") && line.length > 60), line)
      }
    })
  )

  it.effect("keeps every line within the width, and lists every tool", () =>
    Effect.gen(function* () {
      for (const columns of WIDTHS) {
        const lines = (yield* printed(terminal(columns), all)).split("\n")
        for (const line of lines) assert.isTrue(fits(line, columns), line)
        const text = lines.join("").replaceAll(" ", "")
        assert.deepStrictEqual(
          catalogue.filter(({ name }) => !text.includes(name)),
          []
        )
        for (const category of categories) assert.include(text, `${category}(`)
      }
    })
  )

  it.effect("shows full descriptions if columns do not fit", () =>
    Effect.gen(function* () {
      const text = yield* printed(terminal(36), of("roles"))
      assert.notInclude(text, "…")
      assert.match(text, /^roles_list {2}read\n {2}\S/m)
    })
  )

  it.effect("colours the risk, and has the same text without colours", () =>
    Effect.gen(function* () {
      for (const options of [all, named("messages_delete")]) {
        const coloured = yield* printed(terminal(100, true), options)
        assert.include(coloured, "\u001b[31mdestructive")
        assert.strictEqual(withoutColours(coloured), yield* printed(terminal(100), options))
      }
      const messages = yield* printed(terminal(100, true), of("messages"))
      for (const risk of ["\u001b[2mread", "\u001b[33mwrite"]) assert.include(messages, risk)
    })
  )

  it.effect("shows the tools that fit the words, best first, at most 20", () =>
    Effect.gen(function* () {
      const words = { ...all, search: Option.some("ban somebody") }
      const lines = (yield* printed(terminal(100), words)).split("\n")
      assert.match(lines[0] ?? "", /^ {2}members_ban +destructive {2}Ban a user from a guild/)
      assert.strictEqual(lines.at(-1), `20 of ${catalogue.length} tools. tools NAME shows one tool in full.`)
      const reads = yield* printed(pipe, { ...words, risk: Option.some("read") })
      assert.match(reads, /^members_list_bans +read /)
      assert.notInclude(reads, "members_ban ")
      const none = yield* printed(terminal(40), { ...all, search: Option.some("zzzzqqq") })
      assert.match(none, /^No tool matches these words\./)
    })
  )

  it.effect("names the categories if no tool matches", () =>
    Effect.gen(function* () {
      const text = yield* printed(terminal(60), { ...of("audit_log"), risk: Option.some("destructive") })
      assert.match(text, /^No tool matches. The categories are: meta,/)
      assert.include(text, `0 of ${catalogue.length} tools`)
    })
  )
})

describe("the tool list in a pipe", () => {
  it.effect("has one full, uncoloured line for each tool, with two spaces between columns", () =>
    Effect.gen(function* () {
      const lines = (yield* printed(pipe, all)).split("\n")
      assert.strictEqual(lines.pop(), `${catalogue.length} of ${catalogue.length} tools`)
      const width = Math.max(...catalogue.map(({ name }) => name.length))
      assert.strictEqual(lines.length, catalogue.length)
      for (const [at, { description, name, risk }] of catalogue.entries()) {
        const [, ...columns] = new RegExp(`^(.{${width}})  (.{11})  (.+)$`).exec(lines[at] ?? "") ?? []
        assert.deepStrictEqual([columns[0]?.trim(), columns[1]?.trim()], [name, risk])
        assert.isTrue(description.startsWith(columns[2] ?? "?"))
        assert.match(columns[2] ?? "", /[.]$/)
      }
    })
  )

  it.effect("has colours only if forced", () =>
    Effect.gen(function* () {
      const coloured = yield* printed({ ...pipe, coloured: true }, all)
      assert.include(coloured, "\u001b[31mdestructive")
      assert.strictEqual(withoutColours(coloured), yield* printed(pipe, all))
    })
  )
})

describe("one tool", () => {
  it.effect("shows description, risk, operation, permissions, arguments and failure reasons", () =>
    Effect.gen(function* () {
      const text = yield* printed(terminal(100), named("messages_read"))
      for (const line of [
        /^messages_read {2}read$/,
        /^Read the messages of a channel or thread/,
        /^category +messages$/,
        /^operation +GET \/channels\/\{channel_id\}\/messages$/,
        /^permissions +VIEW_CHANNEL, READ_MESSAGE_HISTORY$/,
        /^ {2}argument +type +required +description$/,
        /^ {2}channel_id +string +yes +Channel or thread id\.$/,
        /^ {2}limit +integer, 1 to 1000 +no /,
        /^ {2}view +compact \| full +no /,
        /^ {2}unknown_channel +There is no such channel or thread\. Take the channel_id/
      ]) {
        assert.match(text, new RegExp(line, "m"))
      }
    })
  )

  it.effect("keeps every line within the width, for every tool", () =>
    Effect.gen(function* () {
      for (const { name } of catalogue) {
        for (const columns of [20, 80]) {
          const text = yield* printed(terminal(columns), named(name))
          for (const line of text.split("\n")) assert.isTrue(fits(line, columns), `${name}: ${line}`)
        }
      }
    })
  )

  it.effect("is not wrapped in a pipe, and has the same JSON as in the list", () =>
    Effect.gen(function* () {
      const description = findTool("mcp_pipeline")?.description ?? "?"
      assert.include((yield* printed(pipe, named("mcp_pipeline"))).split("\n"), description)
      for (const output of [pipe, terminal(80, true)]) {
        const one: unknown = JSON.parse(yield* printed(output, { ...named("mcp_pipeline"), json: true }))
        const list: ReadonlyArray<unknown> = JSON.parse(yield* printed(output, { ...of("meta"), json: true }))
        assert.deepInclude(list, one)
      }
    })
  )

  it.effect("suggests the nearest name for an unknown one", () =>
    Effect.gen(function* () {
      const problem = (options: ToolsOptions) =>
        Effect.map(Effect.flip(toolsWith(pipe, options)), ({ message }) => message)
      assert.strictEqual(
        yield* problem(named("message_send\u001b[2J")),
        'There is no tool "message_send\\u001b[2J"; did you mean messages_send? tools without a name lists all tools.'
      )
      assert.match(
        yield* problem({ ...named("messages_send"), risk: Option.some("read") }),
        /^Give either the name of a tool/
      )
    })
  )

  it("describes the schema of its arguments, required ones first", () => {
    const typesOf = (name: string) =>
      Object.fromEntries(
        describeArguments(findTool(name) ?? { input: {} as never }).map(({ argument, required, type }) => [
          `${argument}${required === "yes" ? "*" : ""}`,
          type
        ])
      )
    assert.deepInclude(typesOf("mcp_pipeline"), {
      "steps*": "array of object {id*, tool*, args, if, for_each, on_error}, up to 50 items",
      mode: "serial | parallel",
      output: "string | object",
      max_concurrency: "integer, 1 to 50",
      __confirm: "boolean | string"
    })
    for (const tool of catalogue) {
      const needed = describeArguments(tool).map(({ required }) => required)
      assert.deepStrictEqual(needed, needed.toSorted().toReversed())
      for (const { type } of describeArguments(tool)) assert.notMatch(type, /undefined|\[object|^any$/, tool.name)
    }
  })
})
