import * as NodeContext from "@effect/platform-node/NodeContext"
import { Effect, Layer, type Scope } from "effect"

/** Runs a test on this machine: its file system, its terminal. What the test has opened is closed after it. */
export const onDisk = <A, E, R>(
  test: Effect.Effect<A, E, R>
): Effect.Effect<A, E, Exclude<Exclude<R, NodeContext.NodeContext>, Scope.Scope>> =>
  Effect.scoped(Effect.flatMap(Layer.build(NodeContext.layer), (context) => Effect.provide(test, context)))
