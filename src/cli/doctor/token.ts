import { FileSystem } from "@effect/platform"
import { Effect, Option, Redacted } from "effect"
import { PLACEHOLDER, TOKEN, TOKEN_FILE } from "../init/McpClient.ts"
import { botIdOf } from "../tokenFormat.ts"
import type { Check } from "./CheckContext.ts"
import { CheckSkipped, type Finding } from "./Finding.ts"

/** Checks the format of the token and the permissions of its file. The token is never printed. */
export const token: Check = {
  name: "token",
  run: Effect.fnUntraced(function* ({ environment: { platform, variables }, token }) {
    const given = variables[TOKEN]?.trim() ?? ""
    const file = variables[TOKEN_FILE]?.trim() ?? ""
    const placeholder = placeholderFinding(given)
    if (placeholder !== undefined) return placeholder
    if (Option.isNone(token)) return yield* new CheckSkipped({ why: "no valid token is set" })
    const bot = botIdOf(Redacted.value(token.value))
    const remarks = [
      ...(bot === undefined ? [UNUSUAL_FORMAT] : []),
      ...(given !== "" && file !== "" ? [TWO_TOKENS] : []),
      ...(given === "" && platform !== "win32" ? yield* exposure(file) : [])
    ]
    const source = given === "" ? TOKEN_FILE : TOKEN
    const found = `from ${source}${bot === undefined ? "" : `, format of a token of bot ${bot}`}`
    return remarks.length === 0
      ? { status: "ok", found }
      : {
          status: "warning",
          found,
          details: remarks.map(({ problem }) => problem),
          todo: remarks.map(({ todo }) => todo)
        }
  })
}

interface Remark {
  readonly problem: string
  readonly todo: string
}

const UNUSUAL_FORMAT: Remark = {
  problem: "It does not look like a bot token: three parts separated by dots.",
  todo: "Copy the token from Discord Developer Portal → your application → Bot. The client secret and the public key are not tokens."
}

const TWO_TOKENS: Remark = {
  problem: `${TOKEN_FILE} is ignored because ${TOKEN} is set, too.`,
  todo: `Unset one of ${TOKEN} and ${TOKEN_FILE}.`
}

/** Returns a finding if the token is the placeholder of `init`, or a reference that the client did not replace. */
const placeholderFinding = (given: string): Finding | undefined => {
  if (given === PLACEHOLDER) {
    return {
      status: "failed",
      found: `${TOKEN} is still the placeholder that init wrote`,
      todo: ["Replace it with the bot's token: Discord Developer Portal → your application → Bot."]
    }
  }
  return REFERENCE.test(given)
    ? {
        status: "failed",
        found: `${TOKEN} is the unresolved reference ${given}; the client did not replace it with the token`,
        todo: [
          `Set ${TOKEN} in the environment of the client. init CLIENT writes a reference that the client supports.`
        ]
      }
    : undefined
}

const REFERENCE = /^\$(\{[\w:.-]*\}|\w+)$/

/** Warns if other users of this machine can read the file. */
const exposure = (path: string) =>
  Effect.flatMap(FileSystem.FileSystem, (fs) => fs.stat(path)).pipe(
    Effect.map(
      ({ mode }): ReadonlyArray<Remark> =>
        (mode & 0o077) === 0
          ? []
          : [{ problem: `Other users of this machine can read ${path}.`, todo: `Restrict it: chmod 600 ${path}` }]
    ),
    // The settings check reports an unreadable file.
    Effect.orElseSucceed(() => [])
  )
