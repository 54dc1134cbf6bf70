/** The interactions that can be answered: their tokens, which are secrets, stay in memory and in no event or result. */
import { Deferred, Duration, Effect, FiberId, Option } from "effect"
import { showsPlace } from "../config/Policy.ts"
import { Settings } from "../config/Settings.ts"
import { ValidationError } from "../errors/DiscordMcpError.ts"
import { BoundedMap } from "../resilience/BoundedMap.ts"
import { monotonicMs } from "../telemetry/monotonic.ts"
import type { DiscordRequest } from "./DiscordRequest.ts"

/** The maximum number of interactions that are remembered, and how long Discord takes answers to one. */
export const INTERACTIONS_MAX = 1000
export const ANSWERED_WITHIN = Duration.minutes(15)

/** How an interaction was answered first: `open`, not yet; `answered`, by a message or by another program. */
export type FirstAnswer = "open" | "deferred_reply" | "deferred_update" | "answered"

/** What Discord sends of an interaction. */
export interface Interaction {
  readonly id: string
  readonly application_id: string
  readonly token: string
  readonly guild_id?: string | undefined
  readonly channel_id?: string | undefined
  readonly parent_id?: string | undefined
  readonly private_thread?: true | undefined
}

/** An interaction that can be answered. */
interface OpenInteraction extends Interaction {
  readonly untilMs: number
  /** Completes when the server has acknowledged the interaction, or does not. */
  readonly acknowledged: Deferred.Deferred<void>
  first: FirstAnswer
}

/** The memory of interactions. */
export interface OpenInteractions {
  /** `isAcknowledged`: the server acknowledges it, and answers wait for that. */
  readonly add: (interaction: Interaction, isAcknowledged: boolean) => Effect.Effect<void>
  /** Remembers how an interaction was answered first. */
  readonly answered: (id: string, first: FirstAnswer) => Effect.Effect<void>
  /** Waits until an interaction is acknowledged, if it is to be, and returns how. */
  readonly firstAnswer: (id: string) => Effect.Effect<FirstAnswer | undefined>
  /** Returns the guild of an interaction. `undefined`: none, or it is not known. */
  readonly guildOf: (id: string) => Effect.Effect<string | undefined>
  /** Puts the token into a request that names an interaction, if the caller's policy shows the interaction. */
  readonly withToken: (request: DiscordRequest) => Effect.Effect<DiscordRequest, ValidationError>
}

/** Marks the id of an interaction in place of its token. No token of Discord has a colon. */
const BY_ID = "id:"

/** Returns the placeholder of an interaction's token in a request. */
export const tokenPlaceholder = (interaction_id: string): string => `${BY_ID}${interaction_id}`

/** Returns the interaction that a request names in place of its token. */
export const namedIn = ({ path: { interaction_token = "" } }: Pick<DiscordRequest, "path">): string | undefined =>
  interaction_token.startsWith(BY_ID) ? interaction_token.slice(BY_ID.length) : undefined

/** How long an answer waits for the acknowledgement. Discord takes it for 3 seconds. */
const ACKNOWLEDGED_WITHIN = Duration.seconds(3)

/** Makes an empty memory. */
export const make = (): OpenInteractions => {
  const all = new BoundedMap<string, OpenInteraction>(INTERACTIONS_MAX)
  const find = (id: string) =>
    Effect.map(monotonicMs, (nowMs) => {
      const interaction = all.get(id)
      return interaction !== undefined && nowMs < interaction.untilMs ? interaction : undefined
    })
  return {
    add: (interaction, isAcknowledged) =>
      Effect.map(monotonicMs, (nowMs) => {
        if (all.has(interaction.id)) return
        const acknowledged = Deferred.unsafeMake<void>(FiberId.none)
        if (!isAcknowledged) Deferred.unsafeDone(acknowledged, Effect.void)
        const untilMs = nowMs + Duration.toMillis(ANSWERED_WITHIN)
        all.set(interaction.id, { ...interaction, untilMs, acknowledged, first: "open" })
      }),
    answered: (id, first) =>
      Effect.flatMap(find(id), (interaction) => {
        if (interaction === undefined) return Effect.void
        interaction.first = first
        return Deferred.succeed(interaction.acknowledged, undefined)
      }),
    firstAnswer: (id) =>
      Effect.gen(function* () {
        const interaction = yield* find(id)
        if (interaction === undefined) return
        yield* Effect.timeoutOption(Deferred.await(interaction.acknowledged), ACKNOWLEDGED_WITHIN)
        return interaction.first
      }),
    guildOf: (id) => Effect.map(find(id), (interaction) => interaction?.guild_id),
    withToken: Effect.fnUntraced(function* (request) {
      const id = namedIn(request)
      if (id === undefined) return request
      const interaction = yield* find(id)
      // Of the caller: calls have the settings within the policy of their client.
      const settings = yield* Effect.serviceOption(Settings)
      if (interaction === undefined || !Option.exists(settings, (of) => showsPlace(of, interaction))) {
        return yield* unknownInteraction
      }
      const { application_id, token } = interaction
      const path = { ...request.path, interaction_token: token }
      return { ...request, path: { ...path, ...("application_id" in path && { application_id }) } }
    })
  }
}

const unknownInteraction = new ValidationError({
  validation_issues: [
    {
      path: "interaction_id",
      message:
        "is no interaction that this server knows: it keeps those of live events in memory, for 15 minutes and until it ends. Set interaction_token for another one",
      code: "unknown_interaction"
    }
  ]
})
