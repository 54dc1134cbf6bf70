/** Scripts of people: who acts, when, and what the person does. */
import { Schema } from "effect"
import type { InteractionAnswer } from "./GatewayStatus.ts"

/** Not `Schema.optional`, whose `undefined` would be a second problem of each wrong field. */
const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

const Id = Schema.String.pipe(Schema.pattern(/^\d{1,20}$/))

const Text = Schema.String.pipe(Schema.minLength(1), Schema.maxLength(2000))

/** Without a field: the message or the channel that the person waited for. */
const message = { channel_id: optional(Id), message_id: optional(Id) }

const Role = Schema.Struct({ guild_id: Id, role_id: Id })
export type Role = typeof Role.Type

const Guild = Schema.Struct({ guild_id: Id })

const Reaction = Schema.Struct({ ...message, emoji: Text })

/** What a person does: one of these fields. */
const Deeds = Schema.Struct({
  /** Without `channel_id`: in the channel of the awaited message, or in a direct message to the bot. */
  write: optional(Schema.Struct({ channel_id: optional(Id), content: Text, reply_to: optional(Id) })),
  edit: optional(Schema.Struct({ ...message, content: Text })),
  delete: optional(Schema.Struct(message)),
  /** Opens a thread in a channel, or a post in a forum. */
  post: optional(Schema.Struct({ channel_id: Id, name: Text.pipe(Schema.maxLength(100)), content: Text })),
  pin: optional(Schema.Struct(message)),
  click: optional(Schema.Struct({ ...message, custom_id: optional(Text), label: optional(Text) })),
  /** Uses a command of the bot. */
  command: optional(
    Schema.Struct({
      channel_id: Id,
      name: Text,
      options: optional(
        Schema.Array(Schema.Record({ key: Schema.String, value: Schema.Unknown })).pipe(Schema.maxItems(25))
      )
    })
  ),
  choose: optional(
    Schema.Struct({
      ...message,
      custom_id: optional(Text),
      values: Schema.NonEmptyArray(Text).pipe(Schema.maxItems(25))
    })
  ),
  react: optional(Reaction),
  unreact: optional(Reaction),
  vote: optional(Schema.Struct({ ...message, answer_id: Schema.Int })),
  type: optional(Schema.Struct({ channel_id: Id })),
  join: optional(Guild),
  leave: optional(Guild),
  gain_role: optional(Role),
  lose_role: optional(Role)
})
export type Deed = typeof Deeds.Type

/** What came of a deed. */
export interface Done {
  /** The message that was written. */
  readonly message_id?: string
  /** The application's answer to a click. Absent if there was none within three seconds. */
  readonly answer?: InteractionAnswer
}

/** The message that a person waits for. Without `author_id`, it is one of the bot. */
const Awaited = Schema.Struct({
  channel_id: optional(Id),
  author_id: optional(Id),
  contains: optional(Text),
  /** A button that the message has. */
  label: optional(Text)
})

export type Awaited = typeof Awaited.Type

const HOUR_MS = 60 * 60_000

/** One act of a person: who, when, and what. */
const Act = Schema.Struct({
  as: Id,
  /** Waits for a message that arrives after the act starts. */
  when: optional(Awaited),
  /** Waits before the act, and again before each repetition. Default 0. */
  after_ms: optional(Schema.Int.pipe(Schema.between(0, HOUR_MS))),
  /** How often the person waits and acts. Default 1. */
  times: optional(Schema.Int.pipe(Schema.between(1, 10_000))),
  ...Deeds.fields
}).pipe(
  Schema.filter((act) => {
    const names = Object.keys(Deeds.fields)
    return names.filter((name) => name in act).length === 1 || `Expected exactly one of ${names.join(", ")}`
  })
)

export type Act = typeof Act.Type

/** Acts of people, in sequence. */
export const PeopleScript = Schema.Struct({ script: Schema.NonEmptyArray(Act).pipe(Schema.maxItems(1000)) })
export type PeopleScript = typeof PeopleScript.Type

/** An act of a person, and what came of it. */
export interface Acted extends Done {
  readonly as: string
  readonly did: string
  readonly at_ms: number
  /** Why the person could not do it. */
  readonly problem?: string
}
