/** Permissions that are about to be given or taken, by a role or in a channel, against what is so now. */
import { type APIChannel, type APIGuild, type APIOverwrite, type APIRole, OverwriteType } from "discord-api-types/v10"
import { Effect } from "effect"
import { bitsOf, namesOf, type PermissionName } from "../../discord/permissions/PermissionName.ts"
import { lookUp } from "../dsl/getJson.ts"
import { isDangerous } from "../permissions/dangerous.ts"
import { overwritesOf } from "../permissions/facts.ts"
import { compact } from "../shared/compact.ts"
import { firstOf, named } from "../shared/previewText.ts"
import type { PreviewFacts } from "../Tool.ts"
import { permissionNames } from "./view.ts"

interface RolePath {
  readonly guild_id: string
  readonly role_id: string
}

/** A role that changes: what it allows then and did not, and how many have it. */
export const roleChangeFacts = ({
  guild_id,
  permissions,
  role_id
}: RolePath & { readonly permissions?: ReadonlyArray<PermissionName> }): PreviewFacts =>
  permissions === undefined
    ? Effect.succeed({})
    : Effect.zipWith(roleIn(guild_id, role_id), holders(guild_id, role_id), (role, members) => {
        const [before, after] = [BigInt(role?.permissions ?? 0), bitsOf(permissions)]
        return {
          ...compact({ allows_then: namesOf(after & ~before), allows_no_more: namesOf(before & ~after) }),
          ...members
        }
      })

/** A role that goes: who has it, and what it allowed them. */
export const roleFacts = ({ guild_id, role_id }: RolePath): PreviewFacts =>
  Effect.zipWith(roleIn(guild_id, role_id), holders(guild_id, role_id), (role, members) => ({
    ...members,
    ...(role !== undefined && compact({ allows: permissionNames(role.permissions), managed: role.managed }))
  }))

/** What one role or member may and may not do in a channel. */
interface Wanted {
  readonly id: string
  readonly allow?: ReadonlyArray<PermissionName>
  readonly deny?: ReadonlyArray<PermissionName>
}

/** One overwrite that is set, or taken away with nothing in its place. */
export const overwriteFacts = ({
  allow = [],
  channel_id,
  deny = [],
  overwrite_id: id
}: Omit<Wanted, "id"> & { readonly channel_id: string; readonly overwrite_id: string }): PreviewFacts =>
  Effect.map(channelOf(channel_id), (channel) =>
    changed(
      overwritesOf(channel).find((it) => it.id === id),
      { id, allow, deny }
    )
  )

/** All overwrites of a channel, replaced by others: those that go, come and change. */
export const overwritesFacts = ({
  channel_id,
  permission_overwrites: wanted
}: {
  readonly channel_id: string
  readonly permission_overwrites?: ReadonlyArray<Wanted>
}): PreviewFacts =>
  wanted === undefined
    ? Effect.succeed({})
    : Effect.gen(function* () {
        const channel = yield* channelOf(channel_id)
        const guild_id = "guild_id" in channel ? channel.guild_id : undefined
        const names = yield* guild_id === undefined ? Effect.succeed(new Map<string, string>()) : roleNames(guild_id)
        const before = overwritesOf(channel)
        const lost = before.filter(({ id }) => wanted.every((it) => it.id !== id))
        const set = wanted.flatMap((it) => {
          const change = changed(
            before.find(({ id }) => id === it.id),
            it
          )
          const text = said(change)
          return text === "" ? [] : [{ text: `${names.get(it.id) ?? it.id}: ${text}`, grants: isGrant(change) }]
        })
        return compact({
          overwrites_lost: lost.map(
            (it) => `${whose(it, names)}: ${said(changed(it, { id: it.id })) || "nothing that counts"}`
          ),
          overwrites_set: grantsFirst(set)
        })
      })

/** The changes that give dangerous permissions in full; of others the first few, and how many more. */
const grantsFirst = (changes: ReadonlyArray<{ readonly text: string; readonly grants: boolean }>) => {
  const texts = (grants: boolean) => changes.filter((it) => it.grants === grants).map(({ text }) => text)
  return [...texts(true), ...firstOf(texts(false), SHOWN_MAX)]
}

/** Overwrites that are named though they give nothing dangerous. */
const SHOWN_MAX = 20

/** Whether somebody may do more than before that puts others at risk. */
const isGrant = ({ denied_no_more = [], newly_allowed = [] }: ReturnType<typeof changed>): boolean =>
  isDangerous([...newly_allowed, ...denied_no_more])

const changed = (before: APIOverwrite | undefined, { allow = [], deny = [] }: Wanted) => {
  const [allowed, denied] = [BigInt(before?.allow ?? 0), BigInt(before?.deny ?? 0)]
  const [allows, denies] = [bitsOf(allow), bitsOf(deny)]
  return compact({
    newly_allowed: namesOf(allows & ~allowed),
    newly_denied: namesOf(denies & ~denied),
    allowed_no_more: namesOf(allowed & ~allows),
    denied_no_more: namesOf(denied & ~denies)
  })
}

const said = (change: object): string =>
  Object.entries(change)
    .map(([name, permissions]) => `${name.replaceAll("_", " ")} ${String(permissions).replaceAll(",", ", ")}`)
    .join("; ")

const whose = ({ id, type }: APIOverwrite, names: ReadonlyMap<string, string>): string =>
  names.get(id) ?? (type === OverwriteType.Role ? id : `member ${id}`)

const channelOf = (channel_id: string) => lookUp<APIChannel>("/channels/{channel_id}", { channel_id })

const guildRoles = (guild_id: string) =>
  Effect.map(lookUp<APIGuild>("/guilds/{guild_id}", { guild_id }), ({ roles }): ReadonlyArray<APIRole> => roles)

const roleNames = (guild_id: string) =>
  Effect.map(
    guildRoles(guild_id),
    (roles) => new Map(roles.map(({ id, name }) => [id, id === guild_id ? "@everyone" : named(name, "@")]))
  )

const roleIn = (guild_id: string, role_id: string) =>
  Effect.map(guildRoles(guild_id), (roles) => roles.find(({ id }) => id === role_id))

/** How many have a role. Everyone has @everyone; that is not counted. */
const holders = (guild_id: string, role_id: string): PreviewFacts =>
  role_id === guild_id
    ? Effect.succeed({ members: "everyone" })
    : lookUp<Readonly<Record<string, number>>>("/guilds/{guild_id}/roles/member-counts", { guild_id }).pipe(
        Effect.map((counts) => ({ members: counts[role_id] ?? 0 }))
      )
