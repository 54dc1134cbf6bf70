/** What a request asks for: information or a change. */
import { isStopWord } from "./searchTerms.ts"

/**
 * The intent of a request. `ask`: a question. `read`: a request to show something. `plural`, `singular`: only a
 * noun, without a verb. `act`: anything else.
 */
export type Intent = "ask" | "read" | "plural" | "singular" | "act"

/** Returns the intent of a request. `isVerb`: whether tools or users use a word as a verb. */
export const intentOf = (words: ReadonlyArray<string>, isVerb: (word: string) => boolean): Intent => {
  const [first = "", second = ""] = words
  if (QUESTION_WORDS.has(first)) return first === "how" && ADVICE.has(second) ? "act" : "ask"
  if (READ_WORDS.has(first) || (first === "give" && second === "me")) return "read"
  const named = words.filter((word) => !isStopWord(word))
  if (named.length === 0 || named.length > NOUN_WORDS_MAX || named.some(isVerb)) return "act"
  return /[^aius]s$/.test(named.at(-1) ?? "") ? "plural" : "singular"
}

/** What a verb does to an object. A tool that does something else to it is another tool. */
export type Deed = "create" | "modify" | "delete"

/** Returns the deed that a request names with its first word: `create a role`. */
export const deedOf = (words: ReadonlyArray<string>): Deed | undefined =>
  deeds.get(words.find((word) => !isStopWord(word)) ?? "")

/** Returns the deed in the name of a tool. */
export const deedOfTool = (name: string): Deed | undefined => {
  const verb = name.split("_").find((word) => toolDeeds.has(word))
  return verb === undefined ? undefined : toolDeeds.get(verb)
}

const deedsOf = (words: Readonly<Record<Deed, string>>): ReadonlyMap<string, Deed> =>
  new Map(
    (["create", "modify", "delete"] as const).flatMap((deed) =>
      words[deed].split(" ").map((word) => [word, deed] as const)
    )
  )

/** The verbs of users that have one meaning. `add`, `remove` and `set` have several: a forum tag, a role of a member. */
const deeds = deedsOf({
  create: "create build",
  modify: "modify edit change update alter rename",
  delete: "delete erase destroy"
})

const toolDeeds = deedsOf({ create: "create add send", modify: "modify edit", delete: "delete remove" })

/** The maximum number of words of a request that is only a noun, such as `archived private threads`. */
const NOUN_WORDS_MAX = 3

const QUESTION_WORDS: ReadonlySet<string> = new Set(
  "who whos whom whose what whats which when where why how howmany am is are may was were does did has have".split(" ")
)

/** The words after `how` in a request for a change: `how do I ban someone`. */
const ADVICE: ReadonlySet<string> = new Set("to do can could should".split(" "))

const READ_WORDS: ReadonlySet<string> = new Set(
  "get fetch show list count tell find look search view see read check".split(" ")
)
