import { Either, Option } from "effect"
import type { DiscordMcpError } from "../DiscordMcpError.ts"
import { envelopeOf, type Failure } from "../Failure.ts"
import type { RemoteFailure } from "../RemoteFailure.ts"
import { fromArcade, toArcade } from "./arcade.ts"
import { fromCategory, toCategory } from "./category.ts"
import { fromMcpTsCore, toMcpTsCore } from "./mcpTsCore.ts"
import { decodeEnvelope } from "./readEnvelope.ts"

/** The conventions in which a failure can stand in `structuredContent`; the first is our own, the envelope. */
export const dialects = ["discord-mcp", "category", "mcp-ts-core", "arcade"] as const

/** A convention in which a failure can stand in `structuredContent`. */
export type Dialect = (typeof dialects)[number]

/** What stands in `structuredContent` for a failure. */
export const toStructured = (dialect: Dialect, failure: Failure): Readonly<Record<string, unknown>> =>
  encoders[dialect](failure)

/** The way back, from any dialect: it is told by the shape. None: it is no failure in any of them. */
export const decodeFailure = (structured: unknown): Option.Option<DiscordMcpError | RemoteFailure> =>
  Option.firstSomeOf([
    Either.getRight(decodeEnvelope(structured)),
    fromMcpTsCore(structured),
    fromArcade(structured),
    fromCategory(structured)
  ])

const encoders: Readonly<Record<Dialect, (failure: Failure) => Readonly<Record<string, unknown>>>> = {
  "discord-mcp": envelopeOf,
  category: toCategory,
  "mcp-ts-core": toMcpTsCore,
  arcade: toArcade
}
