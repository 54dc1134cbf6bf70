/**
 * What goes wrong in a sandbox, as values: a kind of fault, then for which
 * operation, from when on and how often. `sandbox.fail` lets it happen; as JSON
 * it is what `/__sandbox/faults` of a sandbox in another process takes.
 */
import type { RESTJSONErrorCodes } from "discord-api-types/v10"
import type { FaultEffect, Script, Fault as Told } from "../sandbox/Fault.ts"
import type { Operation } from "../sandbox/routes/all.ts"

/** A fault, with what has not been said of it yet. Left as it is, it spoils the next request, whichever that is. */
export type Fault<Unsaid extends Word = never, Lasts extends boolean = boolean> = Script & {
  readonly [lasts]?: Lasts
} & Pick<Sayings<Unsaid, Lasts>, Methods[Unsaid]>

/** What can be said of a fault, each once. */
export type Word = "on" | "after" | "often" | "afterEffect"

/** A fault that ends: another one may follow it. */
export type Ending = Script & { readonly [lasts]?: false }

/** A fault that never ends: nothing may follow it. */
export type Endless = Script & { readonly [lasts]?: true }

/** The statuses of Discord and of the network in front of it. `answer` sends any other. */
export type Status =
  | (400 | 401 | 402 | 403 | 404 | 405 | 408 | 409 | 410 | 413 | 415 | 422 | 423 | 424 | 425 | 429)
  | (500 | 501 | 502 | 503 | 504 | 520 | 521 | 522 | 523 | 524 | 525 | 526 | 530)

/** Discord refuses with this status, and with this JSON code where one is given. */
export const status = (code: Status, discordCode: RESTJSONErrorCodes = 0): Fault<Word, false> =>
  said({ kind: "status", status: code, body: { message: "A fault of the sandbox", code: discordCode } })

/** Discord answers exactly so: `body` as JSON, or `text`. */
export const answer = (reply: {
  readonly status: number
  readonly body?: unknown
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
}): Fault<Word, false> => said({ kind: "status", ...reply })

/** A true 429: of this bot on the route, of this bot everywhere, or of everybody on the resource. */
export const rateLimited = ({
  retryAfterMs,
  scope = "user"
}: {
  readonly retryAfterMs: number
  readonly scope?: "user" | "global" | "shared"
}): Fault<Settled, false> => said({ kind: "rate_limit", scope, retry_after: retryAfterMs / 1000 })

/** The network in front of Discord refuses: too many requests (`1015`), this address (`1020`), or this bot (`banned`). */
export const cloudflare = (refusal: "1015" | "1020" | "banned"): Fault<Settled, false> =>
  said({ kind: "cloudflare", page: refusal })

/** A search whose index is still being made. */
export const indexNotReady = ({ retryAfterMs }: { readonly retryAfterMs: number }): Fault<Settled, false> =>
  said({ kind: "index_not_ready", retry_after: Math.ceil(retryAfterMs / 1000) })

/** The answer comes so many milliseconds late. */
export const delayed = (ms: number): Fault<Word, false> => said({ kind: "latency", ms })

/** The answer never comes, and the connection stays open. */
export const hang = (): Fault<Word, false> => said({ kind: "hang", at: "headers" })

/** The connection breaks before the request is carried out. */
export const cutBeforeEffect = (): Fault<Settled, false> => said({ kind: "reset", at: "headers" })

/** The request is carried out, then the connection breaks: nobody is told. */
export const cutAfterEffect = (): Fault<Settled, false> => said({ kind: "reset", at: "headers" }).afterEffect()

/** The request is carried out, and the connection ends in the middle of the answer. */
export const halfAnswer = (): Fault<Settled, false> => said({ kind: "cut" }).afterEffect()

/** A web page where JSON should be, with a 200 in front of it. */
export const notJson = (): Fault<Word, false> => said(page(200, "Sign in"))

/** The page of a gateway whose Discord is away. */
export const badGateway = (): Fault<Word, false> => said(page(502, "502 Bad Gateway"))

/** One fault after another: each begins when the one before it is used up, so only the last may go on for ever. */
export const script: {
  (...faults: readonly [...ReadonlyArray<Ending>, Ending]): Ending
  (...faults: readonly [...ReadonlyArray<Ending>, Script]): Endless
} = (...faults) => {
  const [first, ...next] = faults.flatMap(({ script }) => script)
  // Each of them has at least one fault, and there is at least one of them.
  return { script: [first as Told, ...next] }
}

/** What can be said of a fault that already says whether the request is carried out. */
type Settled = Exclude<Word, "afterEffect">

interface Methods {
  readonly on: "on"
  readonly after: "after"
  readonly often: "times" | "forever"
  readonly afterEffect: "afterEffect"
}

interface Sayings<Unsaid extends Word, Lasts extends boolean> {
  /** Spoils this operation alone. */
  readonly on: (operation: Operation) => Fault<Exclude<Unsaid, "on">, Lasts>
  /** So many of these requests pass unharmed first. */
  readonly after: <const Count extends number>(count: Whole<Count>) => Fault<Exclude<Unsaid, "after">, Lasts>
  /** Spoils so many requests; 1 where nothing is said. */
  readonly times: <const Count extends number>(count: AtLeastOne<Count>) => Fault<Exclude<Unsaid, "often">, Lasts>
  /** Spoils every request from then on. */
  readonly forever: () => Fault<Exclude<Unsaid, "often">, true>
  /** The request is carried out first: only its answer is spoiled. */
  readonly afterEffect: () => Fault<Exclude<Unsaid, "afterEffect">, Lasts>
}

/** A number that is written where it is used must be a whole one; what is computed is checked when it is used. */
type Whole<Count extends number> = `${Count}` extends `-${string}` | `${string}.${string}` ? never : Count

type AtLeastOne<Count extends number> = `${Count}` extends "0" ? never : Whole<Count>

/** In types alone: whether a fault never ends. */
declare const lasts: unique symbol

const said = (effect: FaultEffect): Said => new Said({ do: effect })

const page = (code: number, title: string): FaultEffect => ({
  kind: "status",
  status: code,
  text: `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
  content_type: "text/html"
})

class Said {
  readonly script: readonly [Told]

  constructor(told: Told) {
    this.script = [told]
  }

  on(operation: Operation): Said {
    return this.#with({ match: { operation } })
  }

  after(count: number): Said {
    return this.#with({ after: count })
  }

  times(count: number): Said {
    return this.#with({ times: count })
  }

  forever(): Said {
    return this.#with({ times: "forever" })
  }

  afterEffect(): Said {
    return this.#with({ after_effect: true })
  }

  #with(more: Partial<Told>): Said {
    return new Said({ ...this.script[0], ...more })
  }
}
