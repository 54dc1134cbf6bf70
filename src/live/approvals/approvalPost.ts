/** Where approvals are asked for, and what the post says. */
import { ChannelType } from "discord-api-types/v10"
import { Data, Duration, Effect, Option, Schema } from "effect"
import { SettingsError } from "../../config/loadSettings.ts"
import { type Settings, variables } from "../../config/Settings.ts"
import { Discord } from "../../discord/Discord.ts"
import type { Permit } from "../../discord/Permit.ts"
import { grantedPermissions } from "../../discord/permissions/effectivePermissions.ts"
import { denialReason, deniedInChannel } from "../../discord/permissions/explainDenial.ts"
import { resolvePermissionContext } from "../../discord/permissions/PermissionContext.ts"
import * as Lookups from "../../discord/permissions/PermissionLookups.ts"
import { requiredPermissions } from "../../discord/permissions/requiredPermissions.ts"
import type { DiscordFailure } from "../../errors/DiscordMcpError.ts"
import { grantHint, namesOf } from "../../errors/PermissionName.ts"
import { denialHint, denialText } from "../../errors/permissionDenial.ts"
import type { Preview } from "../../errors/preview/Preview.ts"
import { fittedPreviewLines } from "../../errors/preview/renderPreview.ts"
import { operatorReads } from "../../safety/operatorReads.ts"
import { stripInvisible } from "../../text/sanitize.ts"
import { toOneLine } from "../../text/words.ts"
import type { ToolCall } from "../../tools/Tool.ts"

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
    DiscordPermissionError: ({ missing_permissions = [] }) =>
      refused(`the bot cannot see channel ${channel_id}${lacking(missing_permissions)}`)
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

const lacking = (missing: ReadonlyArray<string>): string =>
  missing.length === 0 ? "" : `: it lacks ${missing.join(", ")} there`

/** Why the bot cannot post in the approval channel, and what the operator can do. */
export interface PostingProblem {
  readonly problem: string
  readonly todo: string
}

/** The channels that take no messages: categories, directories, forums and media channels. */
const WITHOUT_MESSAGES: ReadonlySet<number> = new Set([
  ChannelType.GuildCategory,
  ChannelType.GuildDirectory,
  ChannelType.GuildForum,
  ChannelType.GuildMedia
])

/** Returns why the bot cannot post a question in the approval channel; `undefined` if its permissions there allow it. */
export const postingProblem = Effect.fn("approval.postingProblem")(function* (
  discord: Discord["Type"],
  { channel_id }: ApprovalChannel
) {
  const { name } = variables.approvalChannel
  const because = (why: string, todo: string): PostingProblem => ({
    problem: `${name}: the bot cannot post in channel ${channel_id}${why}`,
    todo
  })
  const posting = { method: "POST", route: "/channels/{channel_id}/messages", path: { channel_id } } as const
  const lookups = yield* Lookups.make(discord.request)
  const channel = yield* lookups.channel({ channel_id })
  if (channel !== "hidden" && WITHOUT_MESSAGES.has(channel.type)) {
    return because(": it takes no messages", `Set ${name} to a text channel or a thread.`)
  }
  const context = yield* resolvePermissionContext(lookups, posting)
  if (context === "nowhere") return because(": its permissions there are unknown", "Check its permissions there.")
  if (context === "hidden") {
    const missing = ["VIEW_CHANNEL"]
    return because(lacking(missing), grantHint({ inChannel: true, missing }))
  }
  const held = grantedPermissions(context.guild, context.member, context.channel)
  const required = requiredPermissions(posting, context.target, held) ?? 0n
  const missing = namesOf(required & ~held)
  if (missing.length > 0) {
    const denied = deniedInChannel(required & ~held, context)
    return because(lacking(missing), grantHint({ inChannel: true, deniedInChannel: denied, missing }))
  }
  const why = denialReason(posting, required, context, undefined)
  return why === undefined ? undefined : because(`: ${denialText(why)}`, denialHint(why))
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

/** The maximum length of a message of Discord, in characters. */
export const MESSAGE_MAX_CHARS = 2000

/** What a post says beside the preview. */
interface PostFacts {
  readonly mentions: ReadonlyArray<string>
  /** The line that names the client, if there is one. */
  readonly client: ReadonlyArray<string>
  readonly endsAtMs: number
}

/**
 * Returns the content of the post; `undefined` if what the call destroys or grants does not fit. All that is not ours
 * is in a code block, which shows neither mentions nor markup.
 */
export const contentOf = (
  call: ToolCall,
  preview: Preview,
  { client, endsAtMs, mentions }: PostFacts
): string | undefined => {
  const head = [...mentions, "The bot asks for approval of this call:"].join(" ")
  const foot = `**Approve** permits exactly this call, once, until <t:${Math.floor(endsAtMs / 1000)}:t>. A click runs nothing by itself: the call runs when its client waits for the answer, or calls again.`
  const facts = [`tool: ${call.tool.name}`, ...client]
  const around = (block: string) => `${head}\n\`\`\`\n${block}\n\`\`\`\n${foot}`
  const max = MESSAGE_MAX_CHARS - around(facts.join("\n")).length
  const lines = fittedPreviewLines(preview, max, max)
  if (lines === undefined) return undefined
  const content = around(separateBackticks(stripInvisible([...facts, ...lines].map(withoutWideSpace).join("\n"))))
  return content.length > MESSAGE_MAX_CHARS ? undefined : content
}

/** Puts a text into one line. Wide white space could break that line where a text imitates another line. */
const withoutWideSpace = (text: string): string => toOneLine(text).replaceAll(/[\s\u2800]{2,}/g, " ")

/** Separates backticks by an invisible character, so that no text ends the code block. */
const separateBackticks = (text: string): string => text.replaceAll(/`(?=`)/g, "`\u200B")

/** The maximum number of approvers that a post mentions. */
const MENTIONS_MAX = 10

/** Returns the mentions of the approvers: of roles, if the guild has one with that id, else of users. */
export const mentionsOf = (discord: Discord["Type"], { guild_id }: ApprovalChannel, approvers: ReadonlyArray<string>) =>
  discord.request({ ...READ, route: "/guilds/{guild_id}/roles", path: { guild_id } }).pipe(
    Effect.map(({ body }) => {
      const roles = new Set(Option.getOrElse(decodeRoles(body), () => []).map(({ id }) => id))
      return approvers.slice(0, MENTIONS_MAX).map((id) => (roles.has(id) ? `<@&${id}>` : `<@${id}>`))
    }),
    // The question counts without them, too.
    Effect.orElseSucceed((): ReadonlyArray<string> => [])
  )

const decodeRoles = Schema.decodeUnknownOption(Schema.Array(Schema.Struct({ id: Schema.String })))

const READ = { method: "GET", subject: "bot", risk: "read", repeat: "same", duration: "default" } as const

const decodeChannel = Schema.decodeUnknownOption(Schema.Struct({ guild_id: Schema.String }))
