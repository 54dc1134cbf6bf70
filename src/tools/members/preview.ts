/** Members a call is about: their roles, since when they are here, and how their roles change. */
import type { APIChannel, APIGuild, APIGuildMember, APIRole } from "discord-api-types/v10"
import { Effect } from "effect"
import { namesOf } from "../../discord/permissions/PermissionName.ts"
import { lookUp } from "../dsl/getJson.ts"
import { permissionNames } from "../roles/view.ts"
import { compact } from "../shared/compact.ts"
import { firstOf, memberName, moment, named } from "../shared/previewText.ts"
import type { PreviewFacts } from "../Tool.ts"

interface MemberPath {
  readonly guild_id: string
  readonly user_id: string
}

/** One member. Who is none has nothing here; the names say so. */
export const memberFacts = ({ guild_id, user_id }: MemberPath): PreviewFacts =>
  Effect.zipWith(rolesOf(guild_id), memberOrNone(guild_id, user_id), (roles, member) =>
    member === undefined ? {} : detailsOf(member, roles)
  )

/** A ban, of a member or not, and what goes with it. */
export const banFacts = ({
  delete_message_seconds = 0,
  ...path
}: MemberPath & { readonly delete_message_seconds?: number }): PreviewFacts =>
  Effect.map(memberFacts(path), (facts) => ({ ...facts, ...deletedWith(delete_message_seconds) }))

/** Many bans at once: the first few by name. */
export const bansFacts = ({
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
    Effect.forEach(user_ids.slice(0, SHOWN_MAX), (user_id) => memberOrNone(guild_id, user_id), {
      concurrency: "unbounded"
    }),
    (roles, members) => {
      const shown = members.map((member, at) => {
        if (member === undefined) return `${user_ids[at]}, not a member of this server`
        const { joined, roles: theirs = [] } = detailsOf(member, roles)
        return `${memberName(member)}, since ${joined ?? "an unknown time"}${theirs.length > 0 ? `, ${theirs.join(" ")}` : ""}`
      })
      const more = user_ids.length - shown.length
      return {
        action: `Ban ${user_ids.length} ${user_ids.length === 1 ? "user" : "users"}`,
        users: more > 0 ? [...shown, `and ${more} more`] : shown,
        ...deletedWith(delete_message_seconds)
      }
    }
  )

/** A change of a member: which roles go and which come, what they may do then, and a timeout. */
export const changeFacts = ({
  communication_disabled_until: until,
  guild_id,
  roles: asked,
  user_id
}: MemberPath & {
  readonly roles?: ReadonlyArray<string>
  readonly communication_disabled_until?: string | null
}): PreviewFacts =>
  Effect.zipWith(rolesOf(guild_id), memberOrNone(guild_id, user_id), (roles, member) => ({
    ...(asked !== undefined && member !== undefined && rolesChanged(guild_id, roles, member.roles, asked)),
    ...(typeof until === "string" && { cannot_talk_until: moment(until) })
  }))

/** Roles that somebody gets besides those they have; who is no member has none. */
export const givenFacts = ({
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
    user_id === undefined ? Effect.succeed(undefined) : memberOrNone(guild_id, user_id),
    (roles, member) => {
      const theirs = member?.roles ?? []
      return rolesChanged(guild_id, roles, theirs, [...theirs, ...role_ids])
    }
  )

/** Roles that come with an invite to a channel, for whoever accepts it. */
export const invitedFacts = ({
  channel_id,
  role_ids = []
}: {
  readonly channel_id: string
  readonly role_ids?: ReadonlyArray<string>
}): PreviewFacts =>
  role_ids.length === 0
    ? Effect.succeed({})
    : Effect.flatMap(lookUp<APIChannel>("/channels/{channel_id}", { channel_id }), (it) =>
        "guild_id" in it && it.guild_id !== undefined
          ? givenFacts({ guild_id: it.guild_id, role_ids })
          : Effect.succeed({})
      )

/** Members that are shown one by one. */
const SHOWN_MAX = 5

const SECONDS_A_DAY = 86_400

const deletedWith = (seconds: number) => {
  if (seconds === 0) return {}
  const [count, unit] = seconds >= SECONDS_A_DAY ? [seconds / SECONDS_A_DAY, "days"] : [seconds / 3600, "hours"]
  return { messages_deleted: `all of the last ${Number(count.toFixed(1))} ${unit}` }
}

const rolesOf = (guild_id: string) =>
  Effect.map(lookUp<APIGuild>("/guilds/{guild_id}", { guild_id }), ({ roles }): ReadonlyArray<APIRole> => roles)

const memberOrNone = (guild_id: string, user_id: string) =>
  lookUp<APIGuildMember>("/guilds/{guild_id}/members/{user_id}", { guild_id, user_id }).pipe(
    Effect.catchTag("DiscordNotFoundError", () => Effect.succeed(undefined))
  )

const detailsOf = (it: APIGuildMember, roles: ReadonlyArray<APIRole>) =>
  compact({
    roles: firstOf(roleNames(it.roles, roles), ROLES_SHOWN_MAX),
    joined: it.joined_at && moment(it.joined_at),
    timed_out_until: it.communication_disabled_until && moment(it.communication_disabled_until)
  })

const ROLES_SHOWN_MAX = 10

const rolesChanged = (
  guild_id: string,
  roles: ReadonlyArray<APIRole>,
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
    roles_taken: roleNames(
      before.filter((id) => !after.includes(id)),
      roles
    ),
    roles_given: roleNames(
      after.filter((id) => !before.includes(id)),
      roles
    ),
    may_then: permissionNames(String(has & ~had)),
    may_no_more: namesOf(had & ~has)
  })
}

const roleNames = (ids: ReadonlyArray<string>, roles: ReadonlyArray<APIRole>): ReadonlyArray<string> =>
  ids.map((id) => {
    const role = roles.find((it) => it.id === id)
    return role === undefined ? id : named(role.name, "@")
  })
