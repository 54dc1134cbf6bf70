/** Takes what people answer to questions: clicks, choices, and replies in words. */

import { Duration, Effect, Either, Option, PubSub, Schedule, Schema, Stream } from "effect"
import type { AuditLog } from "../audit/AuditLog.ts"
import { Discord } from "../discord/Discord.ts"
import type { DiscordRequest } from "../discord/DiscordRequest.ts"
import type { Permit } from "../discord/Permit.ts"
import { Id } from "../discord/snowflake.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import { describe } from "../errors/describe.ts"
import { BoundedMap } from "../resilience/BoundedMap.ts"
import {
  type Ask,
  type Click,
  decodeClick,
  isAnswerOrDeletion,
  isDeletionIn,
  isDeletionOf,
  mayAnswer,
  mayBeMessageOf,
  type NotCounted,
  type Person,
  personOf,
  repliedAsk,
  takesReplies
} from "./Ask.ts"
import type { Asks } from "./Asks.ts"
import { isAsSent, outcomeOf, parseCustomId, showOutcome, writeFor } from "./askPeople.ts"
import type { EventLog } from "./EventLog.ts"
import type { LoggedEvent } from "./GatewayEvent.ts"
import { READ } from "./reads.ts"

/** Where answers come from. */
export interface AnswersOptions {
  readonly asks: Asks
  readonly audit: AuditLog["Type"]
  /** The id of the bot. */
  readonly botId: string
  /** The data of INTERACTION_CREATE. */
  readonly interactions: PubSub.PubSub<unknown>
  /** The messages. Unset: no reply in words arrives. */
  readonly log?: EventLog
}

/** The number of interactions that are handled at once, and of their ids that are remembered. */
const CONCURRENCY = 16
const SEEN_MAX = 1000

/** How long an answer waits until the message of its question is known: people can be faster than Discord's response. */
const SETTLED_WITHIN = Duration.seconds(2)

/** How often questions whose time is over are shown as such. */
const EXPIRE_EVERY = Duration.minutes(1)

/** The replies that are read again at the start, and those of one reading. */
const HISTORY_MAX = 1000
const PAGE = 100

/** The wait before the log is read again, if it cannot be read, or if a reply in it could not be taken. */
const READ_AGAIN = Duration.seconds(10)

/**
 * Takes answers until the scope ends. An answer is kept before the person sees that it counts, so that it is not lost if
 * Discord refuses the response.
 */
export const takeAnswers = Effect.fn("events.takeAnswers")(function* (options: AnswersOptions) {
  const { asks, audit, botId, interactions, log } = options
  const { request } = yield* Discord
  const context = yield* Effect.context<Discord | Permit>()
  const scope = yield* Effect.scope
  const seen = new BoundedMap<string, true>(SEEN_MAX)
  let applicationId: string | undefined = botId

  /** Shows what became of a question. Nobody waits for it. */
  const show = (ask: Ask) => Effect.forkIn(Effect.provide(showOutcome(ask, audit), context), scope)

  const endExpired = Effect.flatMap(asks.expire, Effect.forEach(show, { discard: true }))

  const settled = (ask: Ask) =>
    ask.message_id === undefined && ask.status === "pending"
      ? Effect.map(Effect.timeoutOption(asks.settled(ask.ask_id), SETTLED_WITHIN), Option.flatten)
      : Effect.succeedSome(ask)

  /** Returns whether an interaction is of the bot's application. The id of an old application is not that of its bot. */
  const isOwn = Effect.fnUntraced(function* (id: string) {
    if (id === botId || id === applicationId) return true
    const { body } = yield* request({ ...READ, route: "/applications/@me", path: {} })
    applicationId = Option.getOrUndefined(decodeId(body))?.id
    return id === applicationId
  })

  /** Returns questions, with their messages. Waits only for those that may be, or may be answered by, this message. */
  const settledFor = (open: ReadonlyArray<Ask>, message_id: string) =>
    Effect.map(
      Effect.forEach(
        open.filter((ask) => ask.message_id !== undefined || mayBeMessageOf(ask, message_id)),
        settled,
        { concurrency: "unbounded" }
      ),
      (all) => all.flatMap((one) => Option.toArray(one))
    )

  /** Answers an interaction. Returns whether Discord took the response. */
  const respond = (click: Click, ask: Ask, response: Response) =>
    writeFor(audit, ask, {
      method: "POST",
      route: "/interactions/{interaction_id}/{interaction_token}/callback",
      path: { interaction_id: click.id, interaction_token: click.token },
      body: response,
      subject: "interaction",
      repeat: "no",
      user_id: personOf(click)?.id
    }).pipe(
      Effect.as(true),
      Effect.catchAll((failure) =>
        Effect.as(Effect.logWarning("the response to an interaction was not accepted", failure), false)
      )
    )

  /** Shows the outcome by the response, and by an edit if Discord did not take it, or if the approved call has run. */
  const respondOutcome = Effect.fnUntraced(function* (click: Click, ask: Ask) {
    const isAccepted = yield* respond(click, ask, { type: UPDATE_MESSAGE, data: outcomeOf(ask) })
    const [now = ask] = yield* asks.select(({ ask_id }) => ask_id === ask.ask_id)
    if (!isAccepted || now.approves?.used !== ask.approves?.used) yield* show(now)
  })

  const refuse = Effect.fnUntraced(function* (click: Click, ask: Ask, why: NotCounted | "altered") {
    yield* respond(click, ask, { type: MESSAGE, data: { content: refusals[why], flags: EPHEMERAL } })
    // Its components are still in the message.
    if (ask.status !== "pending") yield* show(ask)
  })

  const takeClick = Effect.fnUntraced(function* (data: unknown) {
    const click = Option.getOrUndefined(decodeClick(data))
    const component = click && parseCustomId(click.data.custom_id)
    if (click === undefined || component === undefined || seen.has(click.id)) return
    seen.set(click.id, true)
    if (!(yield* isOwn(click.application_id))) return
    yield* endExpired
    const found = yield* Effect.flatMap(
      asks.withHash(component.hash),
      Option.match({ onNone: () => Effect.succeedNone, onSome: settled })
    )
    const ask = Option.getOrUndefined(found)
    const person = personOf(click)
    if (ask === undefined || person === undefined || !isOf(ask, click)) return
    const isAltered = ask.approves !== undefined && !isAsSent(ask, click.message)
    if (isAltered && ask.status === "pending") return yield* refuse(click, ask, "altered")
    const value = ask.options[Number(component.option ?? click.data.values?.[0])]?.value
    if (value === undefined) {
      return yield* refuse(click, ask, ask.status === "pending" ? "no_such_option" : ask.status)
    }
    const answered = yield* asks.answer(ask.ask_id, person, { value })
    if (Either.isRight(answered)) return yield* respondOutcome(click, answered.right)
    const [now = ask] = yield* asks.select(({ ask_id }) => ask_id === ask.ask_id)
    const isSame = now.answer?.by.id === person.id && now.answer.value === value
    yield* isSame ? respondOutcome(click, now) : refuse(click, now, answered.left)
  })

  /** Reads what Discord may not have. Fails if it can be read later. */
  const readOrNone = (what: Pick<DiscordRequest, "route" | "path">) =>
    request({ ...READ, ...what }).pipe(
      Effect.map(({ body }) => Option.some(body)),
      Effect.catchIf(
        (failure: DiscordFailure) => !describe(failure).retriable,
        () => Effect.succeedNone
      )
    )

  /** Returns who wrote a message, with the roles of that moment if they decide; if it was recovered, the current ones. */
  const authorOf = Effect.fnUntraced(function* (ask: Ask, { author, author_roles: roles, guild_id }: LoggedEvent) {
    if (author === undefined || (author.bot === true && !ask.user_ids.includes(author.id))) return
    const person: Person = { id: author.id, name: author.name, roles: roles ?? [] }
    if (mayAnswer(ask, person)) return person
    if (roles !== undefined || ask.role_ids.length === 0 || guild_id === undefined) return
    const route = "/guilds/{guild_id}/members/{user_id}"
    const member = yield* readOrNone({ route, path: { guild_id, user_id: author.id } })
    return { ...person, roles: Option.getOrUndefined(Option.flatMap(member, decodeMember))?.roles ?? [] }
  })

  /** Returns the text of a message. Discord sends the text of a message that does not mention the bot only with an intent. */
  const textOf = ({ channel_id = "", content, message_id = "" }: LoggedEvent) =>
    content !== undefined
      ? Effect.succeed(content)
      : Effect.map(
          readOrNone({ route: "/channels/{channel_id}/messages/{message_id}", path: { channel_id, message_id } }),
          (message) => Option.getOrUndefined(Option.flatMap(message, decodeText))?.content
        )

  const takeReply = Effect.fnUntraced(function* (event: LoggedEvent) {
    const { message_id } = event
    const open = yield* asks.select((ask) => takesReplies(ask, event))
    if (open.length === 0 || message_id === undefined) return
    const ask = repliedAsk(yield* settledFor(open, event.reply_to?.message_id ?? message_id), event, message_id)
    const person = ask && (yield* authorOf(ask, event))
    if (ask === undefined || person === undefined) return
    const text = yield* textOf(event)
    yield* endExpired
    const answered = yield* asks.answer(ask.ask_id, person, {
      ...(text !== undefined && text !== "" && { text }),
      message_id
    })
    if (Either.isRight(answered)) yield* show(answered.right)
  })

  /** Takes back a question whose message was deleted: nobody can answer it by a click any more, or see it. */
  const takeDeletion = Effect.fnUntraced(function* (event: LoggedEvent) {
    const open = yield* asks.select((ask) => ask.status === "pending" && isDeletionIn(ask, event))
    const known = event.message_id === undefined ? open : yield* settledFor(open, event.message_id)
    const deleted = known.filter((ask) => isDeletionOf(ask, event))
    yield* Effect.forEach(deleted, ({ ask_id }) => asks.takeBack(ask_id), { discard: true })
  })

  /** Takes events in their order. Fails at the end if one could not be taken: it counts when the log is read again. */
  const takeAll = (events: ReadonlyArray<LoggedEvent>) =>
    Effect.flatMap(
      Effect.forEach(events, (event) =>
        logged(Effect.as(event.type === "message_create" ? takeReply(event) : takeDeletion(event), true))
      ),
      (taken) => (taken.includes(undefined) ? Effect.fail(NOT_TAKEN) : Effect.void)
    )

  /** Takes replies and deletions of the log: first those that were logged while no process took them. */
  const takeReplies = Effect.fnUntraced(function* (log: EventLog) {
    let after = (yield* log.stats).cursor
    const open = yield* asks.select(({ status }) => status === "pending")
    if (open.length > 0) {
      const filter = (event: LoggedEvent) =>
        isAnswerOrDeletion(event) &&
        (repliedAsk(open, event, event.message_id ?? "0") !== undefined || open.some((ask) => isDeletionOf(ask, event)))
      const { events } = yield* log.read({ limit: HISTORY_MAX, filter })
      yield* takeAll(events)
    }
    while (true) {
      const { events, more, nextCursor } = yield* log.read({ after, limit: PAGE, filter: isAnswerOrDeletion })
      yield* takeAll(events)
      after = nextCursor
      if (!more) yield* log.wait(after)
    }
  })

  const clicks = yield* PubSub.subscribe(interactions)
  yield* Stream.fromQueue(clicks).pipe(
    Stream.mapEffect((data) => logged(takeClick(data)), { concurrency: CONCURRENCY, unordered: true }),
    Stream.runDrain,
    Effect.forkScoped
  )
  if (log !== undefined) {
    yield* takeReplies(log).pipe(
      Effect.tapError((failure) => Effect.logWarning("replies to questions cannot be read", failure)),
      Effect.retry(Schedule.spaced(READ_AGAIN)),
      Effect.forkScoped
    )
  }
  yield* Effect.forkScoped(Effect.repeat(logged(endExpired), Schedule.spaced(EXPIRE_EVERY)))
})

const NOT_TAKEN = "an answer to a question could not be taken"

/** Logs a failure: one answer that cannot be taken does not stop others. */
const logged = <A, E, R>(taking: Effect.Effect<A, E, R>) =>
  Effect.catchAllCause(taking, (cause) => Effect.as(Effect.logError(NOT_TAKEN, cause), undefined))

/** What people read whose click does not count. */
const refusals: Readonly<Record<NotCounted | "altered", string>> = {
  unknown: "This question no longer exists.",
  expired: "This question has expired.",
  cancelled: "This question was taken back.",
  answered: "This question has already been answered.",
  not_allowed: "You are not one of those who were asked.",
  no_such_option: "This question has no such option.",
  altered: "This message was changed after it was sent. Nobody can approve anything with it."
}

/** The types of responses, and the flag of a message that only the person sees (Discord docs, interactions). */
const MESSAGE = 4
const UPDATE_MESSAGE = 7
const EPHEMERAL = 64

/** A response to an interaction. */
interface Response {
  readonly type: typeof MESSAGE | typeof UPDATE_MESSAGE
  readonly data: object
}

/** Returns whether a click was on the message of a question. Without a message, the question has ended. */
const isOf = ({ channel_id, guild_id, message_id, status }: Ask, click: Click): boolean =>
  channel_id === click.channel_id &&
  guild_id === click.guild_id &&
  (message_id === undefined ? status !== "pending" : message_id === click.message.id)

const decodeId = Schema.decodeUnknownOption(Schema.Struct({ id: Id }))
const decodeMember = Schema.decodeUnknownOption(Schema.Struct({ roles: Schema.Array(Id) }))
const decodeText = Schema.decodeUnknownOption(Schema.Struct({ content: Schema.String }))
