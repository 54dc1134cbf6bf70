import type * as FileSystem from "@effect/platform/FileSystem"
import type * as Path from "@effect/platform/Path"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { Config, Context, Effect, Exit, Layer, type Redacted } from "effect"
import type { Client } from "../client/Client.ts"
import * as RestTransport from "../discord/RestTransport.ts"
import { Transport } from "../discord/Transport.ts"
import * as Redactor from "../telemetry/Redactor.ts"
import * as Recording from "./recording/Recording.ts"
import { RecordingFailed } from "./recording/Recording.ts"
import { recorder } from "./recording/recorder.ts"
import { replayer } from "./recording/replayer.ts"
import { over, type TestSettings } from "./server.ts"

/** How a recording is made, where there is none. */
export interface RecordedTest {
  /** `never` fails without a recording, as a build should. Default `once`. */
  readonly record?: "once" | "never"
  /** Default: Discord itself, with the token in `DISCORD_TOKEN`. */
  readonly from?: { readonly apiUrl: string; readonly token: Redacted.Redacted }
  /** What the operator would set; the product's defaults where nothing is said. */
  readonly settings?: TestSettings
}

/**
 * A whole server in this process, to a Discord on record: without the file it
 * asks a real one and keeps what it was asked and answered, without secrets, if
 * the test succeeds; with it, Discord answers as it did. A request that is not on
 * record, or not in the order of its route, is a defect that says so.
 */
export const recorded = (file: string, options: RecordedTest = {}): Layer.Layer<Client, RecordingFailed> =>
  Layer.unwrapScoped(
    Effect.flatMap(Recording.read(file), (exchanges) => {
      if (exchanges === undefined) return recordingTo(file, options)
      const { transport, verify } = replayer(file, exchanges)
      return Effect.succeed(over(Layer.succeed(Transport, transport), options.settings ?? {}, verify))
    })
  ).pipe(Layer.provide(Layer.merge(NodeFileSystem.layer, NodePath.layer)))

const recordingTo = Effect.fnUntraced(function* (file: string, { from, record = "once", settings = {} }: RecordedTest) {
  if (record === "never") {
    return yield* new RecordingFailed({
      message: `There is no recording ${file}, and none is made here. Run the test once where it may ask Discord.`
    })
  }
  const { apiUrl, token } = from ?? { apiUrl: DISCORD, token: yield* tokenFor(file) }
  const redactor = Redactor.make([token])
  const rest = RestTransport.layer({ apiUrl, token, userAgent: "effect-discord-mcp/testing" })
  const { exchanges, transport } = recorder(yield* Effect.map(Layer.build(rest), Context.get(Transport)), redactor)
  const context = yield* Effect.context<FileSystem.FileSystem | Path.Path>()
  yield* Effect.addFinalizer((exit) =>
    // What a test that failed has asked is not what it is to ask.
    Exit.isFailure(exit)
      ? Effect.void
      : Effect.flatMap(exchanges, (all) => Recording.write(file, all, redactor)).pipe(
          Effect.orDie,
          Effect.provide(context)
        )
  )
  return over(Layer.succeed(Transport, transport), settings)
})

const DISCORD = "https://discord.com/api"

const tokenFor = (file: string) =>
  Effect.mapError(
    Config.redacted("DISCORD_TOKEN"),
    () => new RecordingFailed({ message: `There is no recording ${file}, and DISCORD_TOKEN is not set to make one.` })
  )
