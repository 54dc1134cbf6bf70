/** Posts questions to people, and shows in their messages what became of them. */

import { Effect, Exit, Option, Schema } from "effect"
import { type AuditLog, recorded } from "../audit/AuditLog.ts"
import { Discord } from "../discord/Discord.ts"
import type { DiscordRequest } from "../discord/DiscordRequest.ts"
import type { Permit } from "../discord/Permit.ts"
import { channelKindOf } from "../discord/permissions/effectivePermissions.ts"
import type { GatewayUnavailable } from "../errors/DiscordMcpError.ts"
import { Id } from "../objects/schema/snowflake.ts"
import { Caller } from "../telemetry/Caller.ts"
import { stripInvisible } from "../text/sanitize.ts"
import { sha256 } from "../text/secureToken.ts"
import { toOneLine, truncate } from "../text/words.ts"
import { APPROVE, type Ask } from "./Ask.ts"
import { Gateway } from "./Gateway.ts"
import { READ } from "./reads.ts"

/** The styles of buttons, by their names, as Discord numbers them. */
export const buttonStyles = { blue: 1, grey: 2, green: 3, red: 4 } as const

/** An option of a question. */
export interface AskChoice {
  /** The text of its button or entry, at most 80 characters. */
  readonly label: string
  readonly value: string
  readonly style?: keyof typeof buttonStyles
}

/** The maximum number of options: of buttons, and of a select. */
export const BUTTONS_MAX = 5
export const CHOICES_MAX = 25

/** A question to post. */
export interface Question extends Pick<Ask, "channel_id" | "question" | "user_ids" | "role_ids" | "approves"> {
  /** Without options, people answer in words. Beyond five they are a select. */
  readonly options: ReadonlyArray<AskChoice>
  /** How long it is open, in milliseconds. */
  readonly openMs: number
  /** The content of the message, at most 2000 characters, and its embeds. By default the content is the question. */
  readonly content?: string
  readonly embeds?: ReadonlyArray<object>
  /** Whether the message pings those who may answer, as far as its content mentions them. */
  readonly pings?: boolean
}

/**
 * Posts a question with the permit of the caller, and remembers it for the caller. It is kept before its message is
 * sent, so that no click is lost; if the message is not sent, it ends.
 */
export const askPeople = Effect.fn("events.askPeople")(function* (question: Question) {
  const gateway = yield* Gateway
  const asks = yield* gateway.asks
  const { request } = yield* Discord
  const asker = yield* Caller
  const { channel_id, content, embeds, pings, ...rest } = question
  const { body } = yield* request({ ...READ, route: "/channels/{channel_id}", path: { channel_id } })
  const { guild_id, parent_id, type } = Option.getOrElse(decodeChannel(body), (): typeof Channel.Type => ({}))
  const ask = yield* asks.open({
    ...rest,
    channel_id,
    ...(guild_id != null && { guild_id }),
    ...(parent_id != null && type !== undefined && channelKindOf(type) === "thread" && { thread_of: parent_id }),
    asker,
    options: question.options.map(({ label, value }) => ({ label, value }))
  })
  yield* gateway.watch([{ channel_id, ...(guild_id != null && { guild_id }) }])
  let unsaved: GatewayUnavailable | undefined
  const message = {
    content: content ?? question.question,
    ...(embeds !== undefined && { embeds }),
    ...(question.options.length > 0 && { components: [row(...choices(ask, question.options))] }),
    allowed_mentions: { parse: [], ...(pings === true && { users: question.user_ids, roles: question.role_ids }) }
  }
  return yield* writeFor(gateway.audit, ask, {
    method: "POST",
    route: "/channels/{channel_id}/messages",
    path: { channel_id },
    body: message,
    subject: "bot",
    repeat: "nonce",
    read: (body) => Option.getOrUndefined(Option.map(decodeSent(body), (sent) => ({ body: sent, omitted: [] })))
  }).pipe(
    Effect.onExit((exit) =>
      Exit.match(exit, {
        onFailure: () => Effect.ignore(asks.takeBack(ask.ask_id)),
        // `read` has read the body.
        onSuccess: ({ body }) =>
          Effect.catchAll(asks.sent(ask.ask_id, (body as typeof Sent.Type).id), (unavailable) =>
            Effect.sync(() => {
              unsaved = unavailable
            })
          )
      })
    ),
    // A question whose message is not remembered cannot be answered.
    Effect.flatMap(({ body }) =>
      unsaved === undefined ? Effect.succeed<Ask>({ ...ask, message_id: (body as typeof Sent.Type).id }) : unsaved
    )
  )
})

/**
 * Shows in the message of a question what became of it: in place of its components stands a button that cannot be
 * clicked. The text and the embeds stay. Returns whether the message was edited.
 */
export const showOutcome = (ask: Ask, audit: AuditLog["Type"]): Effect.Effect<boolean, never, Discord | Permit> =>
  ask.message_id === undefined
    ? Effect.succeed(false)
    : writeFor(audit, ask, {
        method: "PATCH",
        route: "/channels/{channel_id}/messages/{message_id}",
        path: { channel_id: ask.channel_id, message_id: ask.message_id },
        body: outcomeOf(ask),
        subject: "bot",
        repeat: "same"
      }).pipe(
        Effect.as(true),
        Effect.catchAll((failure) =>
          Effect.as(Effect.logWarning("the message of a question cannot be edited", failure), false)
        )
      )

/** The name of the server in the audit log, in place of a tool. */
const SERVER = "server"

/** A write for a question. `user_id`: the person whose click it answers. */
type AskWrite = Omit<DiscordRequest, "risk" | "duration"> & { readonly user_id?: string | undefined }

/**
 * Sends a write for a question, between its two audit records, also if a call that has records sends it: the server edits
 * the message later, and the `ask_id` joins all of them.
 */
export const writeFor = Effect.fnUntraced(function* (
  audit: AuditLog["Type"],
  { approves, ask_id, channel_id, guild_id, message_id }: Ask,
  { user_id, ...write }: AskWrite
) {
  const { request } = yield* Discord
  const ids = { channel: channel_id, message: message_id, user: user_id }
  const intent = {
    tool: SERVER,
    risk: "write" as const,
    ...(guild_id !== undefined && { guild: guild_id }),
    ids: Object.entries(ids).flatMap(([kind, id]) => (id === undefined ? [] : [{ kind, id }])),
    arguments: {
      // The path of an interaction has its token.
      request: `${write.method} ${write.route}`,
      ask_id,
      ...(approves !== undefined && { approves: approves.tool }),
      body: write.body
    }
  }
  return yield* recorded(audit, intent, request({ ...write, risk: "write", duration: "default" }), (exit) => {
    const posted = Exit.isSuccess(exit) ? Option.getOrUndefined(decodeSent(exit.value.body))?.id : undefined
    const id = message_id ?? posted
    return { ask_id, ...(id !== undefined && { message_id: id }) }
  })
})

/** Returns what an edit sets in the message of a question that has ended. */
export const outcomeOf = (ask: Ask) => ({
  components: [
    row({
      type: BUTTON,
      style: buttonStyles.grey,
      label: labelOf(ask),
      custom_id: customId(ask, "ended"),
      disabled: true
    })
  ]
})

/**
 * Returns whether the message of an approval is as it was sent: its text, and its buttons. Tools can edit the messages of
 * the bot.
 */
export const isAsSent = (ask: Ask, message: unknown): boolean =>
  Option.exists(
    decodeApproval(message),
    ({ components, content, edited_timestamp }) =>
      edited_timestamp === null &&
      visible(content) === visible(ask.question) &&
      JSON.stringify(components.flatMap((row) => row.components)) ===
        JSON.stringify(ask.options.map(({ label }, index) => ({ custom_id: customId(ask, index), label })))
  )

/** Discord may change the white space at the ends of a text. */
const visible = (text: string): string => stripInvisible(text).trim()

/** What a component of a question says: the hash of the question's id, and the option of a button. */
export interface AskComponent {
  readonly hash: string
  /** Unset: a select, whose value is the number of the option. */
  readonly option?: string
}

/** Parses the `custom_id` of a component. None if it is not of a question. */
export const parseCustomId = (custom_id: string): AskComponent | undefined => {
  const [, hash, option] = CUSTOM_ID.exec(custom_id) ?? []
  return hash === undefined ? undefined : { hash, ...(option !== undefined && option !== SELECT && { option }) }
}

/** The `custom_id` of a component: the hash of a question's id, and the number of an option or a word. */
const CUSTOM_ID = /^ask:([\w-]{43}):(\d{1,2}|choose|ended)$/

const SELECT = "choose"

const customId = ({ ask_id }: Ask, of: string | number): string => `ask:${sha256(ask_id)}:${of}`

const BUTTON = 2

const row = (...components: ReadonlyArray<object>) => ({ type: 1, components })

const choices = (ask: Ask, options: ReadonlyArray<AskChoice>): ReadonlyArray<object> =>
  options.length > BUTTONS_MAX
    ? [
        {
          type: 3,
          custom_id: customId(ask, SELECT),
          options: options.map(({ label }, index) => ({ label, value: String(index) }))
        }
      ]
    : options.map(({ label, style = "grey" }, index) => ({
        type: BUTTON,
        style: buttonStyles[style],
        label,
        custom_id: customId(ask, index)
      }))

/** The maximum lengths of the label of a button and of a name in it, in characters. */
const LABEL_MAX = 80
const NAME_MAX = 32

/** Says what became of a question. The name and the option come last: they cannot change what comes before. */
const labelOf = ({ answer, approves, options, status }: Ask): string => {
  if (answer === undefined) return status === "cancelled" ? "Taken back" : "Expired"
  const name = truncate(toOneLine(stripInvisible(answer.by.name ?? answer.by.id)), NAME_MAX)
  if (approves !== undefined) {
    const verb =
      answer.value !== APPROVE ? "Declined" : approves.used && !approves.outdated ? "Run, approved" : "Approved"
    return `${verb} by ${name}${approves.outdated === true ? ", but changed since: not run" : ""}`
  }
  const option = options.find(({ value }) => value === answer.value)
  return truncate(`Answered by ${name}${option === undefined ? "" : `: ${toOneLine(option.label)}`}`, LABEL_MAX)
}

const Channel = Schema.Struct({
  guild_id: Schema.optional(Schema.NullOr(Id)),
  parent_id: Schema.optional(Schema.NullOr(Id)),
  type: Schema.optional(Schema.Number)
})
const decodeChannel = Schema.decodeUnknownOption(Channel)

const Sent = Schema.Struct({ id: Id })
const decodeSent = Schema.decodeUnknownOption(Sent)

/** The message of an approval: a text, and a row of buttons. */
const decodeApproval = Schema.decodeUnknownOption(
  Schema.Struct({
    content: Schema.String,
    edited_timestamp: Schema.NullOr(Schema.String),
    components: Schema.Array(
      Schema.Struct({ components: Schema.Array(Schema.Struct({ custom_id: Schema.String, label: Schema.String })) })
    )
  })
)
