import { escapeDelimiters } from "./escapeDelimiters.ts"
import { mapTexts } from "./mapTexts.ts"
import { stripInvisible } from "./stripInvisible.ts"

/** A value that is safe to show, and what was changed. */
export interface Sanitized<A> {
  readonly value: A
  /** One notice per kind of change. Empty if the value is unchanged. */
  readonly notices: ReadonlyArray<string>
}

/** The notice about invisible characters. */
export const HIDDEN_NOTICE = "Invisible characters were removed."

/** The notice about imitated delimiters. */
export const DELIMITER_NOTICE = "Text that imitates the delimiters of this server was removed."

/** Matches a character that is not printable ASCII, or that can start a delimiter. Most texts contain none. */
const UNUSUAL = /[^\t\n\x20-\x25\x27-\x3B\x3D-\x5B\x5D-\x7E]/

/** Removes invisible characters and imitated delimiters from every text in a value. */
export const sanitize = <A>(value: A): Sanitized<A> => {
  const notices = new Set<string>()
  const noteChange = (notice: string, before: string, after: string): string => {
    if (after !== before) notices.add(notice)
    return after
  }
  const sanitizeText = (text: string): string => {
    if (!UNUSUAL.test(text)) return text
    const visible = noteChange(HIDDEN_NOTICE, text, stripInvisible(text))
    const escaped = noteChange(DELIMITER_NOTICE, visible, escapeDelimiters(visible))
    // An invisible character can be legitimate only because of the delimiter next to it.
    return escaped === visible ? escaped : stripInvisible(escaped)
  }
  // mapTexts replaces texts by texts, so the type stays A.
  return { value: mapTexts(value, sanitizeText) as A, notices: [...notices].toSorted() }
}
