/** Edits of published messages: Discord changes their copies in the servers that follow the channel, too. */
import { Effect, Schema } from "effect"
import type { Discord } from "../../discord/Discord.ts"
import type { DiscordRequest, Subject } from "../../discord/DiscordRequest.ts"
import type { Permit, Risk } from "../../discord/Permit.ts"
import type { DiscordFailure } from "../../errors/DiscordMcpError.ts"
import { nullish } from "../../objects/schema/reply.ts"
import { getReadable } from "../dsl/getJson.ts"
import type { PreviewFacts, RiskResolution } from "../Tool.ts"
import { pingFacts } from "./preview.ts"

/** The flag of a message that was published (Discord docs, message flags). */
const CROSSPOSTED = 1

const Flagged = Schema.Struct({ flags: nullish(Schema.Number) })

interface EditInput extends Readonly<Record<string, unknown>> {
  readonly allowed_mentions?: { readonly parse?: ReadonlyArray<string> }
  readonly channel_id?: string
}

/** Returns the definition parts of a tool that edits the message of a route: the edit of a published one asks. */
export const editing = (route: string, subject: Subject = "bot") => {
  const isPublished = (input: EditInput): Effect.Effect<boolean, DiscordFailure, Discord | Permit> =>
    Effect.map(
      getReadable(Flagged, route, pathOf(route, input), queryOf(input), subject),
      ({ flags }) => ((flags ?? 0) & CROSSPOSTED) !== 0
    )
  return {
    asks: ["pings_everyone", "publishes"] as const,
    resolveRisk: (input: object): RiskResolution =>
      Effect.catchTags(
        Effect.map(isPublished(toEditInput(input)), (is): Risk => (is ? "destructive" : "write")),
        {
          // The edit fails too.
          DiscordNotFoundError: () => Effect.succeed<Risk>("write"),
          DiscordAuthError: () => Effect.succeed<Risk>("write"),
          // The bot may edit its own messages in a channel whose history it cannot read.
          DiscordPermissionError: () => Effect.succeed<Risk>("destructive"),
          DiscordUnexpectedResponse: () => Effect.succeed<Risk>("destructive")
        }
      ),
    preview: (input: object): PreviewFacts =>
      Effect.zipWith(pingFacts(toEditInput(input)), isPublished(toEditInput(input)), (pings, is) => ({
        ...pings,
        ...(is && { copies: "the message is published: its copies in other servers change, too" })
      }))
  }
}

// The tools decode their input by schemas that have these fields.
const toEditInput = (input: object): EditInput => input as EditInput

const pathOf = (route: string, input: EditInput): DiscordRequest["path"] =>
  Object.fromEntries([...route.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, String(input[name])]))

const queryOf = ({ thread_id }: EditInput) => (typeof thread_id === "string" ? { thread_id } : {})
