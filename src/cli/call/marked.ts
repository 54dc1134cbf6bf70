import { fields } from "../rendering/lines.ts"
import type { Look } from "../rendering/Style.ts"
import type { Fields } from "../rendering/table.ts"

/** The structured half of an answer in two: what was asked for or went wrong, and what the server says of it. */
export interface Marked {
  readonly data: Fields
  /** Whose words are in it, what was left out, and the like. */
  readonly marks: Fields
}

/** Tells them apart. */
export const marked = ({ notice, untrusted_fields, ...data }: Fields): Marked => ({
  // Any other notice is a field that only has the name.
  data: notice === undefined || typeof notice === "string" ? data : { ...data, notice },
  marks: {
    ...(typeof notice === "string" && { notice }),
    ...(untrusted_fields !== undefined && { untrusted_fields })
  }
})

/** What the server says, as the last lines of a page; none where it says nothing. */
export const markLines = (marks: Fields, look: Look): ReadonlyArray<string> =>
  Object.keys(marks).length === 0 ? [] : ["", ...fields(marks, look, look.paint.yellow)]
