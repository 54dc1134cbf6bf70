import { Either, Option } from "effect"
import type { DiscordMcpError } from "../DiscordMcpError.ts"
import { envelopeOf, type Failure } from "../failureEnvelope.ts"
import type { RemoteFailure } from "../RemoteFailure.ts"
import { fromArcade, toArcade } from "./arcade.ts"
import { fromCategory, toCategory } from "./category.ts"
import { fromMcpTsCore, toMcpTsCore } from "./mcpTsCore.ts"
import { decodeEnvelope } from "./readEnvelope.ts"

/** The conventions for failures in `structuredContent`. The first is our own, the envelope. */
export const dialects = ["discord-mcp", "category", "mcp-ts-core", "arcade"] as const

/** A convention for failures in `structuredContent`. */
export type Dialect = (typeof dialects)[number]

/** Encodes a failure for `structuredContent`. */
export const toStructured = (dialect: Dialect, failure: Failure): Readonly<Record<string, unknown>> =>
  encoders[dialect](failure)

/** Decodes a failure of any dialect, recognized by its shape; `None` if it has none of the shapes. */
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
