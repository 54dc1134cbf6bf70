/** Puts a random guild into a sandbox. */
import { Effect } from "effect"
import type { GuildState } from "../../src/blueprint/GuildState.ts"
import { channelName } from "../../src/sandbox/routes/channelRules.ts"
import type * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { Sandbox } from "../dispatch/app.ts"

/** Objects of a guild with separate paths. Without the audit log, which grows, each run takes the same time. */
const OBJECTS = /^\/(?:auto-moderation\/rules\/\d+|stickers\/\d+|audit-logs\/\d+|welcome-screen|onboarding)$/

/**
 * Returns a random guild as the sandbox would have it: with its ids of the guild and of the bot's role, and with names of
 * channels as Discord writes them.
 */
export const inSandbox = (state: GuildState): Effect.Effect<GuildState, never, SandboxModule.Sandbox> =>
  Effect.map(Sandbox, ({ ids }) => {
    const [own] = state.bot.roles
    const text = JSON.stringify(state.guild).replaceAll(`"${own}"`, `"${ids.roles.bot}"`)
    const here = <A>(value: A, json = JSON.stringify(value)): A =>
      JSON.parse(json.replaceAll(`"${state.guild.id}"`, `"${ids.guild}"`))
    const { bot, guild, ...parts } = state
    const { channels, ...others } = here(parts)
    return {
      ...others,
      guild: here(guild, text),
      channels: channels.map((channel) => ({ ...channel, name: channelName(channel.type, channel.name) || "x" })),
      bot: { ...bot, roles: [ids.roles.bot] }
    }
  })

/** Puts a guild in place of the guild of the sandbox. Its bot is an administrator. */
export const install = ({ channels, guild, onboarding, rules = [], welcome }: GuildState) =>
  Effect.gen(function* () {
    const { ids, patch, snapshot } = yield* Sandbox
    const path = `/guilds/${ids.guild}`
    const { owner_id: _, stickers, ...fields } = guild
    const present = Object.entries(yield* snapshot).flatMap(([at, value]) =>
      (at.startsWith(path) && OBJECTS.test(at.slice(path.length))) ||
      (/^\/channels\/\d+$/.test(at) && Object(value).guild_id === ids.guild)
        ? [[at, null] as const]
        : []
    )
    yield* patch({
      ...Object.fromEntries(present),
      [path]: fields,
      ...Object.fromEntries([
        ...channels.map((channel) => [`/channels/${channel.id}`, { ...channel, guild_id: ids.guild }]),
        ...rules.map((rule) => [`${path}/auto-moderation/rules/${rule.id}`, { event_type: 1, ...rule }]),
        ...(stickers ?? []).map((sticker) => [
          `${path}/stickers/${sticker.id}`,
          { type: 2, available: true, ...sticker }
        ]),
        [`${path}/welcome-screen`, { ...welcome, enabled: guild.features.includes("WELCOME_SCREEN_ENABLED") }],
        [`${path}/onboarding`, { guild_id: ids.guild, ...onboarding }]
      ])
    })
  })
