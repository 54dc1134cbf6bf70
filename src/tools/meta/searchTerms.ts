/** Converts the words of users to search terms. */
import { codeToWords } from "./searchCode.ts"

/** Returns the words of a text in lower case. `how many` is one word, so that it is not `many`. */
export const wordsIn = (text: string): ReadonlyArray<string> =>
  text
    .toLowerCase()
    .replaceAll(/(?<=\p{L})['’](?=\p{L})/gu, "")
    .replaceAll(/\bhow (?:many|much)\b/g, "howmany")
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== "")

/** Returns the term of a word. Singular and plural are one term, and so are the forms of a verb. */
export const stem = (word: string): string => {
  if (MANY.has(word)) return "many"
  const regular = INFINITIVES.get(word) ?? word
  if (regular.length <= 3) return regular
  const singular = regular.replace(/ies$/, "y").replace(/(?<=ch|sh|x|ss)es$|(?<=[^aius])s$/, "")
  const verb = singular.replace(/(?<=[aeiouy].*..)(?:ing|ed)$|(?<=[aeiouy].*.)(?:ing|ed)$/, "")
  // `banned` is `ban`, but `rolled` is `roll`.
  const single = verb === singular ? verb : verb.replace(/([^aeioulsz])\1$/, "$1")
  return single.length > 3 ? single.replace(/e$/, "") : single
}

const MANY: ReadonlySet<string> = new Set(["many", "several", "multiple", "mass", "bulk", "few", "couple"])

/** The infinitives of irregular forms, and of forms that the rules above cut too short. */
const INFINITIVES: ReadonlyMap<string, string> = new Map([
  ["chose", "choose"],
  ["chosen", "choose"],
  ["found", "find"],
  ["gave", "give"],
  ["given", "give"],
  ["left", "leave"],
  ["made", "make"],
  ["said", "say"],
  ["saw", "see"],
  ["seen", "see"],
  ["sent", "send"],
  ["taken", "take"],
  ["took", "take"],
  ["used", "use"],
  ["uses", "use"],
  ["using", "use"],
  ["written", "write"],
  ["wrote", "write"]
])

/** Returns the terms of a text, without stop words. */
export const termsIn = (text: string): ReadonlyArray<string> =>
  wordsIn(text)
    .filter((word) => !isStopWord(word))
    .map(stem)

/** Returns each pair of neighbouring terms as one term. Pairs distinguish `remove role` from `remove reaction`. */
export const pairsOf = (terms: ReadonlyArray<string>): ReadonlyArray<string> =>
  terms.slice(1).map((term, at) => `${terms[at]} ${term}`)

/**
 * Replaces the specific parts of a request with their kind: `#general` with channel, `@ada` with user, 👍 with emoji,
 * `20 messages` with many messages. Replaces code and `get rid of` with plain verbs. Drops quoted text and names (`called …`), which do not identify the tool.
 */
export const generalize = (request: string): string =>
  codeToWords(request)
    .replace(SELF, "whoami")
    .replaceAll(/"[^"]*"|“[^”]*”|(?<=^|\s)'[^']*'(?=\s|$|[.,!?])/g, " ")
    .replaceAll(/<#\d+>|(?<=^|\s)#[\p{L}\d_-]+/gu, " channel ")
    .replaceAll(/<@&\d+>/g, " role ")
    .replaceAll(/<@!?\d+>|(?<=^|\s)@[\p{L}\d_.-]+/gu, " user ")
    .replaceAll(/\bget(?:ting)? rid of\b/gi, "remove")
    .replaceAll(CREATE_NEW, "create ")
    .replaceAll(LIST_ALL, "list ")
    .replaceAll(/(?<=^|\s)\/[\p{L}\d_-]+/gu, " slash ")
    .replaceAll(/\p{Extended_Pictographic}/gu, " emoji ")
    .replace(/\b(called|named|titled)\s.*$/i, "$1")
    .replaceAll(NUMBER_OF_OBJECTS, " many ")

/** Words for the account of the bot. */
const ACCOUNT = String.raw`(?:\s+(?:discord|bot|app|user|account|identity))*`

/** Matches questions for the account that asks: their words are pronouns, which say nothing on their own. */
const SELF = new RegExp(
  `(?:${[
    String.raw`\b(?:who|what|which)${ACCOUNT}\s+(?:am\s+i|are\s+you)(?:\s+(?:using|acting|running|connected|logged)(?:\s+(?:in|as))*)?`,
    String.raw`\b(?:who|what|which)${ACCOUNT}(?:\s+is|['’]s)\s+(?:this|the|your)\s+(?:discord\s+)?bot`,
    String.raw`\b(?:what|which)\s+(?:bot|account)\s+is\s+this`,
    String.raw`(?:\b(?:(?:what|which)(?:\s+is|['’]s)|show|get|tell\s+me|find)\s+|^\s*)(?:my|your|(?:the|this)\s+bot['’]s)(?:\s+own)?${ACCOUNT}\s+(?:id|name|username|identity|account|user)`
  ].join("|")})(?=\\s*(?:[?.!]|$))`,
  "i"
)

/** Matches the ways to say `create`: `set up a`, `make a new`. */
const CREATE_NEW =
  /\bset up(?=\s+(?:an?|another|some)\b)|\b(?:create|make|add|build|set up)(?:\s+(?:an?|the|some|me|us))*\s+(?:brand[ -])?new\b/gi

/** Matches a verb that shows, before `all`. */
const LIST_ALL = /\b(?:list|show|view|see|display)(?:\s+(?:me|us))*\s+(?:all|every)\b(?:\s+(?:of|the))*/gi

/** Matches a number of at least 2 before a plural that is not a unit of time. */
const NUMBER_OF_OBJECTS =
  /\b(?:[2-9]|\d{2,4}|two|three|four|five|six|seven|eight|nine|ten|twenty|fifty|hundred)\s+(?=\p{L}+s\b)(?!(?:second|sec|minute|min|hour|hr|day|week|month|year)s)/giu

/** Whether a word does not help the search: articles, pronouns, politeness, numbers, times. */
export const isStopWord = (word: string): boolean =>
  STOP_WORDS.has(word) || /^\d+(?:st|nd|rd|th|am|pm|[smhdw])?$/.test(word)

const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the this that these those it its to of in on onto into for from with at by and or but so if then there here
   as is are was were be been being am do does did done have has had will would shall should could can may might must
   i me my mine we us our ours you your yours he him his she her hers they them their theirs
   please thanks thank hi hey hello ok okay just now some any every only also again too very really more most much
   everything anything something nothing
   want wants need needs like let lets go going gets got discord
   second seconds minute minutes hour hours day days week weeks month months year years
   today yesterday tomorrow tonight morning afternoon evening
   monday tuesday wednesday thursday friday saturday sunday`.split(/\s+/)
)

/** Returns the terms of tools that a word can mean, besides itself. */
export const meaningsOf = (word: string): ReadonlyArray<string> => meanings.get(stem(word)) ?? []

/** Verbs of users by the verb that tools use for them. */
const VERBS = {
  create: "make add new build start open setup establish form generate launch compose put produce begin",
  add: "give put grant assign attach append include insert",
  delete: "remove erase drop clear destroy trash discard eliminate scrap rid purge wipe strip",
  remove: "take away off strip revoke withdraw detach clear rid",
  modify: "change edit update alter adjust tweak switch set rename correct fix turn replace configure",
  edit: "change modify correct fix rewrite revise",
  list: "show see all which what display view many every overview fetch export",
  get: "show see info details look check when lookup about fetch retrieve",
  count: "howmany number total",
  join: "enter",
  leave: "quit exit depart",
  approve: "accept admit",
  reject: "deny decline refuse",
  read: "show see look view check browse",
  search: "find look locate where lookup containing contains",
  send: "write post put say tell share submit drop message",
  end: "stop finish close terminate conclude",
  ban: "block forever permanently",
  kick: "boot eject expel evict"
}

/** Nouns and pronouns of users by the noun that tools use for them. */
const NOUNS = {
  user: "him her he she they them someone somebody person people guy dude member members everyone everybody anyone anybody who folks friend",
  member:
    "him her he she they them someone somebody person people guy dude user users everyone everybody anyone anybody who folks friend",
  message: "post text chat comment",
  image: "picture photo pic",
  icon: "picture photo pic logo image",
  guild: "server",
  server: "guild",
  colour: "color",
  voice: "vc",
  permission: "perm",
  nickname: "nick",
  avatar: "pfp",
  emoji: "emote",
  application: "app",
  command: "cmd",
  moderator: "mod",
  event: "meeting party gathering",
  audit: "responsible"
}

const meanings: ReadonlyMap<string, ReadonlyArray<string>> = Object.entries({ ...VERBS, ...NOUNS }).reduce(
  (all, [meaning, words]) => {
    for (const word of words.split(" ").map(stem)) all.set(word, [...(all.get(word) ?? []), stem(meaning)])
    return all
  },
  new Map<string, ReadonlyArray<string>>()
)

/** Verbs that users write, in addition to those of tool descriptions. */
export const everydayVerbs: ReadonlyArray<string> = [
  ...Object.entries(VERBS).flatMap(([verb, words]) => [verb, ...words.split(" ")]),
  ..."archive clone copy dm download hide invite lock mute nuke ping silence".split(" "),
  ..."transfer unarchive unlock unmute upload warn".split(" ")
]
