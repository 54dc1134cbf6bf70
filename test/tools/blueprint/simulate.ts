/** Applies a plan to a guild state, as Discord would. Every call must decode, as the tools decode it. */

import { assert } from "@effect/vitest"
import { AutoModerationActionType, ChannelType, OverwriteType } from "discord-api-types/v10"
import { Effect, Either } from "effect"
import { bitsOf, type PermissionName } from "../../../src/discord/permissions/PermissionName.ts"
import { fill } from "../../../src/pipeline/fill.ts"
import type { ChannelState, GuildState, RoleState, RuleState } from "../../../src/tools/blueprint/GuildState.ts"
import { channelKinds } from "../../../src/tools/channels/fields.ts"
import type { PlannedCall } from "../../../src/tools/Tool.ts"
import { prepared } from "../prepared.ts"

// biome-ignore lint/suspicious/noExplicitAny: the tools have decoded the arguments
type Args = Readonly<Record<string, any>>

const bits = (names: ReadonlyArray<PermissionName> = []) => String(bitsOf(names))

const overwrites = (list: ReadonlyArray<Args>) =>
  list.map(({ allow, deny, id, type }) => ({
    id: String(id),
    type: type === "role" ? OverwriteType.Role : OverwriteType.Member,
    allow: bits(allow),
    deny: bits(deny)
  }))

/** The fields of a channel that calls and replies name alike. */
const shared = [
  "name",
  "topic",
  "nsfw",
  "rate_limit_per_user",
  "default_thread_rate_limit_per_user",
  "default_auto_archive_duration",
  "bitrate",
  "user_limit",
  "rtc_region",
  "parent_id"
]

const channelChange = (args: Args): Partial<ChannelState> => ({
  ...Object.fromEntries(shared.flatMap((name) => (name in args ? [[name, args[name]]] : []))),
  ...(args.kind !== undefined && { type: channelKinds[args.kind as keyof typeof channelKinds] }),
  ...(args.permission_overwrites && { permission_overwrites: overwrites(args.permission_overwrites) }),
  ...(args.available_tags && {
    available_tags: args.available_tags.map((tag: Args, at: number) => ({
      id: String(7000 + at),
      moderated: false,
      ...tag
    }))
  }),
  ...(args.flags && { flags: args.flags.includes("require_tag") ? 16 : 0 }),
  ...(args.default_forum_layout && { default_forum_layout: args.default_forum_layout === "not_set" ? 0 : 1 }),
  ...(args.video_quality_mode && { video_quality_mode: args.video_quality_mode === "auto" ? 1 : 2 })
})

const roleChange = ({ color, hoist, mentionable, name, permissions, unicode_emoji }: Args): Partial<RoleState> => ({
  ...(name !== undefined && { name }),
  ...(permissions && { permissions: bits(permissions) }),
  ...(color !== undefined && { color }),
  ...(hoist !== undefined && { hoist }),
  ...(mentionable !== undefined && { mentionable }),
  ...(unicode_emoji !== undefined && { unicode_emoji })
})

const ruleChange = ({
  actions,
  enabled,
  exempt_channels,
  exempt_roles,
  name,
  trigger_metadata,
  trigger_type
}: Args): Partial<RuleState> => ({
  ...(name !== undefined && { name }),
  ...(enabled !== undefined && { enabled }),
  ...(trigger_type !== undefined && { trigger_type: 1 }),
  ...(trigger_metadata && { trigger_metadata }),
  ...(actions && { actions: actions.map(() => ({ type: AutoModerationActionType.BlockMessage })) }),
  ...(exempt_roles && { exempt_roles }),
  ...(exempt_channels && { exempt_channels })
})

/** Applies calls one after another. `fails`: whether a call is refused; the calls that need its result are skipped. */
export const simulate = (
  state: GuildState,
  steps: ReadonlyArray<PlannedCall>,
  fails: (at: number) => boolean = () => false,
  firstId = 5000
): GuildState => {
  const results = new Map<string, unknown>()
  let next = firstId
  let now = state
  for (const [at, step] of steps.entries()) {
    const filled = fill(step.args, ["args"], results, { value: 1e6, all: 1e6 })
    const needs = [...JSON.stringify(step.args).matchAll(/(?<!\\)\{\{(\w+)\.id\}\}/g)].map(([, id]) => id ?? "")
    if (fails(at) || needs.some((id) => !results.has(id))) continue
    assert.isTrue(Either.isRight(filled), `${step.tool}: ${JSON.stringify(filled)}`)
    if (Either.isLeft(filled)) continue
    const call = prepared(step.tool, filled.right)
    assert.isTrue(Either.isRight(call), `${step.tool} ${JSON.stringify(filled.right)}: ${JSON.stringify(call)}`)
    if (Either.isLeft(call)) continue
    const args: Args = call.right.arguments
    const id = String(BigInt(state.guild.id) + BigInt(next++))
    now = change(now, step.tool, args, id)
    results.set(step.id, { id })
  }
  return now
}

const change = (state: GuildState, tool: string, args: Args, id: string): GuildState => {
  const roles = (list: ReadonlyArray<RoleState>) => ({ ...state, guild: { ...state.guild, roles: list } })
  const ofRoles = state.guild.roles
  const rules = state.rules ?? []
  switch (tool) {
    case "roles_create":
      return roles([
        ...ofRoles.map((it) => (it.position === 0 ? it : { ...it, position: it.position + 1 })),
        { id, name: "new role", position: 1, permissions: "0", managed: false, ...roleChange(args) }
      ])
    case "roles_modify":
      return roles(ofRoles.map((it) => (it.id === args.role_id ? { ...it, ...roleChange(args) } : it)))
    case "roles_modify_positions":
      return roles(
        ofRoles.map((it) => ({
          ...it,
          position: args.positions.find((one: Args) => one.id === it.id)?.position ?? it.position
        }))
      )
    case "roles_delete":
      return roles(ofRoles.filter((it) => it.id !== args.role_id))
    case "channels_create_guild_channel":
      return {
        ...state,
        channels: [
          ...state.channels,
          {
            id,
            type: ChannelType.GuildText,
            name: "",
            position: state.channels.length,
            parent_id: null,
            permission_overwrites: [],
            ...channelChange(args)
          }
        ]
      }
    case "channels_modify":
      return {
        ...state,
        channels: state.channels.map((it) => (it.id === args.channel_id ? { ...it, ...channelChange(args) } : it))
      }
    case "channels_modify_positions":
      return {
        ...state,
        channels: state.channels.map((it) => ({
          ...it,
          position: args.positions.find((one: Args) => one.id === it.id)?.position ?? it.position
        }))
      }
    case "channels_delete":
      return {
        ...state,
        channels: state.channels.flatMap((it) =>
          it.id === args.channel_id ? [] : [it.parent_id === args.channel_id ? { ...it, parent_id: null } : it]
        )
      }
    case "automod_create_rule":
      return {
        ...state,
        rules: [...rules, { id, name: "", enabled: false, trigger_type: 1, actions: [], ...ruleChange(args) }]
      }
    case "automod_modify_rule":
      return { ...state, rules: rules.map((it) => (it.id === args.rule_id ? { ...it, ...ruleChange(args) } : it)) }
    case "automod_delete_rule":
      return { ...state, rules: rules.filter((it) => it.id !== args.rule_id) }
    case "guild_modify":
      return { ...state, guild: { ...state.guild, verification_level: args.verification_level === "medium" ? 2 : 1 } }
    default:
      return Effect.runSync(Effect.dieMessage(`no ${tool} here`))
  }
}
