/** Live events of a process, over the sandbox's gateway. */
// @effect-diagnostics globalFetchInEffect:off
import * as FileSystem from "@effect/platform/FileSystem"
import { Context, Effect, Exit, Layer, Redacted, Scope, TestClock } from "effect"
import * as AuditLog from "../../src/audit/AuditLog.ts"
import { coreServices } from "../../src/live/coreServices.ts"
import { Gateway } from "../../src/live/Gateway.ts"
import * as GatewayLive from "../../src/live/GatewayLive.ts"
import type { SandboxShape } from "../../src/sandbox/Sandbox.ts"
import { fileStream, LogOutput } from "../../src/telemetry/LogOutput.ts"
import { makeRedactor } from "../../src/text/secrets.ts"
import { type Overrides, settings } from "../discord/session.ts"
import { nodeContext } from "../nodeContext.ts"
import { until } from "./connection/connecting.ts"
import { discordOf } from "./connection/discordOf.ts"

/** Live events of a process that keeps its files in `directory`. */
export const gatewayOf = (
  sandbox: Pick<SandboxShape, "token" | "url">,
  directory: string | undefined,
  overrides: GatewayOverrides = {}
) => gatewayOver(sandbox, discordOf(sandbox), directory, overrides)

type GatewayOverrides = Overrides & { readonly pid?: number; readonly workingDirectory?: string }

/** The same over a Discord that others use, too. */
export const gatewayOver = (
  sandbox: Pick<SandboxShape, "token">,
  discord: ReturnType<typeof discordOf>,
  directory: string | undefined,
  { pid = process.pid, workingDirectory = "", ...overrides }: GatewayOverrides = {}
) =>
  GatewayLive.layer({
    token: Redacted.make(sandbox.token),
    machine: directory === undefined ? undefined : { directory, pid, isAlive: () => true },
    workingDirectory
  }).pipe(
    Layer.provide(discord),
    Layer.provide(settings({ gateway: true, ...overrides })),
    Layer.provide(audited(overrides)),
    Layer.provide(nodeContext),
    Layer.map((context) => coreServices(Context.get(context, Gateway)))
  )

/** Only tests with a file for it record what live events write. */
const audited = ({ auditFile: file, auditRequired = false }: Overrides) =>
  file === undefined
    ? Layer.succeed(AuditLog.AuditLog, AuditLog.off)
    : AuditLog.layer(
        {
          audit: "file",
          auditRequired,
          file,
          pid: process.pid,
          output: new LogOutput(fileStream(process.stderr.fd))
        },
        makeRedactor([])
      )

/** Starts a process. `stop` ends it, as a shutdown does. */
export const start = (sandbox: SandboxShape, directory: string | undefined, overrides: GatewayOverrides = {}) =>
  startOver(gatewayOf(sandbox, directory, overrides))

/** Starts these live events. */
export const startOver = Effect.fnUntraced(function* (live: ReturnType<typeof gatewayOf>) {
  const scope = yield* Scope.make()
  yield* Effect.addFinalizer(() => Scope.close(scope, Exit.void))
  const gateway = Context.get(yield* Layer.buildWithScope(live, scope), Gateway)
  const passWaits = Effect.flatMap(gateway.status, ({ connection }) =>
    connection?.state === "waiting" ? TestClock.adjust("5 seconds") : Effect.void
  )
  return {
    ...gateway,
    /** Completes when the bot is connected. */
    connected: until(Effect.zipRight(passWaits, gateway.status), ({ unavailable }) => unavailable === undefined),
    /** Completes when the log has so many events of these types, and returns them. */
    logged: (count: number, ...types: ReadonlyArray<string>) =>
      until(
        Effect.zipRight(
          passWaits,
          Effect.flatMap(gateway.log, (log) =>
            log.read({ limit: 1000, filter: ({ type }) => types.length === 0 || types.includes(type) })
          ).pipe(
            Effect.map(({ events }) => events),
            Effect.orElseSucceed(() => [])
          )
        ),
        (events) => events.length >= count
      ),
    stop: Scope.close(scope, Exit.void)
  }
})

/** A file that is no directory, so that nothing can be written there. */
export const blocked = Effect.fnUntraced(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  yield* fs.makeDirectory(path.slice(0, path.lastIndexOf("/")), { recursive: true })
  yield* fs.writeFileString(path, "")
})

/** Sends a message by the bot over HTTP. Returns its id. */
export const post = ({ token, url }: SandboxShape, channel: string, content: string) =>
  Effect.promise(() =>
    fetch(`${url}/channels/${channel}/messages`, {
      method: "POST",
      headers: { authorization: `Bot ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ content })
    }).then((response) => response.json())
  ).pipe(Effect.map((message): string => Object(message).id))
