import { Effect, Layer, Redacted } from "effect"
import type { Client } from "../client/Client.ts"
import * as RestTransport from "../discord/RestTransport.ts"
import { bitsOf, type PermissionName } from "../errors/PermissionName.ts"
import { routes } from "../sandbox/routes/all.ts"
import * as SandboxModule from "../sandbox/Sandbox.ts"
import { Sandbox, type SandboxOptions } from "../sandbox/Sandbox.ts"
import type { SeedIds } from "../sandbox/Seed.ts"
import { serverOver, type TestSettings } from "./server.ts"

/** Options of a server under test and its sandbox. */
export interface SandboxTest extends Omit<SandboxOptions, "permissions"> {
  /**
   * Permissions that the bot's role has in the first guild, besides the permissions of the seed:
   * names, or bits. Default none.
   */
  readonly permissions?: ReadonlyArray<PermissionName> | bigint
  /** Server settings, or what makes them from the ids of the seed. Default: the product's defaults. */
  readonly settings?: TestSettings | ((ids: SeedIds) => TestSettings)
}

/**
 * Provides a complete server in this process and an embedded Discord behind it, over real HTTP on
 * loopback. No test reaches its rate limits by accident. It uses real sockets and therefore real
 * time, so its tests are `it.live`. With the setting `gateway`, a test begins when the bot is connected, or cannot be
 * connected; with faults from the start, it begins at once.
 */
export const sandbox = ({ permissions = [], settings, ...options }: SandboxTest = {}): Layer.Layer<Client | Sandbox> =>
  Layer.unwrapEffect(
    Effect.map(Sandbox, ({ ids, token: text, url }) => {
      const token = Redacted.make(text)
      return serverOver({
        transport: RestTransport.layer({ apiUrl: url, token, userAgent: "effect-discord-mcp/testing" }),
        settings: {
          globalRequestsPerSecond: UNREACHABLE,
          ...(typeof settings === "function" ? settings(ids) : settings)
        },
        gateway: { token, isAwaited: (options.faults ?? []).length === 0 }
      })
    })
  ).pipe(
    Layer.provideMerge(
      SandboxModule.layer({
        globalPerSecond: UNREACHABLE,
        ...options,
        permissions: typeof permissions === "bigint" ? permissions : bitsOf(permissions),
        limits: { ...unreachableLimits(), ...options.limits }
      })
    )
  )

/** A rate limit that no test reaches. */
const UNREACHABLE = 10_000

const unreachableLimits = () =>
  Object.fromEntries(routes.map(({ operation }) => [operation, { limit: UNREACHABLE, windowMs: 1000 }]))
