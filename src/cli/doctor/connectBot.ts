// The queries get the request path of the server, composed once.
// @effect-diagnostics strictEffectProvide:off
import { Clock, Duration, Effect, Layer, Option, Redacted } from "effect"
import { Settings } from "../../config/Settings.ts"
import * as Discord from "../../discord/Discord.ts"
import * as RestTransport from "../../discord/RestTransport.ts"
import { Transport } from "../../discord/Transport.ts"
import type { HttpResponse, ResponseBody } from "../../errors/classifyResponse.ts"
import { version } from "../process.ts"
import * as BotQueries from "./BotQueries.ts"
import type { ReadSettings } from "./settings.ts"

/** Makes the bot queries with the server's own request path, and records the responses. */
export const connectBot = ({ settings, token }: Pick<ReadSettings, "settings" | "token">) =>
  Effect.suspend(() => {
    const recorder = makeRecorder()
    const transport = RestTransport.layer({
      apiUrl: settings.apiUrl,
      token: Option.getOrElse(token, () => Redacted.make("")),
      userAgent: `effect-discord-mcp/${version}`,
      proxies: settings
    })
    return Layer.build(
      Discord.layer.pipe(
        Layer.provide(recorder.record(transport)),
        Layer.provide(Layer.succeed(Settings, { ...settings, expectedBotId: undefined }))
      )
    ).pipe(
      Effect.flatMap((context) =>
        Effect.provide(BotQueries.make(recorder, Option.isSome(token), withoutCredentials(settings.apiUrl)), context)
      )
    )
  })

/** Removes the user name, the password and the query from an address. */
export const withoutCredentials = (address: string): string =>
  address.replace(/^(https?:\/\/)[^/?#]*@/, "$1").replace(/[?#].*$/, "")

/** Makes an empty recorder. */
const makeRecorder = (): BotQueries.ResponseRecorder => {
  // The keys are paths. The doctor requests only a few paths.
  const responses = new Map<string, BotQueries.RecordedResponse>()
  const recording = ({ send }: Transport["Type"]): Transport["Type"] => ({
    send: (request, onPhase) =>
      Effect.flatMap(Effect.timed(send(request, onPhase)), ([took, response]) =>
        Effect.map(Clock.currentTimeMillis, (atMs) => {
          responses.set(request.path, {
            tookMs: Math.round(Duration.toMillis(took)),
            atMs,
            date: response.header("date"),
            summary: summaryOf(response)
          })
          return response
        })
      )
  })
  return {
    record: (transport) => Layer.provide(Layer.effect(Transport, Effect.map(Transport, recording)), transport),
    last: (path) => Effect.sync(() => responses.get(path))
  }
}

const summaryOf = ({ body, header, status }: HttpResponse): string => {
  const location = status >= 300 && status < 400 ? header("location") : undefined
  if (location !== undefined) {
    return `HTTP ${status}, a redirect to ${URL.canParse(location) ? new URL(location).origin : "another path"}`
  }
  return `HTTP ${status} and ${header("content-type")?.includes("html") === true ? "a web page" : bodies[body.kind]}`
}

const bodies: Readonly<Record<ResponseBody["kind"], string>> = {
  empty: "an empty body",
  json: "JSON",
  foreign: "a body that is not JSON",
  cut: "a body that is incomplete or too long"
}
