/** The file with further variables that an entry names (`envFile`). */
import { FileSystem } from "@effect/platform"
import { Data, Effect } from "effect"
import { reasonOf } from "../fileSystem.ts"

/** The file cannot be read. The client does not start the server then. */
export class EnvFileUnreadable extends Data.TaggedError("EnvFileUnreadable")<{ readonly message: string }> {}

/** Reads the variables of a file. `path` has no references any more. */
export const readEnvFile = Effect.fn("doctor.readEnvFile")(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  if (!ABSOLUTE.test(path)) {
    return yield* new EnvFileUnreadable({ message: `its envFile "${path}" is not an absolute path` })
  }
  const text = yield* Effect.mapError(
    fs.readFileString(path),
    (error) => new EnvFileUnreadable({ message: `its envFile ${path} cannot be read (${reasonOf(error)})` })
  )
  return parseEnvFile(text)
})

/**
 * Parses lines of `NAME=value` as VS Code does: an optional `export`, comments after `#`, and values in quotes
 * (src/vs/base/common/envfile.ts of VS Code).
 */
export const parseEnvFile = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split(/\r\n?|\n/).flatMap((line) => {
      const [, name, rest = ""] = LINE.exec(line) ?? []
      return name === undefined ? [] : [[name, valueOf(rest)] as const]
    })
  )

const valueOf = (rest: string): string => {
  const text = (BEFORE_COMMENT.exec(rest)?.[0] ?? "").trim()
  const [, quote, inside = ""] = QUOTED.exec(text) ?? []
  if (quote === undefined) return text
  return quote === '"' ? inside.replaceAll("\\n", "\n").replaceAll("\\r", "\r") : inside
}

const LINE = /^\s*(?:export\s+)?([^\s#"'`=:][^"'`=:]*?)\s*[=:](.*)$/
const BEFORE_COMMENT = /^(?:[^"'`#]|"(?:\\.|[^"\\])*(?:"|$)|'(?:\\.|[^'\\])*(?:'|$)|`(?:\\.|[^`\\])*(?:`|$))*/
const QUOTED = /^(["'`])(.*)\1$/
const ABSOLUTE = /^(?:\/|[A-Za-z]:[\\/])/
