/** The words of everyday English for the words of tools. */
import { stem } from "./searchTerms.ts"

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
