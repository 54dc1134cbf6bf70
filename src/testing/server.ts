import { ConfigProvider, Effect, Layer } from "effect"
import * as AuditLog from "../audit/AuditLog.ts"
import type { Client } from "../client/Client.ts"
import { config, type Settings } from "../config/Settings.ts"
import type { Transport } from "../discord/Transport.ts"
import { serverLayer } from "../serverLayer.ts"
import * as inProcess from "./inProcess.ts"

/** Settings of a server under test. The layer sets the API, the token, the log format and the audit log. */
export type TestSettings = Partial<
  Omit<
    Settings["Type"],
    "apiUrl" | "token" | "tokenFile" | "logFormat" | "audit" | "auditFile" | "auditRequired" | "auditSync"
  >
>

/** The product's default settings, independent of the environment. */
export const productSettings: Effect.Effect<Settings["Type"]> = Effect.suspend(() =>
  Effect.orDie(ConfigProvider.fromMap(new Map()).load(config))
)

/** Provides a client of a server in this process, with default settings, except the given ones, and no log. */
export const serverOver = (
  transport: Layer.Layer<Transport>,
  settings: TestSettings,
  afterCall?: Effect.Effect<void>
): Layer.Layer<Client> =>
  Layer.unwrapEffect(
    Effect.map(productSettings, (rest) =>
      Layer.provide(
        inProcess.layer(afterCall),
        serverLayer({
          settings: { ...rest, logLevel: "none", ...settings },
          transport,
          audit: Layer.succeed(AuditLog.AuditLog, AuditLog.off)
        })
      )
    )
  )
