/** An audit log with a call to record. */
import { Effect, FiberRef, HashSet, Layer, Logger, Redacted } from "effect"
import { AuditLog, type AuditSettings, layer as auditLayer, type Intent } from "../../src/audit/AuditLog.ts"
import { LogOutput } from "../../src/telemetry/LogOutput.ts"
import { makeRedactor } from "../../src/text/secrets.ts"

/** A secret of the server. */
export const TOKEN = "sandbox-token"

/** A call with the secret in it. */
export const sending: Intent = {
  tool: "messages_send",
  risk: "write",
  ids: [{ kind: "channel", id: "1248328050311954441" }],
  arguments: { channel_id: "1248328050311954441", content: `hello ${TOKEN}` }
}

/** The audit log with these settings for as long as the scope lives, and its lines in the server's log. */
export const auditing = Effect.fnUntraced(function* (settings: Partial<AuditSettings>) {
  const logged: Array<string> = []
  const logger = Logger.make<unknown, void>(({ logLevel, message }) => {
    logged.push(`${logLevel.label} ${[message].flat().join(" ")}`)
  })
  const context = yield* Layer.build(
    auditLayer(
      {
        audit: "file",
        auditRequired: false,
        file: undefined,
        pid: 100,
        output: new LogOutput({ write: (_, done) => done(), isFree: () => true }),
        ...settings
      },
      makeRedactor([Redacted.make(TOKEN)])
    )
  )
  const run = <A, E, R>(effect: Effect.Effect<A, E, R | AuditLog>) =>
    effect.pipe(Effect.provide(context), Effect.locally(FiberRef.currentLoggers, HashSet.make(logger)))
  return { run, logged }
})

/** A complete call. */
export const called = Effect.flatMap(AuditLog, (audit) =>
  Effect.flatMap(audit.intend(sending), (ticket) => audit.end(ticket, { outcome: "OK", risk: "write", attempts: 1 }))
)
