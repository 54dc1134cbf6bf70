/** Preview facts of calls that affect members: their roles, join dates and role changes. */
import { Effect, Option, Schema } from "effect"
import { namesOf } from "../../errors/PermissionName.ts"
import { Bits, decisive, expected, Id, nullish, Time, whole } from "../../objects/schema/reply.ts"
import { getReadable } from "../dsl/getJson.ts"
import { compact } from "../dsl/view.ts"
import { type FoundRoles, roleGrants } from "../roles/risk.ts"
import { permissionNames } from "../roles/view.ts"
import { firstItems, formatMember, formatName, formatTime } from "../shared/previewText.ts"
import type { PreviewFacts } from "../Tool.ts"
import { Person } from "../users/view.ts"

// A preview needs all roles, because it shows what a member gains and loses.
const Roles = whole(Schema.Struct({ id: Id, permissions: Bits, name: nullish(Schema.String) }))
const Guild = Schema.Struct({ roles: Roles })
const Channel = Schema.Struct({ guild_id: decisive(Id) })
const Member = Schema.Struct({
  roles: whole(Schema.String),
  nick: nullish(Schema.String),
  user: expected(Person),
  joined_at: nullish(Time),
  communication_disabled_until: nullish(Time)
})

interface MemberPath {
  readonly guild_id: string
  readonly user_id: string
}

/** Returns a member's roles, join date and timeout. Returns no facts for a user who is not a member. */
export const memberFacts = ({ guild_id, user_id }: MemberPath): PreviewFacts =>
  Effect.zipWith(rolesOf(guild_id), fetchMember(guild_id, user_id), (roles, member) =>
    member === undefined ? {} : detailsOf(member, roles)
  )

/** Returns the facts of a ban: the member, if the user is a member, and the deleted messages. */
export const banFacts = ({
  delete_message_seconds = 0,
  ...path
}: MemberPath & { readonly delete_message_seconds?: number }): PreviewFacts =>
  Effect.map(memberFacts(path), (facts) => ({ ...facts, ...deletedMessages(delete_message_seconds) }))

/** Returns the facts of a bulk ban, with the first users by name. */
export const bulkBanFacts = ({
  delete_message_seconds = 0,
  guild_id,
  user_ids
}: {
  readonly guild_id: string
  readonly user_ids: ReadonlyArray<string>
  readonly delete_message_seconds?: number
}): PreviewFacts =>
  Effect.zipWith(
    rolesOf(guild_id),
    Effect.forEach(user_ids.slice(0, SHOWN_MAX), (user_id) => fetchMember(guild_id, user_id), {
      concurrency: "unbounded"
    }),
    (roles, members) => {
      const shown = members.map((member, index) => {
        if (member === undefined) return `${user_ids[index]}, not a member of this server`
        const { joined, roles: roleNames = [] } = detailsOf(member, roles)
        return `${formatMember(member)}, since ${joined ?? "an unknown time"}${roleNames.length > 0 ? `, ${roleNames.join(" ")}` : ""}`
      })
      const more = user_ids.length - shown.length
      return {
        action: `Ban ${user_ids.length} ${user_ids.length === 1 ? "user" : "users"}`,
        users: more > 0 ? [...shown, `and ${more} more`] : shown,
        ...deletedMessages(delete_message_seconds)
      }
    }
  )

/** Returns the facts of a member change: added and removed roles, changed permissions, timeout. */
export const memberChangeFacts = ({
  communication_disabled_until: until,
  guild_id,
  roles: newRoles,
  user_id
}: MemberPath & {
  readonly roles?: ReadonlyArray<string>
  readonly communication_disabled_until?: string | null
}): PreviewFacts =>
  Effect.zipWith(rolesOf(guild_id), fetchMember(guild_id, user_id), (roles, member) =>
    newRoles !== undefined && member !== undefined
      ? roleChangeFacts(guild_id, roles, member.roles, newRoles)
      : Effect.succeed({})
  ).pipe(
    Effect.flatten,
    Effect.map((facts) => ({ ...facts, ...(typeof until === "string" && { cannot_talk_until: formatTime(until) }) }))
  )

/** Returns the facts of roles added to a user. A user who is not a member has no roles yet. */
export const roleGrantFacts = ({
  guild_id,
  role_ids,
  user_id
}: {
  readonly guild_id: string
  readonly role_ids: ReadonlyArray<string>
  readonly user_id?: string
}): PreviewFacts =>
  Effect.zipWith(
    rolesOf(guild_id),
    user_id === undefined ? Effect.succeed(undefined) : fetchMember(guild_id, user_id),
    (roles, member) => {
      const current = member?.roles ?? []
      return roleChangeFacts(guild_id, roles, current, [...current, ...role_ids])
    }
  ).pipe(Effect.flatten)

/** Returns the facts of roles that are read from what the call names. */
export const foundRolesFacts = (read: FoundRoles, user_id?: string): PreviewFacts =>
  Effect.flatMap(
    read,
    Option.match({
      onNone: () => Effect.succeed({ not_shown: "the roles that this gives: they cannot be read" }),
      onSome: ({ guild_id, role_ids }) =>
        role_ids.length === 0
          ? Effect.succeed({})
          : roleGrantFacts({ guild_id, role_ids, ...(user_id !== undefined && { user_id }) })
    })
  )

/** Returns the facts of the roles that an invite gives to everyone who accepts it. */
export const inviteRoleFacts = ({
  channel_id,
  role_ids = []
}: {
  readonly channel_id: string
  readonly role_ids?: ReadonlyArray<string>
}): PreviewFacts =>
  role_ids.length === 0
    ? Effect.succeed({})
    : Effect.flatMap(getReadable(Channel, "/channels/{channel_id}", { channel_id }), ({ guild_id }) =>
        guild_id != null ? roleGrantFacts({ guild_id, role_ids }) : Effect.succeed({})
      )

/** Returns the facts of changed roles, and the dangerous permissions that overwrites allow the added ones. */
const roleChangeFacts = (
  guild_id: string,
  roles: typeof Roles.Type,
  before: ReadonlyArray<string>,
  after: ReadonlyArray<string>
): PreviewFacts =>
  Effect.map(
    overwriteFacts(
      guild_id,
      after.filter((id) => !before.includes(id))
    ),
    (allowed) => ({ ...roleChanges(guild_id, roles, before, after), ...allowed })
  )

/** Returns the dangerous permissions that overwrites allow these roles, each with its channel. */
const overwriteFacts = (guild_id: string, role_ids: ReadonlyArray<string>): PreviewFacts =>
  role_ids.length === 0
    ? Effect.succeed({})
    : Effect.map(
        roleGrants(guild_id, role_ids),
        Option.match({
          onNone: () => ({ not_shown: "what the roles allow in channels: it cannot be read" }),
          onSome: (grants) =>
            compact({
              allowed_by_overwrites: grants.flatMap(({ channel, permissions }) =>
                channel === undefined
                  ? []
                  : [`${permissions.join(", ")} in ${formatName(channel.name ?? channel.id, "#")}`]
              )
            })
        })
      )

/** Maximum number of members that are listed by name. */
const SHOWN_MAX = 5

const SECONDS_A_DAY = 86_400

const deletedMessages = (seconds: number) => {
  if (seconds === 0) return {}
  const [part, unit] = seconds >= SECONDS_A_DAY ? [seconds / SECONDS_A_DAY, "day"] : [seconds / 3600, "hour"]
  const count = Number(part.toFixed(1))
  return { messages_deleted: count === 1 ? `all of the last ${unit}` : `all of the last ${count} ${unit}s` }
}

const rolesOf = (guild_id: string) =>
  Effect.map(getReadable(Guild, "/guilds/{guild_id}", { guild_id }), ({ roles }) => roles)

/** Fetches a member; `undefined` for a user who is not a member. */
const fetchMember = (guild_id: string, user_id: string) =>
  getReadable(Member, "/guilds/{guild_id}/members/{user_id}", { guild_id, user_id }).pipe(
    Effect.catchTag("DiscordNotFoundError", () => Effect.succeed(undefined))
  )

const detailsOf = (member: typeof Member.Type, roles: typeof Roles.Type) =>
  compact({
    roles: firstItems(roleNames(member.roles, roles), ROLES_SHOWN_MAX),
    joined: member.joined_at && formatTime(member.joined_at),
    timed_out_until: member.communication_disabled_until && formatTime(member.communication_disabled_until)
  })

const ROLES_SHOWN_MAX = 10

const roleChanges = (
  guild_id: string,
  roles: typeof Roles.Type,
  before: ReadonlyArray<string>,
  after: ReadonlyArray<string>
) => {
  const bitsOf = (ids: ReadonlyArray<string>) =>
    roles.reduce(
      (bits, { id, permissions }) => (id === guild_id || ids.includes(id) ? bits | BigInt(permissions) : bits),
      0n
    )
  const [had, has] = [bitsOf(before), bitsOf(after)]
  return compact({
    roles_removed: roleNames(
      before.filter((id) => !after.includes(id)),
      roles
    ),
    roles_added: roleNames(
      after.filter((id) => !before.includes(id)),
      roles
    ),
    permissions_gained: permissionNames(String(has & ~had)),
    permissions_lost: namesOf(had & ~has)
  })
}

const roleNames = (ids: ReadonlyArray<string>, roles: typeof Roles.Type): ReadonlyArray<string> =>
  ids.map((id) => {
    const role = roles.find((it) => it.id === id)
    return role === undefined ? id : formatName(role.name, "@")
  })
