import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import { Data, Effect, ParseResult, Schema } from "effect"
import type { Redactor } from "../../text/secrets.ts"
import { Exchange } from "./Exchange.ts"

/** The content of a recording file. */
export const Recording = Schema.Struct({
  recording: Schema.Literal("effect-discord-mcp"),
  version: Schema.Literal(1),
  about: Schema.String,
  exchanges: Schema.Array(Exchange)
})

/** A recording cannot be read, recorded or written. */
export class RecordingFailed extends Data.TaggedError("RecordingFailed")<{ readonly message: string }> {}

/** Reads the exchanges of a file. Returns `undefined` if the file does not exist. */
export const read = Effect.fnUntraced(function* (file: string) {
  const fs = yield* FileSystem.FileSystem
  if (!(yield* Effect.mapError(fs.exists(file), unreadable(file)))) return undefined
  const text = yield* Effect.mapError(fs.readFileString(file), unreadable(file))
  const { exchanges } = yield* Effect.mapError(
    decode(text),
    (error) =>
      new RecordingFailed({
        message: `${file} is not a recording: ${ParseResult.TreeFormatter.formatErrorSync(error)}`
      })
  )
  return exchanges
})

/** Writes a recording atomically. A secret in one exchange is masked in all exchanges. */
export const write = Effect.fnUntraced(
  function* (file: string, exchanges: ReadonlyArray<Exchange>, redactor: Redactor) {
    const fs = yield* FileSystem.FileSystem
    const paths = yield* Path.Path
    const about = "Exchanges with Discord for tests, secrets masked. To record them again, delete this file."
    const recording = { recording: "effect-discord-mcp", version: 1, about, exchanges: redactor.value(exchanges) }
    yield* fs.makeDirectory(paths.dirname(file), { recursive: true })
    // A test that is stopped leaves no incomplete recording.
    yield* fs.writeFileString(`${file}.part`, `${JSON.stringify(recording, undefined, 2)}\n`)
    yield* fs.rename(`${file}.part`, file)
  },
  Effect.mapError((error) => new RecordingFailed({ message: `The recording cannot be written: ${error.message}` }))
)

const decode = Schema.decode(Schema.parseJson(Recording))

const unreadable = (file: string) => (error: { readonly message: string }) =>
  new RecordingFailed({ message: `${file} cannot be read: ${error.message}` })
