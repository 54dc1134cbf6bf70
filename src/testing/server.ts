import { ConfigProvider, Effect, Layer } from "effect"
import type { Client } from "../client/Client.ts"
import { config, type Settings } from "../config/Settings.ts"
import type { Transport } from "../discord/Transport.ts"
import { serverLayer } from "../serverLayer.ts"
import * as AuditLog from "../telemetry/audit/AuditLog.ts"
import * as Redactor from "../telemetry/Redactor.ts"
import * as inProcess from "./inProcess.ts"

/** What a test may set of what an operator can: where Discord is, and what is recorded of calls, the test decides. */
export type TestSettings = Partial<
  Omit<
    Settings["Type"],
    "apiUrl" | "token" | "tokenFile" | "logFormat" | "audit" | "auditFile" | "auditRequired" | "auditSync"
  >
>

/** The product's own settings, whatever the environment of the test says. */
export const productSettings: Effect.Effect<Settings["Type"]> = Effect.suspend(() =>
  Effect.orDie(ConfigProvider.fromMap(new Map()).load(config))
)

/** A client of a server in this process: the product's own settings but for those that are named, and no log. */
export const over = (
  transport: Layer.Layer<Transport>,
  settings: TestSettings,
  afterCall?: Effect.Effect<void>
): Layer.Layer<Client> =>
  Layer.unwrapEffect(
    Effect.map(productSettings, (rest) =>
      Layer.provide(
        inProcess.layer(afterCall),
        serverLayer({ settings: { ...rest, logLevel: "none", ...settings }, transport, audit: unaudited() })
      )
    )
  )

const unaudited = () =>
  AuditLog.layer(
    { audit: "off", auditRequired: false, auditSync: "background", file: undefined, pid: 0 },
    Redactor.make([])
  )
