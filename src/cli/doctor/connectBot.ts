// The queries get the request path of the server, composed once.
// @effect-diagnostics strictEffectProvide:off

import { Effect, Layer, Option, Redacted } from "effect"
import { Settings } from "../../config/Settings.ts"
import * as Discord from "../../discord/Discord.ts"
import * as RestTransport from "../../discord/RestTransport.ts"
import { version } from "../process.ts"
import * as BotQueries from "./BotQueries.ts"
import * as ResponseRecorder from "./ResponseRecorder.ts"
import { withoutCredentials } from "./reachable.ts"
import type { ReadSettings } from "./readSettings.ts"

/** Makes the bot queries with the server's own request path, and records the responses. */
export const connectBot = ({ settings, token }: Pick<ReadSettings, "settings" | "token">) =>
  Effect.suspend(() => {
    const recorder = ResponseRecorder.make()
    const transport = RestTransport.layer({
      apiUrl: settings.apiUrl,
      token: Option.getOrElse(token, () => Redacted.make("")),
      userAgent: `effect-discord-mcp/${version}`
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
