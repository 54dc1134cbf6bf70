import { Effect, Scope } from "effect"
import { narrow, type Policy } from "../../../config/Policy.ts"
import type { Settings } from "../../../config/Settings.ts"
import type { Risk } from "../../../discord/Permit.ts"
import type { Dispatch } from "../../../dispatch/Dispatch.ts"
import { canonicalJson } from "../../../text/canonicalJson.ts"
import type { Catalogue } from "../../../tools/Catalogue.ts"
import type { ToolTraits } from "../../../tools/Tool.ts"
import { liveEntries } from "../../entries.ts"
import * as Listing from "../../Listing.ts"
import type { Access } from "../../McpServer.ts"
import type { Principal } from "./Principal.ts"

/** The access of each client: its own gate on narrowed settings, over the one Discord that all share. */
export interface AccessByPolicy {
  readonly of: (principal: Principal) => Effect.Effect<Access>
  /** The risk of a tool. Unset for an unknown name, and for a plan: each of its steps has a risk. */
  readonly riskOf: (tool: string) => Effect.Effect<Risk | undefined>
  /**
   * Drops the access of policies that no client in the file has. Access by scopes stays, because it
   * has only a few combinations.
   */
  readonly keepOnly: (policies: ReadonlyArray<Policy>) => void
}

/** The parts that all clients share, and a function that makes the dispatch of a client. */
export interface AccessParts {
  readonly settings: Settings["Type"]
  readonly catalogue: Catalogue["Type"]
  readonly dispatchFor: (settings: Settings["Type"]) => Effect.Effect<Dispatch["Type"], never, Scope.Scope>
}

/** Makes the access of each policy when a client first needs it. */
export const make = Effect.fnUntraced(function* ({ catalogue, dispatchFor, settings }: AccessParts) {
  const scope = yield* Effect.scope
  const ofFile = new Set<string>()
  const byPolicy = new Map<string, Effect.Effect<Pick<Access, "dispatch" | "listing">>>()

  const build = (policy: Policy) =>
    Effect.gen(function* () {
      const narrowed = narrow(settings, policy)
      return {
        dispatch: yield* dispatchFor(narrowed),
        listing: yield* Listing.make(catalogue.names, narrowed, {
          entries: liveEntries(catalogue, narrowed),
          traits: catalogue.traits
        })
      }
    }).pipe(Scope.extend(scope))

  const traitsByName = yield* Effect.cached(
    Effect.map(
      catalogue.traits,
      (tools): ReadonlyMap<string, ToolTraits> => new Map(tools.map((tool) => [tool.name, tool]))
    )
  )

  const cachedAccess = (policy: Policy) =>
    Effect.suspend(() => {
      const key = keyOf(policy)
      const known = byPolicy.get(key)
      if (known !== undefined) return known
      return Effect.flatMap(Effect.cached(build(policy)), (access) => {
        if (policy.risks === undefined) ofFile.add(key)
        byPolicy.set(key, access)
        return access
      })
    })

  const access: AccessByPolicy = {
    of: ({ client, current, ended, policy }) =>
      Effect.map(cachedAccess(policy), (access) => ({
        ...access,
        ...(client !== undefined && { client }),
        ended,
        current: Effect.map(current, (now) => (now === undefined ? undefined : narrow(settings, now)))
      })),
    riskOf: (tool) =>
      Effect.map(traitsByName, (byName) => {
        const traits = byName.get(tool)
        return traits === undefined || traits.duration === "steps" ? undefined : traits.risk
      }),
    keepOnly: (policies) => {
      const kept = new Set(policies.map(keyOf))
      for (const key of ofFile) {
        if (kept.has(key)) continue
        ofFile.delete(key)
        byPolicy.delete(key)
      }
    }
  }
  return access
})

const keyOf = (policy: Policy): string => canonicalJson(policy)
