/** Names the parts of replies that a result lacks. */
import { Context, Effect } from "effect"
import { shortList, truncate } from "../../text/words.ts"
import { joinNotices, type ToolResult } from "../ToolResult.ts"
import { isFull } from "./view.ts"

/** Receives the paths of the parts that the reads of a call leave out. The default ignores them. */
export class Omissions extends Context.Reference<Omissions>()("effect-discord-mcp/tools/Omissions", {
  defaultValue: (): Collector => ({ add: () => undefined })
}) {}

interface Collector {
  readonly add: (omitted: ReadonlyArray<string>) => void
}

/** Runs an effect, and returns its value with the paths of the parts that its reads have left out. */
export const collectOmissions = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<readonly [value: A, omitted: ReadonlyArray<string>], E, R> =>
  Effect.suspend(() => {
    const omitted: Array<string> = []
    const collector: Collector = { add: (paths) => omitted.push(...paths) }
    return Effect.map(Effect.provideService(effect, Omissions, collector), (value) => [value, omitted] as const)
  })

/** Adds a notice that names the omitted parts. With `view: "full"`, a result lacks only unreadable items of its list. */
export const withOmissions = <Answer>(
  result: ToolResult<Answer>,
  omitted: ReadonlyArray<string>,
  input: object
): ToolResult<Answer> => {
  const absent = !isFull(input) ? omitted : omitted.filter((path) => result.size !== undefined && ITEM.test(path))
  return absent.length === 0 ? result : { ...result, notice: joinNotices(result.notice, omissionNotice(absent)) }
}

/** Names paths once each. Paths that differ only in indexes count as one, without the indexes. */
const omissionNotice = (paths: ReadonlyArray<string>): string => {
  const names = new Map<string, string>()
  for (const path of paths) {
    // The body itself is a list, which results call `items`.
    const name = path.startsWith("[") ? `items${path}` : path
    const general = name.replaceAll(/\[\d+\]/g, "[]")
    names.set(general, names.has(general) ? general : name)
  }
  const shown = [...names.values()].map((name) => truncate(name, NAME_CHARS))
  return `Discord's reply had no usable ${shortList(shown, NAMES_MAX)}: left out.`
}

/** Matches the path of an item of the list that a body is, or that it contains. */
const ITEM = /^\w*(?:\[\d+\])+$/

/** Maximum length of a path, and maximum number of paths in a notice. */
const NAME_CHARS = 80
const NAMES_MAX = 5
