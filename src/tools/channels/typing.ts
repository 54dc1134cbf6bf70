/** Shows the bot as typing for a time that the caller chooses. */
import { Effect } from "effect"
import { Discord } from "../../discord/Discord.ts"
import type { DiscordRequest } from "../../discord/DiscordRequest.ts"
import { Permit } from "../../discord/Permit.ts"
import { SHOWN_MS } from "../../discord/Typing.ts"
import { integer, optional } from "../../objects/schema/fields.ts"
import { Progress } from "../dsl/Progress.ts"

/** The longest time, in seconds. */
const SECONDS_MAX = 60

/** The field of the time. */
export const seconds = optional(integer(`How long; ${SHOWN_MS / 1000} by default.`, 1, SECONDS_MAX))

/** Shows typing once, and goes on in the background. Each further request needs what the first one needed. */
export const sendTyping = Effect.fnUntraced(function* (
  request: DiscordRequest,
  { channel_id, seconds = 0 }: { readonly channel_id: string; readonly seconds?: number }
) {
  const { request: send, typing } = yield* Discord
  if (typing === undefined || seconds * 1000 <= SHOWN_MS) return yield* send(request)
  const permit = yield* Permit
  const { stopping = Effect.never } = yield* Progress
  const trigger = Effect.provideService(send(request), Permit, permit)
  return yield* typing.start({ channel_id, seconds, stopping, trigger })
})
