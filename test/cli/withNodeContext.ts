import type * as NodeContext from "@effect/platform-node/NodeContext"
import { Effect, Layer, type Scope } from "effect"
import { nodeContext } from "../nodeContext.ts"

/** Runs a test with the Node file system and terminal, in its own scope. */
export const withNodeContext = <A, E, R>(
  test: Effect.Effect<A, E, R>
): Effect.Effect<A, E, Exclude<Exclude<R, NodeContext.NodeContext>, Scope.Scope>> =>
  Effect.scoped(Effect.flatMap(Layer.build(nodeContext), (context) => Effect.provide(test, context)))
