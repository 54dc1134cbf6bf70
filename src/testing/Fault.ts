/**
 * Faults of a sandbox as immutable values: the effect, the operation, the start and the number of
 * repetitions. `sandbox.fail` injects faults. As JSON, faults are the body for `/__sandbox/faults`
 * of a sandbox in another process.
 */
import type { RESTJSONErrorCodes } from "discord-api-types/v10"
import type { GatewayEffect, HttpEffect, Fault as SandboxFault, Script } from "../sandbox/Fault.ts"
import type { Operation } from "../sandbox/routes/all.ts"

/** A fault with the modifiers that it can still take. Without modifiers, it applies to the next request. */
export type Fault<Remaining extends Modifier = never, Lasts extends boolean = boolean> = Script & {
  readonly [lasts]?: Lasts
} & Pick<Modifiers<Remaining, Lasts>, Methods[Remaining]>

/** The modifiers of a fault. Each one can be used once. */
export type Modifier = "on" | "after" | "often" | "afterEffect"

/** A fault that ends. Another one can follow it in a script. */
export type FiniteFault = Script & { readonly [lasts]?: false }

/** A fault that never ends. No fault can follow it in a script. */
export type EndlessFault = Script & { readonly [lasts]?: true }

/** Statuses of Discord and of Cloudflare. `answer` sends any other status. */
export type Status =
  | (400 | 401 | 402 | 403 | 404 | 405 | 408 | 409 | 410 | 413 | 415 | 422 | 423 | 424 | 425 | 429)
  | (500 | 501 | 502 | 503 | 504 | 520 | 521 | 522 | 523 | 524 | 525 | 526 | 530)

/** Discord responds with this status and JSON code. */
export const status = (code: Status, discordCode: RESTJSONErrorCodes = 0): Fault<Modifier, false> =>
  faultOf({ kind: "status", status: code, body: { message: "A fault of the sandbox", code: discordCode } })

/** Discord responds with exactly this reply: `body` as JSON, or `text`. */
export const answer = (reply: {
  readonly status: number
  readonly body?: unknown
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
}): Fault<Modifier, false> => faultOf({ kind: "status", ...reply })

/** A 429 in the scope of this bot on the route (`user`), of this bot (`global`), or of all bots (`shared`). */
export const rateLimited = ({
  retryAfterMs,
  scope = "user"
}: {
  readonly retryAfterMs: number
  readonly scope?: "user" | "global" | "shared"
}): Fault<EffectSettled, false> => faultOf({ kind: "rate_limit", scope, retry_after: retryAfterMs / 1000 })

/** Cloudflare blocks: too many requests (`1015`), this address (`1020`), or this bot (`banned`). */
export const cloudflare = (refusal: "1015" | "1020" | "banned"): Fault<EffectSettled, false> =>
  faultOf({ kind: "cloudflare", page: refusal })

/** The response of a search whose index is not ready. */
export const indexNotReady = ({ retryAfterMs }: { readonly retryAfterMs: number }): Fault<EffectSettled, false> =>
  faultOf({ kind: "index_not_ready", retry_after: Math.ceil(retryAfterMs / 1000) })

/** The response arrives `ms` milliseconds late. */
export const delayed = (ms: number): Fault<Modifier, false> => faultOf({ kind: "latency", ms })

/**
 * The response never arrives. The connection stays open until the server's timeout, by default 30
 * seconds for each attempt. With `ms`, the connection breaks earlier.
 */
export const hang = ({ ms }: { readonly ms?: number } = {}): Fault<Modifier, false> =>
  faultOf({ kind: "hang", at: "headers", ...(ms !== undefined && { ms }) })

/** The connection breaks before the request is executed. */
export const cutBeforeEffect = (): Fault<EffectSettled, false> => faultOf({ kind: "reset", at: "headers" })

/** The request is executed, then the connection breaks before the response. */
export const cutAfterEffect = (): Fault<EffectSettled, false> => faultOf({ kind: "reset", at: "headers" }).afterEffect()

/** The request is executed, and the connection breaks in the middle of the response. */
export const halfAnswer = (): Fault<EffectSettled, false> => faultOf({ kind: "cut" }).afterEffect()

/** A 200 with an HTML page instead of JSON. */
export const notJson = (): Fault<Modifier, false> => faultOf(page(200, "Sign in"))

/** A 502 with an HTML page. */
export const badGateway = (): Fault<Modifier, false> => faultOf(page(502, "502 Bad Gateway"))

/**
 * A fault of the gateway: its effect on the next payload with this name. That is an event, such as `MESSAGE_CREATE`,
 * `READY` or `HEARTBEAT_ACK`, or `IDENTIFY` or `RESUME` of the server under test. `*` matches any part of a name.
 */
export const onGateway = (payload: string, effect: GatewayEffect): Fault<Exclude<Modifier, "on">, false> =>
  new FaultBuilder({ match: { gateway: payload }, do: effect })

/**
 * Runs faults in sequence. Each fault starts when the previous fault is used up, so only the last
 * fault can be endless.
 */
export const script: {
  (...faults: readonly [...ReadonlyArray<FiniteFault>, FiniteFault]): FiniteFault
  (...faults: readonly [...ReadonlyArray<FiniteFault>, Script]): EndlessFault
} = (...faults) => {
  const [first, ...next] = faults.flatMap(({ script }) => script)
  // There is at least one script, and each has at least one fault.
  return { script: [first as SandboxFault, ...next] }
}

/** The modifiers of a fault that already defines whether the request is executed. */
type EffectSettled = Exclude<Modifier, "afterEffect">

interface Methods {
  readonly on: "on"
  readonly after: "after"
  readonly often: "times" | "forever"
  readonly afterEffect: "afterEffect"
}

interface Modifiers<Remaining extends Modifier, Lasts extends boolean> {
  /** Applies the fault only to this operation. */
  readonly on: (operation: Operation) => Fault<Exclude<Remaining, "on">, Lasts>
  /** Lets `count` matching requests pass first. */
  readonly after: <const Count extends number>(count: Whole<Count>) => Fault<Exclude<Remaining, "after">, Lasts>
  /** Applies the fault to `count` requests. Default 1. */
  readonly times: <const Count extends number>(count: AtLeastOne<Count>) => Fault<Exclude<Remaining, "often">, Lasts>
  /** Applies the fault to every further request. */
  readonly forever: () => Fault<Exclude<Remaining, "often">, true>
  /** Executes the request before the fault applies to its response. */
  readonly afterEffect: () => Fault<Exclude<Remaining, "afterEffect">, Lasts>
}

/** A literal number must be a whole number. A computed one is checked at runtime. */
type Whole<Count extends number> = `${Count}` extends `-${string}` | `${string}.${string}` ? never : Count

type AtLeastOne<Count extends number> = `${Count}` extends "0" ? never : Whole<Count>

/** Type-level only: whether a fault never ends. */
declare const lasts: unique symbol

const faultOf = (effect: HttpEffect): FaultBuilder => new FaultBuilder({ do: effect })

const page = (code: number, title: string): HttpEffect => ({
  kind: "status",
  status: code,
  text: `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
  content_type: "text/html"
})

class FaultBuilder {
  readonly script: readonly [SandboxFault]

  constructor(fault: SandboxFault) {
    this.script = [fault]
  }

  on(operation: Operation): FaultBuilder {
    return this.#with({ match: { operation } })
  }

  after(count: number): FaultBuilder {
    return this.#with({ after: count })
  }

  times(count: number): FaultBuilder {
    return this.#with({ times: count })
  }

  forever(): FaultBuilder {
    return this.#with({ times: "forever" })
  }

  afterEffect(): FaultBuilder {
    return this.#with({ after_effect: true })
  }

  #with(more: Partial<SandboxFault>): FaultBuilder {
    return new FaultBuilder({ ...this.script[0], ...more })
  }
}
