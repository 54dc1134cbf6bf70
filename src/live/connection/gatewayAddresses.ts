/** Where to connect to: the address of the gateway, or that of a session. */
import { Effect, Option } from "effect"
import type { Discord } from "../../discord/Discord.ts"
import { GatewayUnavailable } from "../../errors/DiscordMcpError.ts"
import { decodeGatewayBot, gatewayBot, type Session, type StartLimit } from "./identifyRules.ts"

/** Makes what finds addresses. `onLimit` gets Discord's limit of IDENTIFY, each time that it is read. */
export const addressesOf = (discord: Discord["Type"], onLimit: (limit: StartLimit) => Effect.Effect<void>) => {
  /** Reads the address of the gateway, and Discord's limit of IDENTIFY. None: to be tried again. */
  const gateway = discord.request(gatewayBot).pipe(
    Effect.map(({ body }) => decodeGatewayBot(body)),
    Effect.tap(
      Option.match({ onNone: () => Effect.void, onSome: ({ session_start_limit }) => onLimit(session_start_limit) })
    ),
    Effect.catchAll((error) =>
      error._tag === "DiscordAuthError" && error.subject === "bot"
        ? Effect.fail(new GatewayUnavailable({ reason: "token" }))
        : Effect.as(Effect.logDebug("the address of the gateway could not be read", error), Option.none())
    )
  )

  /**
   * Returns the address for a RESUME: that of the session. After attempts that failed there it is in turn the one of the
   * gateway, because the host of a session can be gone. `failed`: the attempts in a row that did not become usable.
   */
  const toResume = ({ resume_url }: Session, failed: number) =>
    failed % 2 === 0
      ? Effect.succeedSome(resume_url)
      : Effect.map(gateway, (info) =>
          Option.some(Option.match(info, { onNone: () => resume_url, onSome: ({ url }) => url }))
        )

  return { gateway, toResume }
}
