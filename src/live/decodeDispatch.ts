/** Makes events of the log from what Discord sends. A field that is missing or odd is left out. */
import { MessageType } from "discord-api-types/v10"
import { Duration, Either, Option, Schema } from "effect"
import { richTexts } from "../discord/messageText.ts"
import { ANSWERED_WITHIN } from "../discord/OpenInteractions.ts"
import { createdAtMs, Id } from "../objects/schema/snowflake.ts"
import { firstChars, isoTime } from "../text/words.ts"
import { parseCustomId } from "./askPeople.ts"
import type { EventType, GatewayEvent, NewEvent } from "./GatewayEvent.ts"
import { interactionFields } from "./interactionFields.ts"

/** What Discord sends: the name of the dispatch, its data, and what identifies it. */
interface Received {
  readonly type: string
  readonly data: unknown
  readonly origin: string
}

/** The facts that a dispatch does not have: the bot, and the time now as an ISO time. */
export interface DecodeContext {
  readonly botId: string
  readonly now: string
}

/** Returns the events of a dispatch. None if the log keeps no events of its type, or if it has no id. */
export const decodeDispatch = ({ data, origin, type }: Received, context: DecodeContext): ReadonlyArray<NewEvent> =>
  (Object.hasOwn(makers, type) ? (makers[type]?.(data, context) ?? []) : []).map((event, index) => ({
    event,
    origin: index === 0 ? origin : `${origin}.${index}`
  }))

/** Returns the event of a message that was read over HTTP, where messages do not name their guild. */
export const recoveredMessage = (
  message: unknown,
  guild_id: string | undefined,
  context: DecodeContext
): GatewayEvent | undefined => {
  const event = messageEvent("message_create")(message, context)[0]
  return event && defined<GatewayEvent>({ ...event, guild_id: event.guild_id ?? guild_id, recovered: true })
}

/** A field that is left out if it is missing, null, or has another shape. */
const maybe = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optional(Schema.UndefinedOr(schema).annotations({ decodingFallback: () => Either.right(undefined) }))

/** A list without its odd elements. */
const listOf = <A, I>(element: Schema.Schema<A, I>) =>
  Schema.transform(Schema.Array(Schema.Unknown), Schema.Array(Schema.typeSchema(element)), {
    strict: true,
    decode: (list) => list.flatMap((one) => Option.toArray(Schema.decodeUnknownOption(element)(one))),
    encode: (list) => list
  })

const Place = { channel_id: maybe(Id), guild_id: maybe(Id) }

const User = Schema.Struct({
  id: Id,
  username: maybe(Schema.String),
  global_name: maybe(Schema.String),
  bot: maybe(Schema.Boolean)
})

const HasId = Schema.Struct({ id: Id })

const Attachment = Schema.Struct({
  id: Id,
  filename: maybe(Schema.String),
  title: maybe(Schema.String),
  size: maybe(Schema.Number),
  duration_secs: maybe(Schema.Number)
})

const Content = Schema.Struct({
  content: maybe(Schema.String),
  attachments: maybe(listOf(Attachment)),
  embeds: maybe(Schema.Array(Schema.Unknown)),
  components: maybe(Schema.Array(Schema.Unknown)),
  sticker_items: maybe(listOf(Schema.Struct({ name: Schema.String }))),
  flags: maybe(Schema.Number)
})

const Text = maybe(Schema.Struct({ text: maybe(Schema.String) }))

const Message = Schema.Struct({
  ...Content.fields,
  ...Place,
  id: Id,
  type: maybe(Schema.Number),
  webhook_id: maybe(Schema.String),
  author: maybe(User),
  member: maybe(Schema.Struct({ nick: maybe(Schema.String), roles: maybe(listOf(Id)) })),
  timestamp: maybe(Schema.String),
  edited_timestamp: maybe(Schema.String),
  message_reference: maybe(Schema.Struct({ message_id: maybe(Id), type: maybe(Schema.Number) })),
  referenced_message: maybe(Schema.Struct({ author: maybe(HasId) })),
  mentions: maybe(listOf(HasId)),
  mention_roles: maybe(listOf(Id)),
  mention_everyone: maybe(Schema.Boolean),
  message_snapshots: maybe(listOf(Schema.Struct({ message: Content }))),
  poll: maybe(
    Schema.Struct({
      question: Text,
      answers: maybe(listOf(Schema.Struct({ answer_id: maybe(Schema.Number), poll_media: Text })))
    })
  )
})

type Maker = (data: unknown, context: DecodeContext) => ReadonlyArray<GatewayEvent>

/** Makes a maker: what has not the least that its schema requires is no event. */
const from =
  <A, I>(schema: Schema.Schema<A, I>, make: (data: A, context: DecodeContext) => ReadonlyArray<GatewayEvent>): Maker =>
  (data, context) =>
    Option.match(Schema.decodeUnknownOption(schema)(data), {
      onNone: () => [],
      onSome: (decoded) => make(decoded, context)
    })

const authorOf = ({ bot, global_name, id, username }: typeof User.Type, nick?: string) =>
  defined<NonNullable<GatewayEvent["author"]>>({
    id,
    name: global_name ?? username,
    nick,
    bot: bot === true ? true : undefined
  })

const ownIf = (id: string | undefined, { botId }: DecodeContext) => (id === botId ? true : undefined)

/** The types of messages that people and bots write (Discord docs, message types). All others are notices of Discord. */
const REPLY = 19
const WRITTEN: ReadonlySet<number> = new Set([0, REPLY, 20, 23])

/** Returns what marks a notice of Discord. It may be of a type that Discord has added. */
const noticeOf = (type: number | undefined): Pick<GatewayEvent, "system" | "kind"> =>
  type === undefined || WRITTEN.has(type) ? {} : { system: true, kind: MessageType[type] ?? `Type${type}` }

/** The type of a reference that forwards its message. */
const FORWARD = 1

/** The flag of a voice message. */
const VOICE_MESSAGE = 1 << 13

/** Returns whether a message replies to the one it refers to. Notices of pins, forwards and threads refer to messages, too. */
const isReply = ({ message_reference, type = REPLY }: typeof Message.Type): boolean =>
  type === REPLY && message_reference?.type !== FORWARD

const contentOf = ({
  attachments = [],
  components = [],
  content,
  embeds = [],
  flags = 0,
  sticker_items = []
}: typeof Content.Type) =>
  defined<NonNullable<GatewayEvent["forwarded"]>>({
    content: content === "" ? undefined : content,
    attachments: nonEmpty(
      attachments.map(({ duration_secs, filename, id, size, title }) =>
        defined<NonNullable<GatewayEvent["attachments"]>[number]>({
          id,
          name: filename,
          title,
          size,
          seconds: duration_secs
        })
      )
    ),
    voice_message: (flags & VOICE_MESSAGE) === 0 ? undefined : true,
    embeds: embeds.length === 0 ? undefined : embeds.length,
    components: components.length === 0 ? undefined : components.length,
    texts: nonEmpty(boundTexts(richTexts({ embeds, components }))),
    stickers: nonEmpty(sticker_items.map(({ name }) => name))
  })

/** Maximum number of texts of embeds and components in an event, and of their characters. */
const TEXTS_MAX = 50
const CHARS_MAX = 6000

/** Returns the first texts, up to the maximum. */
const boundTexts = (texts: ReadonlyArray<string>): ReadonlyArray<string> => {
  let left = CHARS_MAX
  return texts.slice(0, TEXTS_MAX).flatMap((text) => {
    const part = firstChars(text, Math.max(0, left))
    left -= text.length
    return part === "" ? [] : [part]
  })
}

const pollOf = ({ answers = [], question }: NonNullable<(typeof Message.Type)["poll"]>) =>
  defined<NonNullable<GatewayEvent["poll"]>>({
    question: question?.text,
    answers: nonEmpty(
      answers.map(({ answer_id, poll_media }) =>
        defined<{ id?: number; text?: string }>({ id: answer_id, text: poll_media?.text })
      )
    )
  })

const messageEvent = (type: "message_create" | "message_update"): Maker =>
  from(Message, (message, context) => {
    const { author, channel_id, guild_id, id, mention_everyone, message_snapshots: [forwarded] = [], poll } = message
    const { edited_timestamp: edited, mention_roles = [], mentions = [] } = message
    const replied = isReply(message) ? message.message_reference?.message_id : undefined
    const repliedTo = isReply(message) ? message.referenced_message?.author?.id : undefined
    return [
      defined<GatewayEvent>({
        type,
        time: (type === "message_update" ? edited : message.timestamp) ?? context.now,
        guild_id,
        channel_id,
        message_id: id,
        author:
          author &&
          authorOf(message.webhook_id === undefined ? author : { ...author, bot: true }, message.member?.nick),
        // An edit is no answer.
        author_roles: type === "message_create" ? message.member?.roles : undefined,
        ...contentOf(message),
        edited,
        reply_to:
          replied === undefined && repliedTo === undefined
            ? undefined
            : defined<NonNullable<GatewayEvent["reply_to"]>>({ message_id: replied, author_id: repliedTo }),
        mentions: nonEmpty(mentions.map((one) => one.id)),
        mention_roles: nonEmpty(mention_roles),
        mention_everyone: mention_everyone === true ? true : undefined,
        forwarded: forwarded && contentOf(forwarded.message),
        poll: poll && pollOf(poll),
        ...noticeOf(message.type),
        own: ownIf(author?.id, context)
      })
    ]
  })

const Reaction = Schema.Struct({
  ...Place,
  user_id: Id,
  member: maybe(Schema.Struct({ user: maybe(User), nick: maybe(Schema.String) })),
  burst: maybe(Schema.Boolean),
  message_id: Id,
  emoji: maybe(Schema.Struct({ id: maybe(Id), name: maybe(Schema.String) })),
  answer_id: maybe(Schema.Number)
})

const byUser = (type: EventType): Maker =>
  from(Reaction, ({ answer_id, burst, channel_id, emoji, guild_id, member, message_id, user_id }, context) => [
    defined<GatewayEvent>({
      type,
      time: context.now,
      guild_id,
      channel_id,
      message_id,
      author: member?.user === undefined ? { id: user_id } : authorOf({ ...member.user, id: user_id }, member.nick),
      burst: burst === true ? true : undefined,
      emoji: emoji?.id === undefined ? emoji?.name : `${emoji.name ?? ""}:${emoji.id}`,
      answer_id,
      own: ownIf(user_id, context)
    })
  ])

const deleted = (
  message_id: string,
  { channel_id, guild_id }: Partial<GatewayEvent>,
  { now }: DecodeContext
): GatewayEvent => defined<GatewayEvent>({ type: "message_delete", time: now, guild_id, channel_id, message_id })

const member = (type: "guild_member_add" | "guild_member_remove"): Maker =>
  from(Schema.Struct({ guild_id: Id, user: User, nick: maybe(Schema.String) }), ({ guild_id, nick, user }, context) => [
    defined<GatewayEvent>({
      type,
      time: context.now,
      guild_id,
      author: authorOf(user, nick),
      own: ownIf(user.id, context)
    })
  ])

const gone = (type: "thread_delete" | "channel_delete"): Maker =>
  from(
    Schema.Struct({ id: Id, guild_id: maybe(Id), name: maybe(Schema.String), parent_id: maybe(Id) }),
    ({ guild_id, id, name, parent_id }, context) => [
      defined<GatewayEvent>({ type, time: context.now, guild_id, channel_id: id, name, parent_id })
    ]
  )

const Interaction = Schema.Struct({
  ...Place,
  id: Id,
  user: maybe(User),
  member: maybe(Schema.Struct({ user: maybe(User), nick: maybe(Schema.String) })),
  message: maybe(HasId)
})

/** Returns the event of an interaction. It can be answered unless it belongs to a question of this server. */
const interactionEvent: Maker = (data, context) =>
  from(Interaction, ({ channel_id, guild_id, id, member, message, user }, { now }) => {
    const fields = interactionFields(data)
    if (fields === undefined) return []
    const author = member?.user ?? user
    const isAsk = fields.custom_id !== undefined && parseCustomId(fields.custom_id) !== undefined
    return [
      defined<GatewayEvent>({
        type: "interaction_create",
        time: now,
        guild_id,
        channel_id,
        message_id: message?.id,
        author: author && authorOf(author, member?.nick),
        interaction_id: id,
        answer_until: isAsk ? undefined : isoTime(createdAtMs(id) + Duration.toMillis(ANSWERED_WITHIN)),
        ...fields
      })
    ]
  })(data, context)

const makers: Readonly<Record<string, Maker>> = {
  MESSAGE_CREATE: messageEvent("message_create"),
  MESSAGE_UPDATE: messageEvent("message_update"),
  MESSAGE_DELETE: from(Schema.Struct({ ...Place, id: Id }), ({ id, ...place }, context) => [
    deleted(id, defined<Partial<GatewayEvent>>(place), context)
  ]),
  MESSAGE_DELETE_BULK: from(Schema.Struct({ ...Place, ids: listOf(Id) }), ({ ids, ...place }, context) =>
    ids.map((id) => deleted(id, defined<Partial<GatewayEvent>>(place), context))
  ),
  MESSAGE_REACTION_ADD: byUser("message_reaction_add"),
  MESSAGE_REACTION_REMOVE: byUser("message_reaction_remove"),
  MESSAGE_POLL_VOTE_ADD: byUser("message_poll_vote_add"),
  MESSAGE_POLL_VOTE_REMOVE: byUser("message_poll_vote_remove"),
  GUILD_MEMBER_ADD: member("guild_member_add"),
  GUILD_MEMBER_REMOVE: member("guild_member_remove"),
  THREAD_CREATE: from(
    Schema.Struct({
      id: Id,
      guild_id: maybe(Id),
      owner_id: maybe(Id),
      name: maybe(Schema.String),
      parent_id: maybe(Id),
      newly_created: Schema.Literal(true)
    }),
    ({ guild_id, id, name, owner_id, parent_id }, context) => [
      defined<GatewayEvent>({
        type: "thread_create",
        time: context.now,
        guild_id,
        channel_id: id,
        author: owner_id === undefined ? undefined : { id: owner_id },
        name,
        parent_id,
        own: ownIf(owner_id, context)
      })
    ]
  ),
  THREAD_DELETE: gone("thread_delete"),
  CHANNEL_DELETE: gone("channel_delete"),
  INTERACTION_CREATE: interactionEvent
}

const nonEmpty = <A>(list: ReadonlyArray<A>): ReadonlyArray<A> | undefined => (list.length === 0 ? undefined : list)

/** Removes the fields that are `undefined`. */
const defined = <A extends object>(fields: { readonly [Key in keyof A]: A[Key] | undefined }): A =>
  // `Object.fromEntries` loses the keys.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as A
