import { Effect, Option } from "effect"
import type { Loaded } from "../../config/loadSettings.ts"
import type { Environment } from "../Environment.ts"
import { TOKEN, TOKEN_FILE } from "../init/McpClient.ts"
import { loadCliSettings } from "../settings.ts"
import type { CheckContext } from "./CheckContext.ts"

/** The settings that the checks use, and their problems. */
export type ReadSettings = Pick<CheckContext, "settings" | "token" | "problems" | "warnings">

/** Reads the settings. Uses the defaults in place of wrong values, so that the other checks can run. */
export const readSettings = (given: Environment["variables"]): Effect.Effect<ReadSettings> =>
  loadCliSettings(given).pipe(
    Effect.map(toRead),
    Effect.catchAll(({ problems }) => {
      // Each problem begins with the name of its variable.
      const wrong = problems.map((problem) => problem.split(":")[0] ?? "")
      const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.includes(name)))
      const hasToken = !wrong.includes(TOKEN) && !wrong.includes(TOKEN_FILE)
      return loadCliSettings(hasToken ? rest : { ...rest, [TOKEN]: NO_TOKEN }).pipe(
        Effect.map(
          (loaded): ReadSettings => ({ ...toRead(loaded), problems, ...(!hasToken && { token: Option.none() }) })
        ),
        Effect.orDie
      )
    })
  )

/** The settings need a token to load. This token is never sent. */
export const NO_TOKEN = "no-token"

const toRead = ({ settings, token, warnings }: Loaded): ReadSettings => ({
  settings,
  token: Option.some(token),
  problems: [],
  warnings
})
