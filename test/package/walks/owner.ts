/** The walk of an owner: from an empty home directory, over the ten prompts, to deletions that are declined and agreed to. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { run } from "../../process/child.ts"
import { type Answer, agreeOnTerminal, commandOf, emptyHome, pagePrompts, type Session, startEntry } from "./walk.ts"

/** Walks the page with a client on the sandbox. */
export const walkOwner = Effect.fn("walkOwner")(function* (client: string) {
  const env = yield* emptyHome
  const shown = yield* agreeOnTerminal(commandOf("init", client, "--sandbox", "--allow", "destructive"), env)
  const doctor = commandOf("doctor", "--client", "cursor").args.with(-1, client)
  const { code, stdout } = yield* run(doctor, env)
  // Warnings only: the bot of the sandbox has no intents.
  assert.isAtMost(code ?? 2, 1, stdout)
  const shell = yield* run(["doctor", "--offline"], env)
  assert.isAtMost(shell.code ?? 2, 1, shell.stdout)
  assert.include(shell.stdout, `doctor --client ${client}`)
  const session = yield* startEntry(client, env)
  assert.include(shown.replaceAll(/\s+/g, " "), session.canAsk ? "and asks you." : "cannot ask you a question")
  assert.deepStrictEqual(session.entry.env, {
    MCP_DRY_RUN: "false",
    MCP_CONFIRM: session.canAsk ? "elicit" : "token"
  })
  const { tools } = yield* Effect.promise(() => session.client.listTools())
  assert.includeMembers(
    tools.map(({ name }) => name),
    ["messages_read", "messages_send", "members_timeout", "messages_delete"]
  )
  assert.deepStrictEqual(Object.keys(prompts), pagePrompts)
  for (const prompt of pagePrompts) yield* prompts[prompt]?.(session) ?? assert.fail(prompt)
})

/** Finds the first server, and objects in it, as an assistant does. */
const inServer = Effect.fnUntraced(function* ({ ask }: Session) {
  const guilds = (yield* ask("users_list_current_user_guilds", {})).items
  const guild_id: string = guilds[0].id
  const channels: ReadonlyArray<Named> = (yield* ask("channels_list", { guild_id })).items
  const channel = (name: string) => channels.find((one) => one.name === name)?.id
  const member = (query: string) => Effect.map(ask("members_search", { guild_id, query }), ({ items }) => items[0])
  return { guilds, guild_id, channel, channel_id: channel("general") ?? assert.fail("#general"), member }
})

interface Named {
  readonly id: string
  readonly name: string
}

interface Message {
  readonly id: string
  readonly content: string
  readonly author: string
}

/** Returns the newest message of a person in #general. */
const lastOf = Effect.fnUntraced(function* (session: Session, author: string, channel_id: string) {
  const { items } = yield* session.ask("messages_read", { channel_id, limit: 100 })
  const all: ReadonlyArray<Message> = items
  return all.find((message) => message.author === author) ?? assert.fail(`no message of ${author}`)
})

/**
 * Makes a destructive call, and answers. A client that can ask shows the question to its user. In another client, the
 * assistant gets a preview, and its user allows the call with the token, or does not.
 */
const destroy = Effect.fnUntraced(function* (
  session: Session,
  tool: string,
  input: object,
  answer: Answer,
  has: string
) {
  const { call, canAsk, person, questions } = session
  person.answer = answer
  const before = questions.length
  const first = yield* call(tool, input)
  if (canAsk) {
    assert.strictEqual(questions.length, before + 1)
    assert.include(questions.at(-1), has)
    assert.strictEqual(first.failed, answer !== "Yes, do it")
    if (first.failed) assert.strictEqual(first.result.code, "CONFIRMATION_DECLINED")
    return
  }
  assert.deepInclude(first.result, { code: "DRY_RUN_PREVIEW", armed: true })
  assert.include(JSON.stringify(first.result.preview), has)
  const { confirmation_token } = first.result
  // Neither a flag nor the token of another call runs it.
  for (const [__confirm, more] of [
    [true, {}],
    [confirmation_token, { audit_reason: "another call" }]
  ]) {
    assert.isTrue((yield* call(tool, { ...input, ...more, __confirm })).failed)
  }
  if (answer === "Yes, do it") yield* session.ask(tool, { ...input, __confirm: confirmation_token })
})

/** What the assistant does for each prompt of the page. */
const prompts: Readonly<Record<string, (session: Session) => Effect.Effect<unknown>>> = {
  "Which Discord servers can you use, and which channels do they have?": Effect.fnUntraced(function* (session) {
    const { channel, guilds } = yield* inServer(session)
    assert.include(
      guilds.map(({ name }: Named) => name),
      "Tidepool"
    )
    assert.isString(channel("announcements"))
  }),
  "Read the last messages in #general, and summarise them.": Effect.fnUntraced(function* (session) {
    const { channel_id } = yield* inServer(session)
    assert.isAbove((yield* session.ask("messages_read", { channel_id, limit: 20 })).items.length, 5)
  }),
  "Who is Bruno, and which roles does he have?": Effect.fnUntraced(function* (session) {
    const { guild_id, member } = yield* inServer(session)
    const bruno = yield* member("bruno")
    assert.strictEqual(bruno.name, "Bruno")
    const roles: ReadonlyArray<Named> = (yield* session.ask("roles_list", { guild_id })).items
    assert.includeMembers(
      roles.map(({ id }) => id),
      bruno.roles
    )
  }),
  "Why can't Chiara write in #announcements?": Effect.fnUntraced(function* (session) {
    const { channel, guild_id, member } = yield* inServer(session)
    const { id } = yield* member("chiara")
    const input = { guild_id, channel_id: channel("announcements"), user_id: id, action: "send_messages" }
    assert.deepInclude(yield* session.ask("permissions_explain", input), {
      allowed: false,
      missing: ["SEND_MESSAGES"]
    })
  }),
  "Say hello in #general.": Effect.fnUntraced(function* (session) {
    const { channel_id } = yield* inServer(session)
    const { id } = yield* session.ask("messages_send", { channel_id, content: "Hello!" })
    assert.include((yield* session.ask("messages_get", { channel_id, message_id: id })).content, "Hello!")
  }),
  "Create a poll in #general: which evening suits you, Monday, Tuesday or Thursday?": Effect.fnUntraced(
    function* (session) {
      const { channel_id } = yield* inServer(session)
      const answers = ["Monday", "Tuesday", "Thursday"].map((text) => ({ text }))
      yield* session.ask("polls_create", { channel_id, question: "Which evening suits you?", answers })
    }
  ),
  "Create a text channel game-night, and a thread in #general about it.": Effect.fnUntraced(function* (session) {
    const { channel_id, guild_id } = yield* inServer(session)
    yield* session.ask("channels_create_guild_channel", { guild_id, name: "game-night" })
    yield* session.ask("channels_create_thread", { channel_id, name: "Game night" })
    assert.isString((yield* inServer(session)).channel("game-night"))
  }),
  "Time out Bruno for ten minutes.": Effect.fnUntraced(function* (session) {
    const { guild_id, member } = yield* inServer(session)
    const { id: user_id } = yield* member("bruno")
    const timeout = { guild_id, user_id, minutes: 10 }
    const until = Effect.map(session.ask("members_get", { guild_id, user_id }), (found) => found.timed_out_until)
    yield* destroy(session, "members_timeout", timeout, "No, leave it", "10 minutes")
    assert.isUndefined(yield* until)
    yield* destroy(session, "members_timeout", timeout, "Yes, do it", "Bruno (@bruno_salvi)")
    assert.isString(yield* until)
  }),
  "Delete Bruno's last message in #general.": Effect.fnUntraced(function* (session) {
    const { channel_id } = yield* inServer(session)
    const { id: message_id } = yield* lastOf(session, "Bruno", channel_id)
    yield* destroy(session, "messages_delete", { channel_id, message_id }, "Yes, do it", "Bruno (@bruno_salvi)")
    const { failed, result } = yield* session.call("messages_get", { channel_id, message_id })
    assert.deepStrictEqual([failed, result.reason], [true, "unknown_message"])
  }),
  "Delete the channel #game-night.": Effect.fnUntraced(function* (session) {
    const channel_id = (yield* inServer(session)).channel("game-night")
    yield* destroy(session, "channels_delete", { channel_id }, "No, leave it", "game-night")
    assert.strictEqual((yield* inServer(session)).channel("game-night"), channel_id)
    yield* destroy(session, "channels_delete", { channel_id }, "Yes, do it", "game-night")
    assert.isUndefined((yield* inServer(session)).channel("game-night"))
  })
}
