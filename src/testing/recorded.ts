import type * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { Config, Context, Effect, Exit, Layer, type Redacted } from "effect"
import type { Client } from "../client/Client.ts"
import * as RestTransport from "../discord/RestTransport.ts"
import { Transport } from "../discord/Transport.ts"
import { makeRedactor, type Redactor } from "../text/secrets.ts"
import * as Recording from "./recording/Recording.ts"
import {
  type Exchange,
  type Outcome,
  outcomeOf,
  RecordingFailed,
  requestRecord,
  routeOf
} from "./recording/Recording.ts"
import { replayer } from "./recording/replayer.ts"
import { serverOver, type TestSettings } from "./server.ts"

/** The URL of a file. A `URL` is one. */
export interface FileUrl {
  readonly href: string
}

/** Options of a recording. */
export interface RecordedTest {
  /** `never` fails if there is no recording, for use in CI. Default `once`. */
  readonly record?: "once" | "never"
  /** The API to record from. Default: Discord, with the token in `DISCORD_TOKEN`. */
  readonly from?: { readonly apiUrl: string; readonly token: Redacted.Redacted }
  /** Server settings. Default: the product's defaults. Live events cannot be recorded. */
  readonly settings?: Omit<TestSettings, "gateway">
}

/**
 * Provides a client of a complete server in this process that talks to a recorded Discord. `file` is a
 * path, or a URL such as `new URL("newest.json", import.meta.url)`, beside the test. If the file does not exist, requests go to Discord, and the exchanges are recorded without secrets if
 * the test succeeds. If the file exists, it is replayed. A request that is not in the recording, or
 * out of order in its route, is a defect.
 */
export const recorded = (file: string | FileUrl, options: RecordedTest = {}): Layer.Layer<Client, RecordingFailed> =>
  Layer.unwrapScoped(
    Effect.gen(function* () {
      const path = yield* pathOf(file)
      const exchanges = yield* Recording.read(path)
      if (exchanges === undefined) return yield* recordingTo(path, options)
      const { transport, verify } = replayer(path, exchanges)
      return serverOver({
        transport: Layer.succeed(Transport, transport),
        settings: options.settings ?? {},
        afterCall: verify
      })
    })
  ).pipe(Layer.provide(Layer.merge(NodeFileSystem.layer, NodePath.layer)))

const pathOf = (file: string | FileUrl) =>
  typeof file === "string"
    ? Effect.succeed(file)
    : Effect.flatMap(Path.Path, (paths) => paths.fromFileUrl(new URL(file.href))).pipe(
        Effect.mapError(() => new RecordingFailed({ message: `${file.href} is not the URL of a file.` }))
      )

const recordingTo = Effect.fnUntraced(function* (file: string, { from, record = "once", settings = {} }: RecordedTest) {
  if (record === "never") {
    return yield* new RecordingFailed({
      message: `There is no recording ${file}, and record is "never". Run the test once with record: "once" and DISCORD_TOKEN, then commit the file.`
    })
  }
  const { apiUrl, token } = from ?? { apiUrl: DISCORD, token: yield* tokenFor(file) }
  const redactor = makeRedactor([token])
  const rest = RestTransport.layer({ apiUrl, token, userAgent: "effect-discord-mcp/testing" })
  const { exchanges, transport } = recorder(yield* Effect.map(Layer.build(rest), Context.get(Transport)), redactor)
  const context = yield* Effect.context<FileSystem.FileSystem | Path.Path>()
  yield* Effect.addFinalizer((exit) =>
    // The requests of a failed test are not recorded.
    Exit.isFailure(exit)
      ? Effect.void
      : Effect.flatMap(exchanges, (all) => Recording.write(file, all, redactor)).pipe(
          Effect.orDie,
          Effect.provide(context)
        )
  )
  return serverOver({ transport: Layer.succeed(Transport, transport), settings })
})

const DISCORD = "https://discord.com/api"

const tokenFor = (file: string) =>
  Effect.mapError(
    Config.redacted("DISCORD_TOKEN"),
    () =>
      new RecordingFailed({
        message: `There is no recording ${file}, and DISCORD_TOKEN is not set. To record one, set DISCORD_TOKEN to the token of a test bot and run the test once, or pass from: { apiUrl, token } of a sandbox. Then commit the file: it contains no secrets.`
      })
  )

/** A transport that records, and its exchanges. */
interface Recorder {
  readonly transport: Transport["Type"]
  /** The exchanges, in order of their requests. */
  readonly exchanges: Effect.Effect<ReadonlyArray<Exchange>>
}

/** Records all requests through another transport and their outcomes. */
const recorder = (through: Transport["Type"], redactor: Redactor): Recorder => {
  const exchanges: Array<Exchange> = []
  return {
    transport: Transport.of({
      send: (request, onPhase) =>
        Effect.suspend(() => {
          const one = { route: routeOf(request, redactor), asked: requestRecord(request, redactor) }
          // The outcome of an interrupted request is silence.
          const at = exchanges.push({ ...one, came: { silence: true } }) - 1
          const record = (came: Outcome) =>
            Effect.sync(() => {
              exchanges[at] = { ...one, came }
            })
          return through.send(request, onPhase).pipe(
            Effect.tap((answer) => record(outcomeOf(answer, redactor))),
            Effect.tapError(({ network }) => record({ network }))
          )
        })
    }),
    exchanges: Effect.sync(() => [...exchanges])
  }
}
