import { defused } from "./escape.ts"
import { everyText } from "./everyText.ts"
import { visible } from "./stripInvisible.ts"

/** A value as it may be shown, and what had to be done for it. */
export interface Disarmed<A> {
  readonly value: A
  /** What is said of it; nothing when the value is the one that was given. */
  readonly notices: ReadonlyArray<string>
}

/** Said where invisible characters were. */
export const HIDDEN_NOTICE = "Invisible characters were removed."

/** Said where something looked like the mark of a fence. */
export const FAKE_NOTICE = "What looked like the fence of this server was removed."

/** What most texts do not have: anything but printable ASCII, or a sign that could open a fence. */
const UNUSUAL = /[^\t\n\x20-\x25\x27-\x3B\x3D-\x5B\x5D-\x7E]/

/** Takes out of every text in a value what is hidden in it, and what pretends to end a fence. */
export const disarmed = <A>(value: A): Disarmed<A> => {
  const notices = new Set<string>()
  const told = (notice: string, before: string, after: string): string => {
    if (after !== before) notices.add(notice)
    return after
  }
  const disarm = (text: string): string => {
    if (!UNUSUAL.test(text)) return text
    const seen = told(HIDDEN_NOTICE, text, visible(text))
    const safe = told(FAKE_NOTICE, seen, defused(seen))
    // What stood beside a fake fence stands beside something else now, and may have been needed there alone.
    return safe === seen ? safe : visible(safe)
  }
  // Texts are changed to texts, and nothing else is.
  return { value: everyText(value, disarm) as A, notices: [...notices].toSorted() }
}
