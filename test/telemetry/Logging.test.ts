import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Fiber, Layer, Logger, LogLevel, Redacted, Tracer } from "effect"
import { type LoggingSettings, layer } from "../../src/telemetry/Logging.ts"
import { MASK, makeRedactor } from "../../src/text/secrets.ts"

const TOKEN = "sandbox-token"
const redactor = makeRedactor([Redacted.make(TOKEN)])

/** The output of a program: the console method with the text, one pair per call. */
const printed = (settings: LoggingSettings, program: Effect.Effect<void>) =>
  Effect.gen(function* () {
    const lines: Array<readonly [string, string]> = []
    const console = yield* Effect.console
    const recording = new Proxy(console.unsafe, {
      get:
        (_, method) =>
        (...args: ReadonlyArray<unknown>) => {
          if (args.length > 0) lines.push([String(method), args.map(String).join(" ")])
        }
    })
    const context = yield* Layer.build(layer(settings, redactor))
    yield* program.pipe(Effect.provide(context), Effect.withConsole({ ...console, unsafe: recording }))
    return lines
    // In a separate fiber, because the end of a scope does not remove loggers from the fiber that built them.
  }).pipe(Effect.scoped, Effect.fork, Effect.flatMap(Fiber.await), Effect.flatten)

/** A line with a secret in every part of it. */
const leaking = Effect.logError(
  `asking with ${TOKEN}`,
  { authorization: `Bot ${TOKEN}`, attempts: [TOKEN] },
  Cause.parallel(Cause.fail(new Error(`refused ${TOKEN}`)), Cause.die({ token: TOKEN }))
).pipe(Effect.annotateLogs({ url: `/webhooks/1248328050311954441/${"x".repeat(40)}`, request: { token: TOKEN } }))

const first = ([line]: ReadonlyArray<readonly [string, string]>): Readonly<Record<string, unknown>> =>
  Object(JSON.parse(line?.[1] ?? "null"))

describe("logging", () => {
  for (const format of ["json", "pretty"] as const) {
    it.effect(`as ${format} writes only to stderr, without the secret in message, cause or annotation`, () =>
      Effect.gen(function* () {
        const lines = yield* printed({ level: "debug", format }, Effect.zipRight(leaking, Effect.logDebug("fine")))
        assert.isAbove(lines.length, 1)
        assert.deepStrictEqual([...new Set(lines.map(([method]) => method))], ["error"])
        const all = lines.map(([, text]) => text).join("\n")
        assert.notInclude(all, TOKEN)
        assert.notInclude(all, "xxxxxxxxxx")
        assert.include(all, `asking with ${MASK}`)
        assert.include(all, `refused ${MASK}`)
        assert.include(all, `/webhooks/1248328050311954441/${MASK}`)
      })
    )
  }

  it.effect("as pretty has colours only on a terminal", () =>
    Effect.gen(function* () {
      for (const [coloured, is] of [
        [true, true],
        [false, false],
        [undefined, false]
      ] as const) {
        const settings = { level: "info", format: "pretty", ...(coloured !== undefined && { coloured }) } as const
        const lines = yield* printed(settings, Effect.logWarning("odd"))
        assert.strictEqual(
          lines.some(([, text]) => text.includes("\u001b[")),
          is
        )
      }
    })
  )

  it.effect("as json is one object per line, with all parts", () =>
    Effect.gen(function* () {
      const line = first(yield* printed({ level: "info", format: "json" }, leaking))
      assert.deepStrictEqual(
        { level: line.logLevel, message: line.message, annotations: line.annotations },
        {
          level: "ERROR",
          message: [`asking with ${MASK}`, { authorization: `Bot ${MASK}`, attempts: [MASK] }],
          annotations: {
            url: `/webhooks/1248328050311954441/${MASK}`,
            request: { token: MASK }
          }
        }
      )
      assert.match(String(line.cause), /Error: refused \*\*\*[\s\S]*Logging\.test\.ts/)
    })
  )

  it.effect("has the trace and span of a line if it is traced", () =>
    Effect.gen(function* () {
      const trace = Tracer.externalSpan({ traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" })
      const annotations = (program: Effect.Effect<void>) =>
        Effect.map(printed({ level: "info", format: "json" }, program), (lines) => first(lines).annotations)
      const line = Effect.annotateLogs(Effect.logInfo("ready"), { tool: "guild_get" })
      assert.deepStrictEqual(yield* annotations(Effect.withParentSpan(line, trace)), {
        tool: "guild_get",
        trace_id: trace.traceId
      })
      assert.deepStrictEqual(yield* annotations(line), { tool: "guild_get" })
      const untraced = Effect.withTracerEnabled(Effect.withSpan(line, "one"), false)
      assert.deepStrictEqual(yield* annotations(untraced), { tool: "guild_get" })
    })
  )

  it.effect("omits lines that only a client requested", () =>
    Effect.gen(function* () {
      const program = Logger.withMinimumLogLevel(
        Effect.zipRight(Effect.logDebug("d"), Effect.logWarning("w")),
        LogLevel.All
      )
      const lines = yield* printed({ level: "warn", format: "json" }, program)
      assert.deepStrictEqual(
        lines.map((line) => first([line]).message),
        ["w"]
      )
    })
  )

  it.effect("shows no cause if there is none", () =>
    Effect.gen(function* () {
      const line = first(yield* printed({ level: "info", format: "json" }, Effect.logInfo("ready")))
      assert.deepStrictEqual([line.message, line.cause], ["ready", undefined])
    })
  )

  it.effect("omits lines below the minimum level", () =>
    Effect.gen(function* () {
      const all = Effect.all([Effect.logDebug("d"), Effect.logInfo("i"), Effect.logWarning("w"), Effect.logError("e")])
      const messages = (level: LoggingSettings["level"]) =>
        Effect.map(printed({ level, format: "json" }, Effect.asVoid(all)), (lines) =>
          lines.map((line) => first([line]).message)
        )
      assert.deepStrictEqual(yield* messages("debug"), ["d", "i", "w", "e"])
      assert.deepStrictEqual(yield* messages("info"), ["i", "w", "e"])
      assert.deepStrictEqual(yield* messages("warn"), ["w", "e"])
      assert.deepStrictEqual(yield* messages("error"), ["e"])
      assert.deepStrictEqual(yield* messages("none"), [])
    })
  )
})
