/** The recipes of docs/events.md, played by processes and by people in the sandbox. */
// @effect-diagnostics strictEffectProvide:off
// @effect-diagnostics nodeBuiltinImport:off
// @effect-diagnostics processEnv:off processEnvInEffect:off
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { Effect, Fiber, Layer, Schedule } from "effect"
import { answerMentions } from "../../docs/examples/events.ts"
import { connect as typedClient } from "../../src/client/index.ts"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { blocksOf, commands, runShell } from "../docs/shellExamples.ts"
import { freePort } from "../freePort.ts"
import { until } from "../live/connection/connecting.ts"
import { post } from "../live/live.ts"
import { layer as binary } from "./binary.ts"
import { atSandbox, connect, startProcess } from "./child.ts"
import { connectTo } from "./httpSession.ts"
import { untilConnected } from "./listening.ts"

/** Returns the text of a recipe, and the lines of its shell example. */
const recipe = (title: string) => {
  const parts = readFileSync("docs/events.md", "utf8").split(/^##+ /m)
  const text = parts.find((part) => part.startsWith(`${title}\n`)) ?? assert.fail(`no recipe is named "${title}"`)
  return {
    text,
    script: blocksOf(text)
      .flatMap(({ lines }) => lines)
      .join("\n")
  }
}

/** The part of a text that a pattern captures. */
const captured = (text: string, pattern: RegExp): string =>
  pattern.exec(text)?.[1] ?? assert.fail(`${pattern} does not match ${text}`)

/** A reader with an empty home directory, who types commands. */
const reader = Effect.gen(function* () {
  const directory = yield* commands
  const port = String(yield* freePort)
  const environment = {
    ...(yield* atSandbox),
    PATH: `${directory}${delimiter}${process.env.PATH}`,
    HOME: directory,
    XDG_STATE_HOME: join(directory, "state"),
    MCP_HTTP_PORT: port
  }
  const read = (file: string) => readFileSync(join(directory, file), "utf8")
  return {
    directory,
    here: (text: string) => text.replaceAll("8484", port),
    read,
    shell: (script: string) => runShell(script, directory, environment),
    /** Starts the server as Claude Code does: by the entry that `init` wrote. */
    startEntry: (more: Readonly<Record<string, string>> = {}) => {
      const { args, command, env } = JSON.parse(read(".claude.json")).mcpServers.discord
      return startProcess(command, args, { ...env, ...environment, ...more })
    }
  }
})

/** A person who mentions the bot again and again, each time with the next number. */
const mentioning = Effect.fnUntraced(function* (channel_id: string) {
  const { ids, people } = yield* Sandbox
  let count = 0
  const write = (content: string, channel: string) =>
    people({ as: ids.members.bruno, write: { channel_id: channel, content } })
  // A number that is counted is also written.
  const mention = Effect.uninterruptible(Effect.suspend(() => write(`<@${ids.bot}> question ${++count}`, channel_id)))
  const others = Effect.zipRight(
    write("Only among us.", channel_id),
    write(`<@${ids.bot}> elsewhere`, ids.channels.general)
  )
  return {
    mention,
    /** Mentions the bot, beside other messages, until the work is done: when a wait begins is not visible. */
    during: <A, E, R>(work: Effect.Effect<A, E, R>) =>
      Effect.raceFirst(work, Effect.forever(Effect.delay(Effect.zipRight(others, mention), "200 millis"))),
    count: () => count
  }
})

interface Item {
  readonly content: string
  readonly channel_id: string
  readonly message_id: string
}

/** The numbers of the questions. */
const numbersOf = (items: ReadonlyArray<Item>) =>
  items.map(({ content }) => Number(captured(content, /question (\d+)$/)))

/** Whether each number is one more than the number before. */
const isInSequence = (numbers: ReadonlyArray<number>) => numbers.every((n, at) => n === (numbers[0] ?? 0) + at)

layer(Layer.merge(SandboxModule.layer(roomy), binary), { excludeTestServices: true })("the recipes", (it) => {
  it.scoped("wake an assistant by a background command, which misses and repeats no mention", () =>
    Effect.gen(function* () {
      const { ids, messages } = yield* Sandbox
      const { script, text } = recipe("Wake Claude Code")
      const { shell, startEntry } = yield* reader
      const added = yield* shell(script)
      assert.strictEqual(added.code, 0, added.stderr)
      const child = yield* startEntry()
      const { client } = yield* connect(child)
      const call = yield* untilConnected(client)
      const background = captured(text, /Run in the background: (.+)/)
      const { count, during, mention } = yield* mentioning(ids.channels.support)
      const seen: Array<Item> = []
      // "elsewhere" mentions the bot, too.
      const readAfter = Effect.fnUntraced(function* (line: string) {
        const after = captured(line, /Read: gateway_read after (\S+)\./)
        const { items, next_cursor } = yield* call("gateway_read", { mentions_me: true, after })
        seen.push(...items.filter(({ content }: Item) => !content.endsWith("elsewhere")))
        return String(next_cursor)
      })

      const woken = yield* during(shell(background))
      assert.deepStrictEqual([woken.code, woken.stderr], [0, ""])
      let cursor = yield* readAfter(woken.stdout)
      yield* mention
      while (numbersOf(seen).at(-1) !== count()) {
        const again = yield* shell(`${background} --after ${cursor}`)
        assert.strictEqual(again.code, 0)
        cursor = yield* readAfter(again.stdout)
      }
      assert.isTrue(isInSequence(numbersOf(seen)), String(numbersOf(seen)))

      const last = seen.at(-1)
      yield* call("messages_send", { channel_id: last?.channel_id, reply_to: last?.message_id, content: "Here." })
      const [answer] = yield* messages(ids.channels.support)
      assert.deepInclude(Object(answer).message_reference, { message_id: last?.message_id })

      const late = yield* shell(`${background.replace("8h", "1s")} --after ${cursor}`)
      assert.strictEqual(late.code, 3)
      assert.match(late.stdout, /Cursor: \S+\n$/)
      yield* child.signal("SIGTERM")
      yield* child.ended
      const alone = yield* shell(background)
      assert.strictEqual(alone.code, 4)
      assert.include(alone.stderr, "MCP_GATEWAY=true")
    })
  )

  it.scoped("let a support bot answer only mentions in one channel, each once", () =>
    Effect.gen(function* () {
      const { ids, messages } = yield* Sandbox
      const { script, text } = recipe("Answer when mentioned")
      const { directory, here, read, shell } = yield* reader
      yield* Effect.forkScoped(shell(`${here(script)}\ntouch ready\nsleep 300`))
      const isReady = Effect.sync(() => existsSync(join(directory, "ready")))
      yield* until(Effect.delay(isReady, "50 millis"), (ready) => ready)
      const url = here(captured(text, /connects to `(\S+)`/))
      const token = read("support.token").trim()
      const { client } = yield* connectTo(url, {}, "support", token)
      const { tools } = yield* Effect.promise(() => client.listTools())
      // Beside those that find and run tools, which run no others.
      assert.sameMembers(
        tools.map(({ name }) => name).filter((name) => !name.startsWith("mcp_")),
        captured(text, /MCP_TOOLS=(\S+)/).split(",")
      )
      const call = (name: string, args: Record<string, unknown>) =>
        Effect.promise(() =>
          client.callTool({ name, arguments: args }).then(({ structuredContent }) => Object(structuredContent))
        )
      const waiting = JSON.parse(captured(text, /`gateway_wait_for (\{.*?\})`/))
      const { count, during, mention } = yield* mentioning(ids.channels.support)
      let { items, next_cursor } = yield* during(call("gateway_wait_for", waiting))
      yield* mention
      const seen: Array<Item> = [...items]
      while (numbersOf(seen).at(-1) !== count()) {
        ;({ items, next_cursor } = yield* call("gateway_wait_for", { ...waiting, after: next_cursor }))
        seen.push(...items)
      }
      assert.isTrue(isInSequence(numbersOf(seen)), String(numbersOf(seen)))
      for (const { channel_id, message_id } of seen) {
        yield* call("messages_send", { channel_id, reply_to: message_id, content: "Answered." })
      }
      const answers = (yield* messages(ids.channels.support)).filter(({ content }) => content === "Answered.")
      assert.sameMembers(
        answers.map((answer) => Object(answer).message_reference?.message_id),
        seen.map(({ message_id }) => message_id)
      )

      const requestInit = { headers: { authorization: `Bearer ${token}` } }
      const typed = typedClient({ transport: () => new StreamableHTTPClientTransport(new URL(url), { requestInit }) })
      yield* Effect.forkScoped(Effect.provide(answerMentions(next_cursor), typed))
      yield* mention
      yield* until(Effect.delay(messages(ids.channels.support), "50 millis"), (all) => {
        const asked = all.find(({ content }) => content.endsWith(`question ${count()}`))
        const answer = all.find(({ content }) => content === "I am here.")
        return asked !== undefined && Object(answer).message_reference?.message_id === asked.id
      })

      const elsewhere = { ...waiting, channel_id: ids.channels.general }
      assert.strictEqual((yield* call("gateway_wait_for", elsewhere)).code, "SCOPE_REJECTED")
      const other = {
        tool: "messages_pin",
        input: { channel_id: ids.channels.support, message_id: seen[0]?.message_id }
      }
      assert.strictEqual((yield* call("mcp_tools_write", other)).code, "SCOPE_REJECTED")
      // The policy decides what wakes the bot, not where it can write.
      assert.notProperty(yield* call("messages_send", { channel_id: ids.channels.general, content: "Hi." }), "code")
    })
  )

  it.scoped("give each post of a forum one session, which only its own post wakes", () =>
    Effect.gen(function* () {
      const { ids, people } = yield* Sandbox
      const { forum, general } = ids.channels
      const { text } = recipe("A session for each thread")
      const { directory, here, read, shell } = yield* reader
      // The assistant writes down its prompt.
      writeFileSync(join(directory, "claude"), '#!/bin/sh\necho "$2" >> prompts\n', { mode: 0o755 })
      yield* Effect.forkScoped(shell(here(captured(text, /```bash\n([\s\S]*?)```/))))
      // The server starts.
      const { client } = yield* connectTo(here("http://127.0.0.1:8484/mcp")).pipe(
        Effect.sandbox,
        Effect.retry(Schedule.spaced("200 millis"))
      )
      const call = yield* untilConnected(client)
      const bruno = (deed: object) => people({ as: ids.members.bruno, ...deed } as Parameters<typeof people>[0]) // a deed
      const content = `<@${ids.bot}> what do you think?`
      const prompts = () => (existsSync(join(directory, "prompts")) ? read("prompts").trim().split("\n") : [])
      // When the loop waits is not visible.
      const posted = Effect.forever(
        Effect.delay(bruno({ post: { channel_id: forum, name: "An idea", content } }), "2 seconds")
      )
      const threads = yield* Effect.raceFirst(
        Effect.forever(posted),
        until(Effect.delay(Effect.sync(prompts), "50 millis"), (lines) => lines.length >= 2)
      )
      const [thread = "", other = ""] = threads.map((line) => captured(line, /thread (\d+)/))
      assert.lengthOf(new Set(prompts()), prompts().length)

      const { items, next_cursor } = yield* call("gateway_read", { channel_id: thread })
      assert.deepInclude(items[0], { content, thread_name: "An idea", parent_id: forum, parent_name: "ideas" })
      yield* call("messages_send", { channel_id: thread, content: "I like it." })
      const command = captured(text, /background:\n(.+)/)
        .replace("THREAD", thread)
        .replace("CURSOR", next_cursor)
      const woken = yield* Effect.fork(shell(command))
      for (const channel_id of [general, other, thread]) yield* bruno({ write: { channel_id, content } })
      const { code, stdout } = yield* Fiber.join(woken)
      assert.strictEqual(code, 0)
      assert.include(
        stdout,
        `1 event, message_create by "Bruno" (${ids.members.bruno}) in "An idea" (${thread}) of "ideas" (${forum}).`
      )
    })
  )

  it.scoped("let the moderators approve or decline a deletion", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { ids, messages, people } = sandbox
      const { general, support } = ids.channels
      const { ada } = ids.members
      const { script, text } = recipe("Approve in a moderators' channel")
      const { shell, startEntry } = yield* reader
      const prepared = yield* shell(script)
      assert.strictEqual(prepared.code, 0, prepared.stdout + prepared.stderr)
      assert.include(prepared.stdout, "The bot can read and post in MCP_APPROVAL_CHANNEL.")
      assert.include(text, `MCP_APPROVERS=${ids.roles.moderator} MCP_APPROVAL_CHANNEL=${support}`)
      const { client } = yield* connect(yield* startEntry({ MCP_APPROVAL_WAIT_MS: "0" }))
      const call = yield* untilConnected(client)
      const decide = Effect.fnUntraced(function* (label: string) {
        const acts = (yield* sandbox.awaitActs(0)).length
        const [shown] = yield* messages(support)
        const message_id = shown?.id ?? ""
        yield* people({ as: ada, click: { channel_id: support, message_id, label } })
        yield* sandbox.awaitActs(acts + 1)
        return { message_id, content: String(shown?.content) }
      })

      const deletion = { channel_id: general, message_id: yield* post(sandbox, general, "gone with approval") }
      const pending = yield* call("messages_delete", deletion)
      assert.deepInclude(pending, { code: "CONFIRMATION_PENDING", retriable: true })
      assert.isNumber(pending.retry_after_ms)
      const { items } = yield* call("asks_list", { status: "pending" })
      assert.deepInclude(items[0], { ask_id: pending.ask_id, kind: "approval", tool: "messages_delete" })
      const { content, message_id } = yield* decide("Approve")
      for (const shown of [`<@&${ids.roles.moderator}>`, "tool: messages_delete", "client", "gone with approval"]) {
        assert.include(content, shown)
      }
      const confirmed = { ...deletion, __confirm: pending.ask_id }
      assert.deepInclude(yield* call("messages_delete", confirmed), { done: true })
      assert.strictEqual((yield* call("messages_delete", confirmed)).code, "VALIDATION_FAILED")
      const shownPost = Effect.map(messages(support), (all) => all.find(({ id }) => id === message_id))
      yield* until(shownPost, (shown) => /Approved by .*ada/i.test(JSON.stringify(Object(shown).components)))

      const kept = { channel_id: general, message_id: yield* post(sandbox, general, "stays") }
      const second = yield* call("messages_delete", kept)
      yield* decide("Decline")
      const declined = yield* call("messages_delete", { ...kept, __confirm: second.ask_id })
      assert.deepInclude(declined, { code: "VALIDATION_FAILED", retriable: false })
      assert.deepInclude(declined.validation_issues[0], { code: "approval_declined" })
      assert.deepInclude(yield* call("messages_delete", kept), { code: "CONFIRMATION_DECLINED", retriable: false })
    })
  )
})
