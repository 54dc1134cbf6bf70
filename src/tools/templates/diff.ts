import { Effect, Schema } from "effect"
import { namesOf } from "../../errors/PermissionName.ts"
import { viewableChannels } from "../channels/hiddenChannels.ts"
import { getReadable } from "../dsl/getJson.ts"
import { compact } from "../dsl/view.ts"
import type { ToolResult } from "../ToolResult.ts"
import {
  type ChannelOutline,
  GuildChannel,
  GuildRole,
  outlineOfGuild,
  outlineOfTemplate,
  type RoleOutline,
  Template
} from "./outline.ts"

/** Compares a guild's roles, and the channels that the bot can view, with a template. */
export const templateDiff = Effect.fn("templates_diff")(function* (input: {
  readonly guild_id: string
  readonly template_code: string
}) {
  const { guild_id, template_code } = input
  const [template, channels, roles] = yield* Effect.all(
    [
      getReadable(Template, "/guilds/templates/{template_code}", { template_code }),
      viewableChannels(GuildChannel, guild_id),
      getReadable(Schema.Array(GuildRole), "/guilds/{guild_id}/roles", { guild_id })
    ],
    { concurrency: "unbounded" }
  )
  const expected = outlineOfTemplate(template)
  const actual = outlineOfGuild(guild_id, channels, roles)
  const differences = {
    roles: compare(expected.roles, actual.roles, ({ name }) => name, roleDifference),
    channels: compare(expected.channels, actual.channels, channelKey, fieldDifferences)
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
  "Only channels that the bot can view are compared: a channel listed as missing may exist but be hidden from the bot."

/** Returns a key of category, name and type: channels can share a name. */
const channelKey = ({ category, kind, name }: ChannelOutline): string =>
  `${category === undefined ? "" : `${category} / `}${name} (${kind})`

/** Returns the items only in the template, the items only in the guild, and the differences of items in both. */
const compare = <A>(
  expected: ReadonlyArray<A>,
  actual: ReadonlyArray<A>,
  keyOf: (it: A) => string,
  difference: (expected: A, actual: A) => object
) => {
  const inTemplate = byUniqueKey(expected, keyOf)
  const inGuild = byUniqueKey(actual, keyOf)
  return compact({
    missing: [...inTemplate.keys()].filter((key) => !inGuild.has(key)),
    extra: [...inGuild.keys()].filter((key) => !inTemplate.has(key)),
    different: [...inTemplate].flatMap(([key, expected]) => {
      const actual = inGuild.get(key)
      const found = actual === undefined ? {} : difference(expected, actual)
      return Object.keys(found).length === 0 ? [] : [{ name: key, ...found }]
    })
  })
}

/** Indexes items by key. The second item with the same key gets the key `name 2`. */
const byUniqueKey = <A>(all: ReadonlyArray<A>, keyOf: (it: A) => string): ReadonlyMap<string, A> => {
  const seen = new Map<string, A>()
  for (const part of all) {
    const key = keyOf(part)
    let count = 1
    while (seen.has(numbered(key, count))) count++
    seen.set(numbered(key, count), part)
  }
  return seen
}

const numbered = (key: string, count: number): string => (count === 1 ? key : `${key} ${count}`)

const roleDifference = ({ permissions: expected, ...a }: RoleOutline, { permissions: actual, ...b }: RoleOutline) => ({
  ...fieldDifferences(a, b),
  ...compact({
    permissions_missing: namesOf(BigInt(expected) & ~BigInt(actual)),
    permissions_extra: namesOf(BigInt(actual) & ~BigInt(expected))
  })
})

const fieldDifferences = <A extends object>(expected: A, actual: A) =>
  Object.fromEntries(
    Object.entries(expected).flatMap(([name, value]) => {
      const other: unknown = Object.entries(actual).find(([key]) => key === name)?.[1]
      return value === other ? [] : [[name, { template: value ?? null, guild: other ?? null }]]
    })
  )
