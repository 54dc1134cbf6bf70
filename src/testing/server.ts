import { ConfigProvider, Context, Effect, Layer, Logger, type Redacted, Schedule } from "effect"
import * as AuditLog from "../audit/AuditLog.ts"
import type { Client } from "../client/Client.ts"
import { config, type Settings } from "../config/Settings.ts"
import type { Transport } from "../discord/Transport.ts"
import { Gateway, type LiveEvents } from "../events/Gateway.ts"
import { serverLayer } from "../serverLayer.ts"
import * as inProcess from "./inProcess.ts"

/**
 * Settings of a server under test. The layer sets the API, the token, the log format and the audit log. Nothing is posted
 * to a server in this process, so it has no interactions endpoint.
 */
export type TestSettings = Partial<
  Omit<
    Settings["Type"],
    | "apiUrl"
    | "token"
    | "tokenFile"
    | "logFormat"
    | "audit"
    | "auditFile"
    | "auditRequired"
    | "auditSync"
    | "interactionsPublicKey"
  >
>

/** The parts of a server under test. */
interface TestParts {
  readonly transport: Layer.Layer<Transport>
  readonly settings: TestSettings
  /** The token for the gateway, and whether the layer waits for the connection. Unset: live events are off. */
  readonly gateway?: { readonly token: Redacted.Redacted; readonly isAwaited: boolean }
  /** Runs after each call, and can end the test with a defect. */
  readonly afterCall?: Effect.Effect<void>
}

/** The product's default settings, independent of the environment. */
export const productSettings: Effect.Effect<Settings["Type"]> = Effect.suspend(() =>
  Effect.orDie(ConfigProvider.fromMap(new Map()).load(config))
)

/** Provides a client of a server in this process, with default settings, except the given ones, and no log. */
export const serverOver = ({ afterCall, gateway, settings: given, transport }: TestParts): Layer.Layer<Client> =>
  Layer.unwrapEffect(
    Effect.map(productSettings, (rest) => {
      const settings = { ...rest, logLevel: "none", ...given } as const
      const audit = Layer.succeed(AuditLog.AuditLog, AuditLog.off)
      const server = serverLayer({ settings, transport, audit, ...(gateway && { gateway }) }).pipe(
        Layer.provide(Logger.minimumLogLevel(inProcess.levels[settings.logLevel]))
      )
      const isAwaited = settings.gateway && gateway?.isAwaited === true
      return Layer.provide(
        inProcess.layer(afterCall),
        isAwaited ? Layer.tap(server, (context) => connected(Context.get(context, Gateway))) : server
      )
    })
  )

/** Waits until the bot is connected, or cannot be connected. */
const connected = ({ status }: LiveEvents) =>
  Effect.repeat(status, {
    schedule: Schedule.spaced("10 millis"),
    while: ({ unavailable }) => unavailable?.reason === "disconnected"
  })
