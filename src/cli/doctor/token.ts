import { FileSystem } from "@effect/platform"
import { Effect, Either, Encoding, Option, Redacted } from "effect"
import { PLACEHOLDER, TOKEN, TOKEN_FILE } from "../init/Client.ts"
import type { Check } from "./Examination.ts"
import { type Finding, Unasked } from "./Finding.ts"

/** Whether the token can be one, and is kept well. It is never shown. */
export const token: Check = {
  name: "token",
  run: Effect.fnUntraced(function* ({ standpoint: { platform, variables }, token }) {
    const given = variables[TOKEN]?.trim() ?? ""
    const file = variables[TOKEN_FILE]?.trim() ?? ""
    const standsFor = standIn(given)
    if (standsFor !== undefined) return standsFor
    if (Option.isNone(token)) return yield* new Unasked({ why: "there is none that can be read" })
    const bot = botOf(Redacted.value(token.value))
    const remarks = [
      ...(bot === undefined ? [NO_SHAPE] : []),
      ...(given !== "" && file !== "" ? [TWO_TOKENS] : []),
      ...(given === "" && platform !== "win32" ? yield* exposure(file) : [])
    ]
    const source = given === "" ? TOKEN_FILE : TOKEN
    const found = `from ${source}${bot === undefined ? "" : `, in the shape of the token of bot ${bot}`}`
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

const NO_SHAPE: Remark = {
  problem: "It does not look like a bot's token, which is three parts with dots between them.",
  todo: "Take it from the Discord Developer Portal → your application → Bot: neither client secret nor public key will do."
}

const TWO_TOKENS: Remark = {
  problem: `${TOKEN_FILE} is not read, for ${TOKEN} is set, too.`,
  todo: `Unset one of ${TOKEN} and ${TOKEN_FILE}.`
}

/** What stands there in place of a token: what `init` has written, or a reference that no client has followed. */
const standIn = (given: string): Finding | undefined => {
  if (given === PLACEHOLDER) {
    return {
      status: "failed",
      found: `${TOKEN} is still the placeholder that init wrote`,
      todo: ["Put the bot's token in its place: Discord Developer Portal → your application → Bot."]
    }
  }
  return REFERENCE.test(given)
    ? {
        status: "failed",
        found: `${TOKEN} is the reference ${given} as it stands: whoever started this has not put the token in`,
        todo: [`Set ${TOKEN} in the environment of the client; init CLIENT writes a reference that the client knows.`]
      }
    : undefined
}

const REFERENCE = /^\$(\{[\w:.-]*\}|\w+)$/

/** The id that a token begins with; none when it has not the shape of one. */
const botOf = (token: string): string | undefined => {
  const [, id = ""] = /^([\w-]{20,})\.[\w-]{5,}\.[\w-]{20,}$/.exec(token) ?? []
  const text = Either.getOrElse(Encoding.decodeBase64UrlString(id), () => "")
  return /^\d{17,20}$/.test(text) ? text : undefined
}

/** Whether others on this machine can read the file. */
const exposure = (path: string) =>
  Effect.flatMap(FileSystem.FileSystem, (fs) => fs.stat(path)).pipe(
    Effect.map(
      ({ mode }): ReadonlyArray<Remark> =>
        (mode & 0o077) === 0
          ? []
          : [{ problem: `Others on this machine can read ${path}.`, todo: `Take it from them: chmod 600 ${path}` }]
    ),
    // That it cannot be read at all is a problem of the settings.
    Effect.orElseSucceed(() => [])
  )
