import { Effect } from "effect"
import { success } from "../../dispatch/Answer.ts"
import type { Dispatch } from "../../dispatch/Dispatch.ts"
import { withinSize } from "../../dispatch/withinSize.ts"
import { toJsonRpc } from "../../errors/toJsonRpc.ts"
import { Refused } from "../Refused.ts"

/** A guild as guild_get answers it, through the same door as a call; a failure is one of the protocol, for a resource has no other. */
export const guild = (guild_id: string, dispatch: Dispatch["Type"], maxChars: number): Effect.Effect<string, Refused> =>
  dispatch.run("guild_get", { guild_id }).pipe(
    Effect.mapError((failure) => new Refused({ error: toJsonRpc(failure) })),
    Effect.flatMap((result) => success(withinSize(result, maxChars))),
    Effect.map(({ text }) => text)
  )
