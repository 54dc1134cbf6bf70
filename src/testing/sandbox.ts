import { Effect, Layer, Redacted } from "effect"
import type { Client } from "../client/Client.ts"
import * as RestTransport from "../discord/RestTransport.ts"
import { routes } from "../sandbox/routes/all.ts"
import * as SandboxModule from "../sandbox/Sandbox.ts"
import { Sandbox, type SandboxOptions } from "../sandbox/Sandbox.ts"
import { over, type TestSettings } from "./server.ts"

/** How a server under test and the Discord behind it are set up. */
export interface SandboxTest extends SandboxOptions {
  /** What the operator would set; the product's defaults where nothing is said. */
  readonly settings?: TestSettings
}

/**
 * A whole server in this process: the real chain over real HTTP on loopback, to
 * an embedded Discord whose rate limits no test reaches by accident. As its
 * sockets are real, so is its time: tests with it run live.
 */
export const sandbox = ({ settings, ...options }: SandboxTest = {}): Layer.Layer<Client | Sandbox> =>
  Layer.unwrapEffect(
    Effect.map(Sandbox, ({ token, url }) =>
      over(RestTransport.layer({ apiUrl: url, token: Redacted.make(token), userAgent: "effect-discord-mcp/testing" }), {
        globalRequestsPerSecond: A_LOT,
        ...settings
      })
    )
  ).pipe(
    Layer.provideMerge(
      SandboxModule.layer({ globalPerSecond: A_LOT, ...options, limits: { ...roomy(), ...options.limits } })
    )
  )

/** Requests a second that no test makes. */
const A_LOT = 10_000

const roomy = () => Object.fromEntries(routes.map(({ operation }) => [operation, { limit: A_LOT, windowMs: 1000 }]))
