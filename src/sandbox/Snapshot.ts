/** The state of a sandbox as a record of objects by their paths in Discord's API. Tests compare and change it. */
import type { APIBan, APIGuild, APIGuildMember, APIMessage } from "discord-api-types/v10"
import { Predicate } from "effect"
import { emptyMessageFields } from "./createMessage.ts"
import { timeOf, timestamp } from "./Snowflakes.ts"
import type { AuditEntry, Channel, SandboxState } from "./State.ts"

/** Every object of a sandbox by its path, for example `/guilds/ID/members/ID`. */
export type Snapshot = Readonly<Record<string, object>>

/** Changes by path: fields to set in an object, or `null` to remove it. */
export type SnapshotPatch = Readonly<Record<string, object | null>>

/** Returns every object of the state. A later change of the state does not change it. */
export const snapshotOf = (state: SandboxState): Snapshot => Object.fromEntries(objectsOf(state))

function* objectsOf(state: SandboxState): Generator<readonly [path: string, value: object]> {
  for (const { emojis, roles, ...guild } of state.guilds.values()) {
    const path = `/guilds/${guild.id}`
    yield [path, guild]
    for (const role of roles) yield [`${path}/roles/${role.id}`, role]
    for (const emoji of emojis) yield [`${path}/emojis/${emoji.id}`, emoji]
    for (const [id, member] of state.membersOf(guild.id)) yield [`${path}/members/${id}`, member]
  }
  for (const [guild, id, ban] of state.bans.all()) yield [`/guilds/${guild}/bans/${id}`, ban]
  for (const [guild, id, entry] of state.auditLog.all()) yield [`/guilds/${guild}/audit-logs/${id}`, entry]
  for (const channel of state.channels.values()) yield [`/channels/${channel.id}`, channel]
  for (const [channel, id, message] of state.messages) yield [`/channels/${channel}/messages/${id}`, message]
  for (const [channel, id, pinned_at] of state.pins.all()) yield [`/channels/${channel}/pins/${id}`, { pinned_at }]
  for (const [thread, id, member] of state.threadMembers.all())
    yield [`/channels/${thread}/thread-members/${id}`, member]
  for (const [message, emoji, users] of state.reactors.all())
    yield [`/messages/${message}/reactions/${emoji}`, { users: users.map(({ id }) => id) }]
  for (const [message, answer, users] of state.voters.all())
    yield [`/messages/${message}/answers/${answer}`, { users: users.map(({ id }) => id) }]
  for (const webhook of state.webhooks.values()) yield [`/webhooks/${webhook.id}`, webhook]
  for (const invite of state.invites.values()) yield [`/invites/${invite.code}`, invite]
  for (const [path, id, entity] of state.entities.all()) yield [`${path}/${id}`, entity]
}

/** Returns the paths of a patch that it cannot set, in order. */
export const unknownPaths = (patch: SnapshotPatch): ReadonlyArray<string> =>
  Object.keys(patch).filter((path) => writerOf(path) === undefined)

/** Sets fields of objects, adds objects and removes objects. A new message has the time of its id. */
export const patchState = (state: SandboxState, patch: SnapshotPatch): void => {
  for (const [path, fields] of Object.entries(patch)) {
    const found = writerOf(path)
    found?.write(state, found.ids, fields)
  }
}

type Write = (state: SandboxState, ids: Ids, fields: object | null) => void

/** The id of the object, and that of its guild or channel, or the path of its collection. */
interface Ids {
  readonly id: string
  readonly owner: string
}

// The caller of a patch knows Discord's objects: no writer checks the fields, so each asserts their type.
const writers: ReadonlyArray<readonly [path: RegExp, write: Write]> = [
  [
    /^\/applications\/(?<id>\d+)$/,
    (state, { id }, fields) =>
      setIn(state.entities.of("/applications"), id, fields, (before) => ({ ...before, ...fields, id }))
  ],
  [
    /^\/guilds\/(?<id>\d+)$/,
    (state, { id }, fields) => setIn(state.guilds, id, fields, (before) => ({ ...before, ...fields, id }) as APIGuild)
  ],
  [
    /^\/guilds\/(?<owner>\d+)\/members\/(?<id>\d+)$/,
    (state, { id, owner }, fields) =>
      setIn(state.membersOf(owner), id, fields, (before) => ({ ...before, ...fields }) as APIGuildMember)
  ],
  [
    /^\/guilds\/(?<owner>\d+)\/bans\/(?<id>\d+)$/,
    (state, { id, owner }, fields) =>
      setIn(state.bans.of(owner), id, fields, (before) => ({ ...before, ...fields }) as APIBan)
  ],
  [
    /^\/guilds\/(?<owner>\d+)\/audit-logs\/(?<id>\d+)$/,
    (state, { id, owner }, fields) =>
      setIn(
        state.auditLog.of(owner),
        id,
        fields,
        (before) => ({ target_id: null, changes: [], ...before, ...fields, id }) as AuditEntry
      )
  ],
  [
    /^(?<owner>\/guilds\/\d+(?:\/auto-moderation\/rules|\/stickers)?)\/(?<id>\d+|welcome-screen|onboarding)$/,
    (state, { id, owner }, fields) =>
      setIn(state.entities.of(owner), id, fields, (before) => ({ ...before, ...fields, id }))
  ],
  [
    /^\/channels\/(?<id>\d+)$/,
    (state, { id }, fields) =>
      fields === null
        ? state.removeChannel(id)
        : setIn(state.channels, id, fields, (before) => ({ ...before, ...fields, id }) as Channel)
  ],
  [
    /^\/channels\/(?<owner>\d+)\/messages\/(?<id>\d+)$/,
    (state, { id, owner }, fields) =>
      fields === null
        ? state.removeMessage(owner, id)
        : state.putMessage({
            ...(state.message(owner, id) ?? {
              ...emptyMessageFields(),
              type: 0,
              author: state.bot,
              timestamp: timestamp(timeOf(id))
            }),
            ...fields,
            id,
            channel_id: owner
          } as APIMessage)
  ]
]

const setIn = <A>(
  values: Map<string, A>,
  id: string,
  fields: object | null,
  change: (before: A | undefined) => A
): void => {
  if (fields === null) values.delete(id)
  else values.set(id, change(values.get(id)))
}

const writerOf = (path: string) => {
  for (const [format, write] of writers) {
    const groups = format.exec(path)?.groups
    if (groups !== undefined) return { write, ids: { id: groups.id ?? "", owner: groups.owner ?? "" } }
  }
  return undefined
}

/** Returns whether a value is a patch. */
export const isPatch = (value: unknown): value is SnapshotPatch =>
  Predicate.isReadonlyRecord(value) &&
  Object.values(value).every((fields) => fields === null || Predicate.isReadonlyRecord(fields))
