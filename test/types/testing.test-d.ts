/** Checked by `tsc` alone: each expected error below is one that the compiler must find. */
// @effect-diagnostics missingEffectError:off missingEffectContext:off missingLayerContext:off
import { Effect, FastCheck, type Layer } from "effect"
import { type Client, callTool } from "../../src/client/index.ts"
import { DiscordRateLimitError } from "../../src/errors/ClientErrors.ts"
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
// @ts-expect-error nor does a method that the route does not have
export const wrongMethod = Fault.status(502).on("PUT /channels/:id/messages")
// @ts-expect-error nor does a path with an id in it
export const withId = Fault.status(502).on("POST /channels/1248328050278400001/messages")

// Each thing is said once.
export const saidAll = Fault.hang().on("GET /guilds/:id").after(1).times(2).afterEffect()
// @ts-expect-error a fault is of one operation
export const twice = Fault.hang().on("GET /guilds/:id").on("GET /channels/:id")
// @ts-expect-error how often is said once
export const often = Fault.hang().times(2).forever()
// @ts-expect-error when it begins is said once
export const begins = Fault.hang().after(2).after(3)

// What says by itself whether the request is carried out is not asked again.
// @ts-expect-error a connection that breaks before the effect does not break after it
export const contradicting = Fault.cutBeforeEffect().afterEffect()
// @ts-expect-error a request that is limited is not carried out
export const limitedAfter = Fault.rateLimited({ retryAfterMs: 1000 }).afterEffect()

// Numbers are those that can be.
// @ts-expect-error a fault that never happens is none
export const never = Fault.hang().times(0)
// @ts-expect-error nothing happens half
export const half = Fault.hang().times(1.5)
// @ts-expect-error nothing begins before now
export const before = Fault.hang().after(-1)
// @ts-expect-error a status that nobody sends does not compile
export const unheard = Fault.status(599)
// @ts-expect-error a code that Discord does not have does not compile
export const unknownCode = Fault.status(403, 59_999)
// @ts-expect-error a rate limit says for how long
export const endless = Fault.rateLimited({ scope: "user" })
// @ts-expect-error and whom it is for
export const scopeless = Fault.rateLimited({ retryAfterMs: 1, scope: "channel" })

// In a script only the last fault may go on for ever.
export const good = Fault.script(Fault.hang(), Fault.badGateway().times(2), Fault.status(503).forever())
export const nested = Fault.script(Fault.script(Fault.hang(), Fault.badGateway()), Fault.status(503))
// @ts-expect-error nothing comes after what never ends
export const after = Fault.script(Fault.status(503).forever(), Fault.hang())
// @ts-expect-error nor after a script that never ends
export const afterScript = Fault.script(good, Fault.hang())
// @ts-expect-error a script has a fault in it
export const empty = Fault.script()

// Generated values have the types of what they are for.
holds<Equals<ReturnType<typeof errorOf<"DiscordRateLimitError">>, FastCheck.Arbitrary<DiscordRateLimitError>>>()
// @ts-expect-error a class that the union does not have does not compile
export const noClass = errorOf("DiscordRateLimitedError")
export const inputs: FastCheck.Arbitrary<{ readonly channel_id: string }> = toolInput("messages_send")
// @ts-expect-error a tool that the catalogue does not have does not compile
export const noTool = toolInput("messages_sent")
// @ts-expect-error nor does it for wrong inputs
export const noWrongTool = wrongInput("messages_sent")

// A property gives its values to the predicate, and needs what that needs.
export const typed = property("typed", [toolInput("guild_get"), FastCheck.nat()], ({ guild_id }, count) =>
  Effect.map(callTool("guild_get", { guild_id }), ({ id }) => id.length > count)
)
holds<Equals<typeof typed, Effect.Effect<void, PropertyFailed, Client>>>()
export const pure = property("pure", [FastCheck.nat()], (count) => count >= 0)
holds<Equals<typeof pure, Effect.Effect<void, PropertyFailed>>>()
// @ts-expect-error a predicate of other values does not compile
export const otherValues = property("other", [FastCheck.nat()], (text: string) => text.length > 0)

// Layers give the client that a step asks for, and whatever else there is to ask.
holds<Equals<ReturnType<typeof sandbox>, Layer.Layer<Client | Sandbox>>>()
holds<Equals<ReturnType<typeof recorded>, Layer.Layer<Client, RecordingFailed>>>()
const limited = new DiscordRateLimitError({ retry_after_ms: 1, scope: "user", sent: true })
export const all: Layer.Layer<Client> = failing(limited)
export const some: Layer.Layer<Client | Sandbox> = failingOnly(limited, ["messages_send"], sandbox())
// @ts-expect-error a tool that the catalogue does not have cannot fail
export const noFailing = failingOnly(limited, ["messages_sent"], sandbox())
// @ts-expect-error nor does a call fail with what no call fails with
export const notOurs = failing(new Error("no"))
// @ts-expect-error what a test must not set does not compile
export const audited = sandbox({ settings: { audit: "file" } })
