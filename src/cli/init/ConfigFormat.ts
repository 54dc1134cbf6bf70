import type { Either } from "effect"
import type { JsonObject } from "../rendering/renderValue.ts"

/** Sets the value at a path. With `item`, appends it to the list at that path. With `remove`, removes the field. */
export interface ConfigChange {
  readonly path: ReadonlyArray<string>
  readonly value: unknown
  readonly item?: true
  readonly remove?: true
}

/** A syntax error. Line and column count from 1. */
export interface ParseFailure {
  readonly line: number
  readonly column: number
  readonly problem: string
}

/** A config file format. A change leaves the rest of the text unchanged, including comments and order. */
export interface ConfigFormat {
  readonly read: (text: string) => Either.Either<JsonObject, ParseFailure>
  /** Returns candidate texts, best first. The caller must parse each and check that it equals the new content. */
  readonly change: (text: string, changes: ReadonlyArray<ConfigChange>, content: JsonObject) => ReadonlyArray<string>
}

/** Returns the line and column of an offset. */
export const positionAt = (text: string, offset: number): Pick<ParseFailure, "line" | "column"> => {
  const before = text.slice(0, offset).split("\n")
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** Returns the line end of a text. */
export const lineEndOf = (text: string): string => (/\r\n/.test(text) ? "\r\n" : "\n")
