import { Effect, Match } from "effect"
import { callTool } from "effect-discord-mcp/client"
import { categoryOf, type DiscordMcpError } from "effect-discord-mcp/errors"

/** Says who must act. A category without a line does not compile. */
const whoActs = (error: DiscordMcpError): string =>
  Match.value(categoryOf(error)).pipe(
    Match.when("transient", () => "nobody: call again later"),
    Match.when("validation", () => "the caller: send another input"),
    Match.when("business", () => "the person: Discord does not allow this, or somebody said no"),
    Match.when("permission", () => "the operator or an admin: the bot may not do this"),
    Match.when("internal", () => "the maintainers: this is a bug"),
    Match.exhaustive
  )

/** Deletes a message. Handles two tags by their fields, and every other failure by its category. */
export const remove = (channel_id: string, message_id: string) =>
  callTool("messages_delete", { channel_id, message_id, __confirm: true }).pipe(
    Effect.as("deleted"),
    Effect.catchTags({
      DiscordNotFoundError: () => Effect.succeed("it was deleted before"),
      DiscordRateLimitError: ({ retry_after_ms }) => Effect.succeed(`call again in ${retry_after_ms} ms`),
      // These are failures of the connection and of other servers. The rest is the union of this server.
      ConnectionFailed: ({ outcome_unknown }) =>
        Effect.succeed(outcome_unknown ? "read the channel first: it may be deleted" : "not deleted: no connection"),
      RemoteFailure: ({ message }) => Effect.succeed(message)
    }),
    Effect.catchAll((error) => Effect.succeed(whoActs(error)))
  )
