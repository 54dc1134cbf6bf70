/** The tools that ask people, and that read and take back what was asked. */
import { Duration, Effect, Option, Struct } from "effect"
import { Settings } from "../../config/Settings.ts"
import { describe, ValidationError } from "../../errors/DiscordMcpError.ts"
import { choice, itemsUpTo, optional, withDefault } from "../../objects/schema/fields.ts"
import { Caller } from "../../telemetry/Caller.ts"
import { lookAlikes } from "../../text/looksAlike.ts"
import { renameIssuePaths } from "../../tools/dsl/checks.ts"
import { waitAtMost, whileWaiting } from "../../tools/dsl/Progress.ts"
import { custom } from "../../tools/dsl/toolBuilders.ts"
import { toPost } from "../../tools/messages/failureSets.ts"
import { toRenderable } from "../../tools/messages/markdown.ts"
import { reasons } from "../../tools/shared/failures.ts"
import { directChannelWith } from "../../tools/users/sendDirectMessage.ts"
import type { Ask } from "../Ask.ts"
import type { Awaited } from "../arrivals.ts"
import { askPeople, showOutcome } from "../askPeople.ts"
import { Gateway, whenEnded } from "../Gateway.ts"
import { failIfNoneArrives, withPlace } from "./awaited.ts"
import { type AskInput, alike, ask_id, askFields, askIssues, choicesOf, waitOf } from "./fields.ts"
import { answerNotes, askView, listOfAsks, statuses, statusOf } from "./view.ts"

/** Questions in a list. A client has at most 250. */
const DEFAULT_LIMIT = 20
const LIMIT_MAX = 250

/** Failure reasons of these tools. */
const full = {
  questions_full: {
    when: "Too many questions are open.",
    recovery: "Take back open questions with asks_cancel: asks_list shows them.",
    suggested_tool: "asks_list"
  }
}
const unknown = {
  unknown_ask: {
    when: "This client has no question with this id; one is kept until seven days after it expires.",
    recovery: "Take the ask_id from asks_list.",
    suggested_tool: "asks_list"
  }
}

/** The tools for questions to people. */
export const askTools = [
  custom("messages_ask", {
    title: "Ask people",
    description:
      "Ask a person (DM) or a channel, and wait for the answer: a click on one of options, or a reply in words. Answers {status, answer: {value or text, by}}. status pending: the question stays open; get the answer later with asks_get.",
    fields: askFields,
    risk: "write",
    asks: ["pings_everyone"],
    // As of messages_send: a ping of a role cannot be undone.
    riskOf: ({ role_id }): "write" | "destructive" => (role_id === undefined ? "write" : "destructive"),
    permissions: ["VIEW_CHANNEL", "SEND_MESSAGES"],
    duration: "waiting",
    rewrite: toRenderable,
    validate: askIssues,
    failures: {
      ...toPost,
      ...reasons("unknown_channel", "unknown_user", "recipient_not_valid", "direct_messages_too_fast"),
      ...full
    },
    run: (input, fail) => Effect.catchTag(askAndWait(input), "AsksFull", () => fail("questions_full"))
  }),
  custom("asks_list", {
    title: "List questions to people",
    description: "List the questions and approvals that this client has asked, newest first, with their answers.",
    fields: {
      status: optional(choice("Only those; all by default.", ...statuses)),
      limit: withDefault(itemsUpTo(`Questions; ${DEFAULT_LIMIT} by default.`, 1, LIMIT_MAX), DEFAULT_LIMIT),
      cursor: optional(ask_id.annotations({ description: "next_cursor of an earlier result." }))
    },
    risk: "read",
    permissions: [],
    failures: unknown,
    run: ({ cursor, limit, status }, fail) =>
      Effect.gen(function* () {
        const caller = yield* Caller
        const settings = yield* Settings
        const asks = yield* (yield* Gateway).asks
        const all = (yield* asks.list(caller)).filter((ask) => isVisible(ask, settings))
        const before = cursor === undefined ? -1 : all.findIndex((ask) => ask.ask_id === cursor)
        if (cursor !== undefined && before === -1) return yield* fail("unknown_ask", "cursor")
        const older = all.slice(before + 1).filter((ask) => status === undefined || statusOf(ask) === status)
        return listOfAsks(older.slice(0, limit), older.length > limit)
      })
  }),
  custom("asks_get", {
    title: "Get a question to people",
    description: "Get a question or an approval that this client has asked: its status, and its answer.",
    fields: { ask_id },
    risk: "read",
    permissions: [],
    failures: unknown,
    run: (input, fail) =>
      Effect.flatMap(
        find(input),
        Option.match({
          onNone: () => fail("unknown_ask", "ask_id"),
          onSome: (ask) => Effect.map(Settings, (settings) => withNotes(askView(ask), answerNotes(ask, settings)))
        })
      )
  }),
  custom("asks_cancel", {
    title: "Take back a question",
    description: "Take back a question or an approval that this client has asked. Its message then says so.",
    fields: { ask_id },
    risk: "write",
    permissions: [],
    failures: unknown,
    run: (input, fail) =>
      Effect.gen(function* () {
        const caller = yield* Caller
        const ask = Option.getOrUndefined(yield* find(input))
        if (ask === undefined) return yield* fail("unknown_ask", "ask_id")
        const gateway = yield* Gateway
        const asks = yield* gateway.asks
        const cancelled = yield* asks.cancel(ask.ask_id, caller)
        if (Option.isNone(cancelled)) {
          const last = Option.getOrElse(yield* find(input), () => ask)
          return withNotes(askView(last), ["It had ended before, and stays as it is."])
        }
        const isShown = yield* showOutcome(cancelled.value, gateway.audit)
        return withNotes(askView(cancelled.value), isShown ? [] : ["Its message could not be edited."])
      })
  })
]

const withoutReplies = new ValidationError({
  validation_issues: [
    {
      path: "options",
      message:
        "is required on this server: only clicks reach it, and no reply in words, because MCP_GATEWAY is not set",
      code: "required"
    }
  ]
})

const find = ({ ask_id }: { readonly ask_id: string }) =>
  Effect.gen(function* () {
    const caller = yield* Caller
    const settings = yield* Settings
    const asks = yield* (yield* Gateway).asks
    return Option.filter(yield* asks.find(ask_id, caller), (ask) => isVisible(ask, settings))
  })

/** Returns what can answer a question: clicks, or messages where it is asked. */
const answersTo = (input: AskInput) =>
  choicesOf(input).length > 0
    ? Effect.succeed<Awaited>({ types: ["interaction_create"] })
    : withPlace(
        { types: ["message_create"], place: input.user_id === undefined ? undefined : "direct" },
        input.channel_id
      )

/** Posts a question, and waits for the answer. */
const askAndWait = Effect.fn("gateway.ask")(function* (input: AskInput) {
  const { open_hours, question, role_id, user_id, user_ids = [] } = input
  const gateway = yield* Gateway
  const settings = yield* Settings
  const [same] = yield* lookAlikes(choicesOf(input).map(({ label }) => label))
  if (same !== undefined) return yield* new ValidationError({ validation_issues: [alike(same)] })
  // Fails before anything is written, if no answer can arrive here.
  yield* gateway.asks
  // Nobody could answer it.
  if (!gateway.takesReplies && choicesOf(input).length === 0) return yield* withoutReplies
  const awaited = yield* answersTo(input)
  yield* failIfNoneArrives(awaited)
  const { notes, seconds } = yield* waitOf(input)
  const channel_id = input.channel_id ?? (yield* directChannelWith(user_id ?? ""))
  const mentions = [...user_ids.map((id) => `<@${id}>`), ...(role_id === undefined ? [] : [`<@&${role_id}>`])]
  const ask = yield* askPeople({
    channel_id,
    question,
    content: [mentions.join(" "), question].filter((line) => line !== "").join("\n"),
    options: choicesOf(input),
    user_ids: user_id === undefined ? user_ids : [user_id],
    role_ids: role_id === undefined ? [] : [role_id],
    openMs: Duration.toMillis(Duration.hours(open_hours)),
    pings: true
  }).pipe(
    Effect.mapError((failure) =>
      failure._tag === "AsksFull" || failure._tag === "GatewayUnavailable"
        ? failure
        : renameIssuePaths({ content: "question", components: "options" }, failure)
    )
  )
  const ended = yield* whenEnded(gateway, ask.ask_id).pipe(
    whileWaiting((waited) => ({
      done: Duration.toSeconds(waited),
      total: seconds,
      message: `waiting for an answer: ${Duration.toSeconds(waited)} s`
    })),
    waitAtMost(Duration.seconds(seconds)),
    Effect.map(Option.flatten)
  )
  const last = Option.getOrElse(ended, () => ask)
  const value = Struct.omit(askView(last), "question", "options", "created_at")
  return withNotes(value, [
    ...(Option.isNone(ended)
      ? [
          "Nobody has answered in time. The question stays open: read the answer with asks_get.",
          ...(yield* notNowNotes(awaited)),
          ...notes
        ]
      : []),
    ...answerNotes(last, settings)
  ])
})

/** Says that no answer arrives for the time being. The question is posted, so its id is what the caller needs. */
const notNowNotes = (awaited: Awaited) =>
  Effect.match(failIfNoneArrives(awaited), {
    onFailure: (unavailable) => [`No answer arrives now. ${describe(unavailable).message}`],
    onSuccess: () => []
  })

/** A caller inside a guild boundary sees no question of another guild, and none of a direct message. */
const isVisible = ({ guild_id }: Ask, { allowedGuilds }: Settings["Type"]): boolean =>
  allowedGuilds === undefined || (guild_id !== undefined && allowedGuilds.includes(guild_id))

const withNotes = <A>(value: A, notes: ReadonlyArray<string>) => ({
  value,
  ...(notes.length > 0 && { notice: notes.join(" ") })
})
