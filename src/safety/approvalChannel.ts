/** The channel where approvals are asked for. It must be in a guild that the server allows. */
import { Data, Duration, Effect, Option, Schema } from "effect"
import { SettingsError } from "../config/loadSettings.ts"
import { type Settings, variables } from "../config/Settings.ts"
import { Discord } from "../discord/Discord.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import { operatorReads } from "./operatorReads.ts"
import type { Permit } from "./Permit.ts"

/** The channel where approvals are asked for. */
export interface ApprovalChannel {
  readonly channel_id: string
  readonly guild_id: string
}

/** No approval can be asked for in the channel. `problem` begins with the name of the setting. */
export class ApprovalChannelRefused extends Data.TaggedError("ApprovalChannelRefused")<{ readonly problem: string }> {}

/**
 * Reads the channel, and checks its guild. The limits of a client do not restrict it: the operator chose the channel.
 * Fails with a `DiscordFailure` if it cannot be read now.
 */
export const readApprovalChannel = Effect.fn("approval.readChannel")(function* (
  discord: Discord["Type"],
  { allowedGuilds, approvalChannel: channel_id, serverGuilds = { allowed: allowedGuilds } }: Settings["Type"]
): Effect.fn.Return<ApprovalChannel, ApprovalChannelRefused | DiscordFailure, Permit> {
  const refused = (why: string) => new ApprovalChannelRefused({ problem: `${variables.approvalChannel.name}: ${why}` })
  if (channel_id === undefined) return yield* refused("not set")
  const reading = discord.request({ ...READ, route: "/channels/{channel_id}", path: { channel_id } })
  const { body } = yield* Effect.catchTags(reading, {
    DiscordNotFoundError: () => refused(`channel ${channel_id} does not exist, or the bot cannot see it`),
    DiscordPermissionError: () => refused(`the bot cannot see channel ${channel_id}`)
  })
  const guild_id = Option.getOrUndefined(decodeChannel(body))?.guild_id
  if (guild_id === undefined) return yield* refused(`channel ${channel_id} is not in a guild`)
  const { allowed } = serverGuilds
  return allowed === undefined || allowed.includes(guild_id)
    ? { channel_id, guild_id }
    : yield* refused(
        `channel ${channel_id} is in guild ${guild_id}, which ${variables.allowedGuilds.name} does not allow`
      )
})

/** How long the start of the server waits for Discord. */
const START_WAIT = Duration.seconds(10)

/**
 * Fails if no approval can be asked for in the channel. Discord may not answer at the start: then the server starts, and
 * the channel is checked with each question.
 */
export const checkAtStart = Effect.fn("approval.checkAtStart")(function* (settings: Settings["Type"]) {
  const discord = yield* Discord
  yield* operatorReads(readApprovalChannel(discord, settings)).pipe(
    Effect.timeoutOption(START_WAIT),
    Effect.catchTag(
      "ApprovalChannelRefused",
      ({ problem }) => new SettingsError({ problems: [problem], warnings: [] })
    ),
    Effect.catchAll((failure) =>
      failure._tag === "SettingsError"
        ? Effect.fail(failure)
        : Effect.logWarning("the approval channel cannot be checked now", failure)
    )
  )
})

const READ = { method: "GET", subject: "bot", risk: "read", repeat: "same", duration: "default" } as const

const decodeChannel = Schema.decodeUnknownOption(Schema.Struct({ guild_id: Schema.String }))
