import { Effect } from "effect"
import { success } from "../../dispatch/Answer.ts"
import type { Dispatch } from "../../dispatch/Dispatch.ts"
import { toJsonRpc } from "../../errors/toJsonRpc.ts"
import { Refused } from "../Refused.ts"

/**
 * Reads a guild with guild_get, through dispatch. A failure becomes a protocol error, because
 * resources have no other kind of error.
 */
export const guild = (guild_id: string, dispatch: Dispatch["Type"], maxChars: number): Effect.Effect<string, Refused> =>
  dispatch.run("guild_get", { guild_id }).pipe(
    Effect.mapError((failure) => new Refused({ error: toJsonRpc(failure) })),
    Effect.flatMap((result) => success(result, maxChars)),
    Effect.map(({ text }) => text)
  )
