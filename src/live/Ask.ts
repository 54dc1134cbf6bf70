/** Questions to people in Discord: what they hold, and what a click, a reply or the time changes of them. */
import { Array as Arr, Either, Schema } from "effect"
import { ShownCall } from "../discord/Permit.ts"
import { createdAtMs, Id } from "../objects/schema/snowflake.ts"
import { isoTime } from "../text/words.ts"
import type { EventType, LoggedEvent } from "./GatewayEvent.ts"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })
const nullable = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(Schema.NullOr(schema))

/** An option of a question: the text of its button or entry, and the value that the caller gets. */
const AskOption = Schema.Struct({ label: Schema.String, value: Schema.String })

/** Who answered, and what. */
const AskAnswer = Schema.Struct({
  by: Schema.Struct({ id: Schema.String, name: optional(Schema.String) }),
  at: Schema.String,
  /** The value of the option. */
  value: optional(Schema.String),
  /** A reply in words, and its message. */
  text: optional(Schema.String),
  message_id: optional(Schema.String)
})

/** A question, as its file has it. Times are ISO times. */
export const Ask = Schema.Struct({
  ask_id: Schema.String,
  channel_id: Schema.String,
  guild_id: optional(Schema.String),
  /** The channel that the question is in a thread of. */
  thread_of: optional(Schema.String),
  /** The message with the question. Unset until it is sent. */
  message_id: optional(Schema.String),
  question: Schema.String,
  options: Schema.Array(AskOption),
  /** Who may answer. Both empty: everybody in the channel. */
  user_ids: Schema.Array(Schema.String),
  role_ids: Schema.Array(Schema.String),
  /** The authenticated client that asked. Others do not see the question. */
  client_id: optional(Schema.String),
  /** Without authentication: the digest of the client's name and directory, and the id of the process that asked. */
  program: optional(Schema.String),
  process: optional(Schema.String),
  created_at: Schema.String,
  expires_at: Schema.String,
  status: Schema.Literal("pending", "answered", "cancelled", "expired"),
  answer: optional(AskAnswer),
  /** For an approval: the tool, the digest of the call that is approved, and what was shown of it. */
  approves: optional(
    Schema.Struct({
      tool: Schema.String,
      subject: Schema.String,
      shown: optional(Schema.Array(ShownCall)),
      used: Schema.Boolean,
      /** What was shown changed before the call ran, so the approval permitted nothing. */
      outdated: optional(Schema.Literal(true))
    })
  )
})

/** A question to people in Discord. */
export type Ask = typeof Ask.Type

/** Who answered a question, and what. */
export type AskAnswer = typeof AskAnswer.Type

/** What a person answers: the value of an option, or a message. */
export type Reply = Pick<AskAnswer, "value" | "text" | "message_id">

/** A member or user who answers. Without a guild there are no roles. */
export interface Person {
  readonly id: string
  readonly name?: string | undefined
  readonly roles: ReadonlyArray<string>
}

const User = Schema.Struct({ id: Id, username: nullable(Schema.String), global_name: nullable(Schema.String) })

/** A click on a button, or a choice in a select, as Discord sends it. */
const Click = Schema.Struct({
  id: Id,
  application_id: Id,
  token: Schema.String,
  type: Schema.Literal(3),
  guild_id: Schema.optional(Id),
  channel_id: Id,
  message: Schema.Struct({ id: Id }, { key: Schema.String, value: Schema.Unknown }),
  member: Schema.optional(Schema.Struct({ user: User, roles: Schema.Array(Id) })),
  user: Schema.optional(User),
  data: Schema.Struct({
    custom_id: Schema.String,
    values: Schema.optional(Schema.Tuple(Schema.String.pipe(Schema.pattern(/^\d{1,2}$/))))
  })
})

/** A click on a button, or a choice in a select. */
export type Click = typeof Click.Type

/** Decodes a click. None for another interaction, or an odd one. */
export const decodeClick = Schema.decodeUnknownOption(Click)

/** Returns who has clicked, with the roles of that moment. */
export const personOf = ({ guild_id, member, user }: Click): Person | undefined => {
  const own = guild_id === undefined ? user : member?.user
  if (own === undefined) return
  const roles = guild_id === undefined ? [] : (member?.roles ?? [])
  return { id: own.id, name: own.global_name ?? own.username ?? undefined, roles }
}

/** Why an answer does not count. */
export type NotCounted = "unknown" | "expired" | "cancelled" | "answered" | "not_allowed" | "no_such_option"

/** Returns the state of a question at a time. */
export const statusAt = ({ expires_at, status }: Ask, nowMs: number): Ask["status"] =>
  status === "pending" && Date.parse(expires_at) <= nowMs ? "expired" : status

/**
 * Returns whether a person may answer. The roles are those of the moment of the answer. The role with the id of the guild
 * is @everyone.
 */
export const mayAnswer = ({ guild_id, role_ids, user_ids }: Ask, { id, roles }: Person): boolean =>
  (user_ids.length === 0 && role_ids.length === 0) ||
  user_ids.includes(id) ||
  role_ids.some((role) => role === guild_id || roles.includes(role))

/** Answers a question, or says why the answer does not count. The first answer that counts ends the question. */
export const answerTo = (ask: Ask, person: Person, reply: Reply, nowMs: number): Either.Either<Ask, NotCounted> => {
  const status = statusAt(ask, nowMs)
  if (status !== "pending") return Either.left(status)
  if (!mayAnswer(ask, person)) return Either.left("not_allowed")
  if (reply.value !== undefined && ask.options.every(({ value }) => value !== reply.value)) {
    return Either.left("no_such_option")
  }
  const { id, name } = person
  return Either.right({
    ...ask,
    status: "answered",
    answer: {
      by: { id, ...(name !== undefined && { name }) },
      at: isoTime(nowMs),
      ...reply
    }
  })
}

/** Events after which a message is gone: of the message, or of the channel or thread that it is in. */
const deletions: ReadonlySet<EventType> = new Set(["message_delete", "thread_delete", "channel_delete"])

/** Returns whether an event can answer a question in words, or delete its message. A notice of Discord is no answer. */
export const isAnswerOrDeletion = ({ own, system, type }: LoggedEvent): boolean =>
  deletions.has(type) || (type === "message_create" && own !== true && system !== true)

/** Returns whether the message of a question was deleted, alone or with its channel. */
export const isDeletionOf = (ask: Ask, event: LoggedEvent): boolean =>
  isDeletionIn(ask, event) && (event.type !== "message_delete" || event.message_id === ask.message_id)

/**
 * Returns whether a channel was deleted that a question is in, or a message of it. Discord says nothing of the threads of a
 * deleted channel.
 */
export const isDeletionIn = ({ channel_id, thread_of }: Ask, { channel_id: within, type }: LoggedEvent): boolean =>
  deletions.has(type) &&
  (within === channel_id || (type === "channel_delete" && within !== undefined && within === thread_of))

/** How far the clocks of Discord and of this machine may differ. */
const CLOCKS_DIFFER_MS = 60_000

/** Returns whether a message may be that of a question whose message is not known yet. An older one is not. */
export const mayBeMessageOf = ({ created_at }: Ask, message_id: string): boolean =>
  createdAtMs(message_id) > Date.parse(created_at) - CLOCKS_DIFFER_MS

/** Returns whether a message can answer a question in words: in a guild only by a reply. An approval takes clicks only. */
export const takesReplies = (ask: Ask, event: LoggedEvent): boolean =>
  event.type === "message_create" &&
  ask.status === "pending" &&
  ask.approves === undefined &&
  (event.guild_id === undefined || event.reply_to !== undefined) &&
  ask.channel_id === event.channel_id &&
  ask.guild_id === event.guild_id

/** Returns the question that a message replies to. In a direct message without a reply, that is the newest one before. */
export const repliedAsk = (asks: ReadonlyArray<Ask>, event: LoggedEvent, message_id: string): Ask | undefined => {
  const open = asks.filter((ask) => ask.message_id !== undefined && takesReplies(ask, event))
  if (event.reply_to !== undefined) return open.find((ask) => ask.message_id === event.reply_to?.message_id)
  return open
    .filter((ask) => BigInt(ask.message_id ?? 0) < BigInt(message_id))
    .toSorted((a, b) => Number(BigInt(b.message_id ?? 0) - BigInt(a.message_id ?? 0)))[0]
}

/** The values of the two options of an approval. */
export const APPROVE = "approve"
export const DECLINE = "decline"

/** Why an approval does not permit a call. */
export type NotApproved = "unknown" | "pending" | "expired" | "declined" | "cancelled" | "used" | "other_call"

/** Uses an approval for a call. It permits exactly one run of the call that was shown. */
export const useApproval = (
  ask: Ask,
  subject: string,
  nowMs: number,
  isOutdated = false
): Either.Either<Ask, NotApproved> => {
  const { answer, approves } = ask
  if (approves === undefined) return Either.left("unknown")
  if (approves.subject !== subject) return Either.left("other_call")
  if (approves.used) return Either.left("used")
  if (Date.parse(ask.expires_at) <= nowMs) return Either.left("expired")
  if (ask.status === "cancelled" || ask.status === "expired") return Either.left(ask.status)
  if (answer === undefined) return Either.left("pending")
  return answer.value === APPROVE
    ? Either.right({ ...ask, approves: { ...approves, used: true, ...(isOutdated && { outdated: true }) } })
    : Either.left("declined")
}

/** The maximum number of questions that are kept: of all clients together, and of one. */
export const ASKS_MAX = 1000
export const ASKS_OF_CLIENT_MAX = 250

/** How long a question is kept after its end. */
export const KEPT_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Returns the limit that a further question of a client exceeds, if there is one. `isOwn`: a question is of this client.
 * Nobody ends the open ones of others.
 */
export const exceededLimit = (
  asks: ReadonlyArray<Ask>,
  isOwn: (ask: Ask) => boolean,
  nowMs: number
): number | undefined => {
  const open = asks.filter((ask) => statusAt(ask, nowMs) === "pending")
  if (open.filter(isOwn).length >= ASKS_OF_CLIENT_MAX) return ASKS_OF_CLIENT_MAX
  return open.length >= ASKS_MAX ? ASKS_MAX : undefined
}

/**
 * Returns the questions to keep: not those that ended a week ago. Of too many questions of one client, and then of too
 * many in all, the oldest ended ones are dropped. Open ones are never dropped.
 */
export const keptOf = (asks: ReadonlyArray<Ask>, nowMs: number): ReadonlyArray<Ask> => {
  const fresh = asks.filter((ask) => statusAt(ask, nowMs) === "pending" || Date.parse(ask.expires_at) + KEPT_MS > nowMs)
  const byClient = Arr.groupBy(fresh, ({ client_id, program }) => client_id ?? program ?? "")
  const kept = new Set(Object.values(byClient).flatMap((own) => withoutOldest(own, ASKS_OF_CLIENT_MAX, nowMs)))
  return withoutOldest(
    fresh.filter((ask) => kept.has(ask)),
    ASKS_MAX,
    nowMs
  )
}

const withoutOldest = (asks: ReadonlyArray<Ask>, max: number, nowMs: number): ReadonlyArray<Ask> => {
  if (asks.length <= max) return asks
  const dropped = new Set(
    asks
      .filter((ask) => statusAt(ask, nowMs) !== "pending")
      .toSorted((a, b) => a.created_at.localeCompare(b.created_at))
      .slice(0, asks.length - max)
  )
  return asks.filter((ask) => !dropped.has(ask))
}
