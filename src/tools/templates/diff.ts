import { Effect, Schema } from "effect"
import { namesOf } from "../../discord/permissions/PermissionName.ts"
import { viewableChannels } from "../channels/viewableChannels.ts"
import { getJson } from "../dsl/getJson.ts"
import { compact } from "../shared/compact.ts"
import type { ToolResult } from "../ToolResult.ts"
import {
  type ChannelOutline,
  GuildRole,
  outlineOfGuild,
  outlineOfTemplate,
  type RoleOutline,
  Template
} from "./outline.ts"

/** Compares the roles of a guild, and the channels the bot can view, with a template. */
export const templateDiff = Effect.fn("templates_diff")(function* (input: {
  readonly guild_id: string
  readonly template_code: string
}) {
  const { guild_id, template_code } = input
  const [template, channels, roles] = yield* Effect.all(
    [
      getJson(Template, "/guilds/templates/{template_code}", { template_code }),
      viewableChannels(guild_id),
      getJson(Schema.Array(GuildRole), "/guilds/{guild_id}/roles", { guild_id })
    ],
    { concurrency: "unbounded" }
  )
  const wanted = outlineOfTemplate(template)
  const there = outlineOfGuild(guild_id, channels, roles)
  const differences = {
    roles: compared(wanted.roles, there.roles, ({ name }) => name, roleDifference),
    channels: compared(wanted.channels, there.channels, placeOf, channelDifference)
  }
  const same = Object.values(differences).every((part) => Object.keys(part).length === 0)
  return {
    value: {
      template: template.name,
      of_this_guild: template.source_guild_id === guild_id,
      same,
      ...(same ? {} : differences)
    },
    notice: VIEWABLE_ONLY
  } satisfies ToolResult
})

const VIEWABLE_ONLY =
  "Only channels the bot can view are compared: one that counts as missing may be there without the bot seeing it."

/** Where a channel stands, with its kind: two channels may have one name. */
const placeOf = ({ category, kind, name }: ChannelOutline): string =>
  `${category === undefined ? "" : `${category} / `}${name} (${kind})`

/** What only the template has, what only the guild has, and how those differ that both have. */
const compared = <A>(
  wanted: ReadonlyArray<A>,
  there: ReadonlyArray<A>,
  keyOf: (it: A) => string,
  difference: (wanted: A, there: A) => object
) => {
  const inTemplate = keyed(wanted, keyOf)
  const inGuild = keyed(there, keyOf)
  return compact({
    missing: [...inTemplate.keys()].filter((key) => !inGuild.has(key)),
    extra: [...inGuild.keys()].filter((key) => !inTemplate.has(key)),
    different: [...inTemplate].flatMap(([key, wanted]) => {
      const there = inGuild.get(key)
      const found = there === undefined ? {} : difference(wanted, there)
      return Object.keys(found).length === 0 ? [] : [{ name: key, ...found }]
    })
  })
}

/** By name; the second of one name is `name 2`. */
const keyed = <A>(all: ReadonlyArray<A>, keyOf: (it: A) => string): ReadonlyMap<string, A> => {
  const seen = new Map<string, A>()
  for (const it of all) {
    const key = keyOf(it)
    let count = 1
    while (seen.has(numbered(key, count))) count++
    seen.set(numbered(key, count), it)
  }
  return seen
}

const numbered = (key: string, count: number): string => (count === 1 ? key : `${key} ${count}`)

const roleDifference = ({ permissions: wanted, ...a }: RoleOutline, { permissions: there, ...b }: RoleOutline) => ({
  ...fieldsThatDiffer(a, b),
  ...compact({
    permissions_missing: namesOf(BigInt(wanted) & ~BigInt(there)),
    permissions_extra: namesOf(BigInt(there) & ~BigInt(wanted))
  })
})

const channelDifference = (a: ChannelOutline, b: ChannelOutline) => fieldsThatDiffer(a, b)

const fieldsThatDiffer = <A extends object>(wanted: A, there: A) =>
  Object.fromEntries(
    Object.entries(wanted).flatMap(([name, value]) => {
      const other: unknown = Object.entries(there).find(([key]) => key === name)?.[1]
      return value === other ? [] : [[name, { template: value ?? null, guild: other ?? null }]]
    })
  )
