/** Checked by `tsc` alone: each expected error below is one that the compiler must find. */
// @effect-diagnostics missingEffectError:off missingEffectContext:off missingLayerContext:off
import { Effect, FastCheck, type Layer } from "effect"
import { type Client, callTool } from "../../src/client/index.ts"
import { DiscordRateLimitError } from "../../src/errors/DiscordMcpError.ts"
import {
  errorOf,
  Fault,
  failing,
  failingOnly,
  type Operation,
  type PropertyFailed,
  property,
  type RecordingFailed,
  type recorded,
  type Sandbox,
  sandbox,
  toolInput,
  wrongInput
} from "../../src/testing/index.ts"

type Equals<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

const holds = <_Statement extends true>(): void => undefined

// A fault is for an operation that the sandbox knows.
holds<Equals<string extends Operation ? true : false, false>>()
holds<"POST /channels/:id/messages" extends Operation ? true : false>()
holds<"GET /applications/:id/guilds/:id/commands/:id" extends Operation ? true : false>()
holds<"DELETE /channels/:id/messages/:id/reactions/:id/@me" extends Operation ? true : false>()
export const known = Fault.status(502).after(2).on("POST /channels/:id/messages")
// @ts-expect-error a misspelt operation does not compile
export const misspelt = Fault.status(502).on("POST /channel/:id/messages")
// @ts-expect-error a method that the route does not have does not compile
export const wrongMethod = Fault.status(502).on("PUT /channels/:id/messages")
// @ts-expect-error a path with an id does not compile
export const withId = Fault.status(502).on("POST /channels/1248328050278400001/messages")

// Each property of a fault is set at most once.
export const saidAll = Fault.hang().on("GET /guilds/:id").after(1).times(2).afterEffect()
// @ts-expect-error a second operation does not compile
export const twice = Fault.hang().on("GET /guilds/:id").on("GET /channels/:id")
// @ts-expect-error a second number of times does not compile
export const often = Fault.hang().times(2).forever()
// @ts-expect-error a second start does not compile
export const begins = Fault.hang().after(2).after(3)

// Some faults determine whether the request takes effect.
// @ts-expect-error a cut before the effect cannot be after it
export const contradicting = Fault.cutBeforeEffect().afterEffect()
// @ts-expect-error a rate-limited request has no effect
export const limitedAfter = Fault.rateLimited({ retryAfterMs: 1000 }).afterEffect()

// Numbers are checked.
// @ts-expect-error zero times does not compile
export const never = Fault.hang().times(0)
// @ts-expect-error a fraction does not compile
export const half = Fault.hang().times(1.5)
// @ts-expect-error a negative number does not compile
export const before = Fault.hang().after(-1)
// @ts-expect-error an unknown status does not compile
export const unknownStatus = Fault.status(599)
// @ts-expect-error a code that Discord does not have does not compile
export const unknownCode = Fault.status(403, 59_999)
// @ts-expect-error a rate limit without a wait does not compile
export const endless = Fault.rateLimited({ scope: "user" })
// @ts-expect-error an unknown scope does not compile
export const scopeless = Fault.rateLimited({ retryAfterMs: 1, scope: "channel" })

// In a script only the last fault may go on for ever.
export const good = Fault.script(Fault.hang(), Fault.badGateway().times(2), Fault.status(503).forever())
export const nested = Fault.script(Fault.script(Fault.hang(), Fault.badGateway()), Fault.status(503))
// @ts-expect-error a fault after an endless one does not compile
export const after = Fault.script(Fault.status(503).forever(), Fault.hang())
// @ts-expect-error a fault after an endless script does not compile
export const afterScript = Fault.script(good, Fault.hang())
// @ts-expect-error an empty script does not compile
export const empty = Fault.script()

// Generated values are typed.
holds<Equals<ReturnType<typeof errorOf<"DiscordRateLimitError">>, FastCheck.Arbitrary<DiscordRateLimitError>>>()
// @ts-expect-error a class that the union does not have does not compile
export const noClass = errorOf("DiscordRateLimitedError")
export const inputs: FastCheck.Arbitrary<{ readonly channel_id: string }> = toolInput("messages_send")
export const narrowed: FastCheck.Arbitrary<{ readonly channel_id: string }> = toolInput("messages_send", {
  content: FastCheck.constant("x"),
  allowed_mentions: FastCheck.constant(undefined)
})
export const narrowedStep = toolInput("mcp_pipeline", {
  mode: FastCheck.constantFrom("serial" as const, "parallel" as const)
})
// @ts-expect-error a field that the tool does not have does not compile
export const noField = toolInput("messages_send", { contents: FastCheck.constant("x") })
// @ts-expect-error a value of another type does not compile
export const wrongField = toolInput("messages_send", { content: FastCheck.nat() })
// @ts-expect-error a word that the field does not accept does not compile
export const wrongWord = toolInput("mcp_pipeline", { mode: FastCheck.constant("sideways") })
// @ts-expect-error a value in place of an arbitrary does not compile
export const bareField = toolInput("messages_send", { content: "x" })
// @ts-expect-error a tool that the catalogue does not have does not compile
export const noTool = toolInput("messages_sent")
// @ts-expect-error an unknown tool does not compile for wrong inputs either
export const noWrongTool = wrongInput("messages_sent")

// A property passes its values to the predicate, and requires the same services.
export const typed = property("typed", [toolInput("guild_get"), FastCheck.nat()], ({ guild_id }, count) =>
  Effect.map(callTool("guild_get", { guild_id }), ({ id = "" }) => id.length > count)
)
holds<Equals<typeof typed, Effect.Effect<void, PropertyFailed, Client>>>()
export const pure = property("pure", [FastCheck.nat()], (count) => count >= 0)
holds<Equals<typeof pure, Effect.Effect<void, PropertyFailed>>>()
// @ts-expect-error a predicate of other values does not compile
export const otherValues = property("other", [FastCheck.nat()], (text: string) => text.length > 0)

// Layers provide the client, and the sandbox if there is one.
holds<Equals<ReturnType<typeof sandbox>, Layer.Layer<Client | Sandbox>>>()
holds<Equals<ReturnType<typeof recorded>, Layer.Layer<Client, RecordingFailed>>>()
const limited = new DiscordRateLimitError({ retry_after_ms: 1, scope: "user", sent: true })
export const all: Layer.Layer<Client> = failing(limited)
export const some: Layer.Layer<Client | Sandbox> = failingOnly(limited, ["messages_send"], sandbox())
// @ts-expect-error a tool that the catalogue does not have cannot fail
export const noFailing = failingOnly(limited, ["messages_sent"], sandbox())
// @ts-expect-error a call cannot fail with an error outside the union
export const notOurs = failing(new Error("no"))
// @ts-expect-error a setting that tests must not change does not compile
export const audited = sandbox({ settings: { audit: "file" } })
