/** Preview facts of messages that ping everyone. */
import type { APIChannel, APIGuild } from "discord-api-types/v10"
import { Effect } from "effect"
import { lookUp } from "../dsl/getJson.ts"
import type { PreviewFacts } from "../Tool.ts"

/** Finds how many members a message with @everyone pings. */
export const pingFacts = ({
  allowed_mentions,
  channel_id
}: {
  readonly allowed_mentions?: { readonly parse?: ReadonlyArray<string> }
  readonly channel_id?: string
}): PreviewFacts => {
  const kinds = allowed_mentions?.parse ?? []
  return kinds.includes("everyone") ? everyoneFacts(channel_id) : Effect.succeed({})
}

/** Finds how many members a ping of everyone reaches, such as the start of a stage. */
export const everyoneFacts = (channel_id: string | undefined): PreviewFacts =>
  channel_id === undefined
    ? Effect.succeed(told())
    : Effect.flatMap(lookUp<APIChannel>("/channels/{channel_id}", { channel_id }), (channel) =>
        "guild_id" in channel && channel.guild_id !== undefined
          ? Effect.map(
              lookUp<APIGuild>("/guilds/{guild_id}", { guild_id: channel.guild_id }, { with_counts: true }),
              ({ approximate_member_count }) => told(approximate_member_count)
            )
          : Effect.succeed(told())
      )

const told = (members?: number | null) => ({
  pings: `everyone who can see it${members == null ? "" : `, of about ${members} members`}`,
  undo: "A ping cannot be undone."
})
