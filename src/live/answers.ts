/** Takes what people answer to questions: clicks, choices, and replies in words. */

import { type Context, Duration, Effect, Either, Option, PubSub, Schedule, Schema, type Scope, Stream } from "effect"
import type { AuditLog } from "../audit/AuditLog.ts"
import { Discord } from "../discord/Discord.ts"
import type { DiscordRequest } from "../discord/DiscordRequest.ts"
import type { Permit } from "../discord/Permit.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import { describe } from "../errors/DiscordMcpError.ts"
import { Id } from "../objects/schema/snowflake.ts"
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
  const { interactions, log } = options
  const answers = new Answers({
    options,
    request: (yield* Discord).request,
    context: yield* Effect.context<Discord | Permit>(),
    scope: yield* Effect.scope
  })
  const clicks = yield* PubSub.subscribe(interactions)
  yield* Stream.fromQueue(clicks).pipe(
    Stream.mapEffect((data) => logged(answers.takeClick(data)), { concurrency: CONCURRENCY, unordered: true }),
    Stream.runDrain,
    Effect.forkScoped
  )
  if (log !== undefined) {
    yield* answers.takeReplies(log).pipe(
      Effect.tapError((failure) => Effect.logWarning("replies to questions cannot be read", failure)),
      Effect.retry(Schedule.spaced(READ_AGAIN)),
      Effect.forkScoped
    )
  }
  yield* Effect.forkScoped(Effect.repeat(logged(answers.endExpired()), Schedule.spaced(EXPIRE_EVERY)))
})

/** What the taker of answers uses. */
interface AnswersParts {
  readonly options: AnswersOptions
  readonly request: Discord["Type"]["request"]
  /** What an outcome is shown with. */
  readonly context: Context.Context<Discord | Permit>
  readonly scope: Scope.Scope
}

/** Takes clicks, replies and deletions. */
class Answers {
  readonly #parts: AnswersParts
  readonly #asks: Asks
  /** The interactions that were taken. */
  readonly #seen = new BoundedMap<string, true>(SEEN_MAX)
  #applicationId: string | undefined

  constructor(parts: AnswersParts) {
    this.#parts = parts
    this.#asks = parts.options.asks
    this.#applicationId = parts.options.botId
  }

  takeClick(data: unknown) {
    return Effect.gen(this, function* () {
      const click = Option.getOrUndefined(decodeClick(data))
      const component = click && parseCustomId(click.data.custom_id)
      if (click === undefined || component === undefined || this.#seen.has(click.id)) return
      this.#seen.set(click.id, true)
      if (!(yield* this.#isOwn(click.application_id))) return
      yield* this.endExpired()
      const asked = yield* Effect.flatMap(
        this.#asks.withHash(component.hash),
        Option.match({ onNone: () => Effect.succeedNone, onSome: (ask) => this.#settled(ask) })
      )
      const ask = Option.getOrUndefined(asked)
      const person = personOf(click)
      if (ask === undefined || person === undefined || !isOf(ask, click)) return
      const isAltered = ask.approves !== undefined && !isAsSent(ask, click.message)
      if (isAltered && ask.status === "pending") return yield* this.#refuse(click, ask, "altered")
      const value = ask.options[Number(component.option ?? click.data.values?.[0])]?.value
      if (value === undefined) {
        return yield* this.#refuse(click, ask, ask.status === "pending" ? "no_such_option" : ask.status)
      }
      const answered = yield* this.#asks.answer(ask.ask_id, person, { value })
      if (Either.isRight(answered)) return yield* this.#respondOutcome(click, answered.right)
      const now = yield* this.#reread(ask)
      const isSame = now.answer?.by.id === person.id && now.answer.value === value
      yield* isSame ? this.#respondOutcome(click, now) : this.#refuse(click, now, answered.left)
    })
  }

  /** Takes replies and deletions of the log: first those that were logged while no process took them. */
  takeReplies(log: EventLog) {
    return Effect.gen(this, function* () {
      let after = (yield* log.stats).cursor
      const open = yield* this.#asks.select(({ status }) => status === "pending")
      if (open.length > 0) {
        const filter = (event: LoggedEvent) =>
          isAnswerOrDeletion(event) &&
          (repliedAsk(open, event, event.message_id ?? "0") !== undefined ||
            open.some((ask) => isDeletionOf(ask, event)))
        const { events } = yield* log.read({ limit: HISTORY_MAX, filter })
        yield* this.#takeAll(events)
      }
      while (true) {
        const { events, more, nextCursor } = yield* log.read({ after, limit: PAGE, filter: isAnswerOrDeletion })
        yield* this.#takeAll(events)
        after = nextCursor
        if (!more) yield* log.wait(after)
      }
    })
  }

  endExpired() {
    return Effect.flatMap(this.#asks.expire, (ended) =>
      Effect.forEach(ended, (ask) => this.#show(ask), { discard: true })
    )
  }

  /** Shows what became of a question. Nobody waits for it. */
  #show(ask: Ask) {
    const { context, options, scope } = this.#parts
    return Effect.forkIn(Effect.provide(showOutcome(ask, options.audit), context), scope)
  }

  #settled(ask: Ask) {
    return ask.message_id === undefined && ask.status === "pending"
      ? Effect.map(Effect.timeoutOption(this.#asks.settled(ask.ask_id), SETTLED_WITHIN), Option.flatten)
      : Effect.succeedSome(ask)
  }

  /** Returns questions, with their messages. Waits only for those that may be, or may be answered by, this message. */
  #settledFor(open: ReadonlyArray<Ask>, message_id: string) {
    return Effect.map(
      Effect.forEach(
        open.filter((ask) => ask.message_id !== undefined || mayBeMessageOf(ask, message_id)),
        (ask) => this.#settled(ask),
        { concurrency: "unbounded" }
      ),
      (all) => all.flatMap((one) => Option.toArray(one))
    )
  }

  /** Returns a question as it is now. */
  #reread(ask: Ask) {
    return Effect.map(
      this.#asks.select(({ ask_id }) => ask_id === ask.ask_id),
      ([now = ask]) => now
    )
  }

  /** Returns whether an interaction is of the bot's application. The id of an old application is not that of its bot. */
  #isOwn(id: string) {
    return Effect.gen(this, function* () {
      if (id === this.#parts.options.botId || id === this.#applicationId) return true
      const { body } = yield* this.#parts.request({ ...READ, route: "/applications/@me", path: {} })
      this.#applicationId = Option.getOrUndefined(decodeId(body))?.id
      return id === this.#applicationId
    })
  }

  /** Answers an interaction. Returns whether Discord took the response. */
  #respond(click: Click, ask: Ask, response: Response) {
    return writeFor(this.#parts.options.audit, ask, {
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
  }

  /** Shows the outcome by the response, and by an edit if Discord did not take it, or if the approved call has run. */
  #respondOutcome(click: Click, ask: Ask) {
    return Effect.gen(this, function* () {
      const isAccepted = yield* this.#respond(click, ask, { type: UPDATE_MESSAGE, data: outcomeOf(ask) })
      const now = yield* this.#reread(ask)
      if (!isAccepted || now.approves?.used !== ask.approves?.used) yield* this.#show(now)
    })
  }

  #refuse(click: Click, ask: Ask, why: NotCounted | "altered") {
    return Effect.gen(this, function* () {
      yield* this.#respond(click, ask, { type: MESSAGE, data: { content: refusals[why], flags: EPHEMERAL } })
      // Its components are still in the message.
      if (ask.status !== "pending") yield* this.#show(ask)
    })
  }

  /** Takes events in their order. Fails at the end if one could not be taken: it counts when the log is read again. */
  #takeAll(events: ReadonlyArray<LoggedEvent>) {
    return Effect.flatMap(
      Effect.forEach(events, (event) =>
        logged(Effect.as(event.type === "message_create" ? this.#takeReply(event) : this.#takeDeletion(event), true))
      ),
      (taken) => (taken.includes(undefined) ? Effect.fail(NOT_TAKEN) : Effect.void)
    )
  }

  #takeReply(event: LoggedEvent) {
    return Effect.gen(this, function* () {
      const { message_id } = event
      const open = yield* this.#asks.select((ask) => takesReplies(ask, event))
      if (open.length === 0 || message_id === undefined) return
      const settled = yield* this.#settledFor(open, event.reply_to?.message_id ?? message_id)
      const ask = repliedAsk(settled, event, message_id)
      const person = ask && (yield* this.#authorOf(ask, event))
      if (ask === undefined || person === undefined) return
      const text = yield* this.#textOf(event)
      yield* this.endExpired()
      const answered = yield* this.#asks.answer(ask.ask_id, person, {
        ...(text !== undefined && text !== "" && { text }),
        message_id
      })
      if (Either.isRight(answered)) yield* this.#show(answered.right)
    })
  }

  /** Takes back a question whose message was deleted: nobody can answer it by a click any more, or see it. */
  #takeDeletion(event: LoggedEvent) {
    return Effect.gen(this, function* () {
      const open = yield* this.#asks.select((ask) => ask.status === "pending" && isDeletionIn(ask, event))
      const settled = event.message_id === undefined ? open : yield* this.#settledFor(open, event.message_id)
      const deleted = settled.filter((ask) => isDeletionOf(ask, event))
      yield* Effect.forEach(deleted, ({ ask_id }) => this.#asks.takeBack(ask_id), { discard: true })
    })
  }

  /** Returns who wrote a message, with the roles of that moment if they decide; if it was recovered, the current ones. */
  #authorOf(ask: Ask, { author, author_roles: roles, guild_id }: LoggedEvent) {
    return Effect.gen(this, function* () {
      if (author === undefined || (author.bot === true && !ask.user_ids.includes(author.id))) return
      const person: Person = { id: author.id, name: author.name, roles: roles ?? [] }
      if (mayAnswer(ask, person)) return person
      if (roles !== undefined || ask.role_ids.length === 0 || guild_id === undefined) return
      const route = "/guilds/{guild_id}/members/{user_id}"
      const member = yield* this.#readOrNone({ route, path: { guild_id, user_id: author.id } })
      return { ...person, roles: Option.getOrUndefined(Option.flatMap(member, decodeMember))?.roles ?? [] }
    })
  }

  /** Returns the text of a message. Discord sends the text of a message that does not mention the bot only with an intent. */
  #textOf({ channel_id = "", content, message_id = "" }: LoggedEvent) {
    if (content !== undefined) return Effect.succeed(content)
    const route = "/channels/{channel_id}/messages/{message_id}"
    return Effect.map(
      this.#readOrNone({ route, path: { channel_id, message_id } }),
      (message) => Option.getOrUndefined(Option.flatMap(message, decodeText))?.content
    )
  }

  /** Reads what Discord may not have. Fails if it can be read later. */
  #readOrNone(what: Pick<DiscordRequest, "route" | "path">) {
    return this.#parts.request({ ...READ, ...what }).pipe(
      Effect.map(({ body }) => Option.some(body)),
      Effect.catchIf(
        (failure: DiscordFailure) => !describe(failure).retriable,
        () => Effect.succeedNone
      )
    )
  }
}

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
