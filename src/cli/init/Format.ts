import type { Either } from "effect"
import type { Change } from "./changes.ts"
import type { Fields } from "./Entry.ts"

/** Why a text cannot be read, and where; both count from one. */
export interface Unreadable {
  readonly line: number
  readonly column: number
  readonly problem: string
}

/** A way to write settings. Changing a text leaves everything else in it as it is, comments and order included. */
export interface Format {
  readonly read: (text: string) => Either.Either<Fields, Unreadable>
  /** Texts that might say the same as the content after the changes, the best first: whoever asks reads them again. */
  readonly change: (text: string, changes: ReadonlyArray<Change>, content: Fields) => ReadonlyArray<string>
}

/** Where in a text something is. */
export const positionAt = (text: string, offset: number): Pick<Unreadable, "line" | "column"> => {
  const before = text.slice(0, offset).split("\n")
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** How the lines of a text end. */
export const lineEndOf = (text: string): string => (/\r\n/.test(text) ? "\r\n" : "\n")
