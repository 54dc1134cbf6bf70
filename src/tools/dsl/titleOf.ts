import { String as Text } from "effect"

/**
 * Derives a tool's title from its name, which is a noun, a verb and more words: "Send message" from
 * `messages_send`, "Get guild widget" from `guild_get_widget`, "List channel invites" from `invites_list_channel`.
 */
export const titleOf = (name: string, category: string): string => {
  const noun = name.startsWith(`${category}_`) ? category : (name.split("_")[0] ?? name)
  const [first = "", second = "", ...others] = name.slice(noun.length + 1).split("_")
  const verb = first === "bulk" ? [first, second] : [first]
  const rest = [...(first === "bulk" || second === "" ? [] : [second]), ...others]
  const words = [
    ...verb,
    ...objectOf(rest, singular(noun), pluralVerbs.has(first) || rest[0] === "all" ? noun : singular(noun))
  ]
  return Text.capitalize(words.map((word) => casing[word] ?? word).join(" "))
}

/** Returns the words after the verb: the noun before the rest, or after its qualifier. */
const objectOf = (rest: ReadonlyArray<string>, single: string, noun: string): ReadonlyArray<string> => {
  const nouns = noun.split("_")
  if (rest.some((word) => word === single || word === noun)) return rest
  if (!qualifiers.has(rest[0] ?? "")) return [...(rest.length > 0 ? single.split("_") : nouns), ...rest]
  return rest.length > 1 ? rest : [...rest, ...nouns]
}

const singular = (noun: string): string => (noun === "permissions" ? noun : noun.replace(/ies$/, "y").replace(/s$/, ""))

/** Verbs with a plural object. */
const pluralVerbs: ReadonlySet<string> = new Set(["list", "search", "read", "bulk", "recommend"])

/** Words before the noun. */
const qualifiers: ReadonlySet<string> = new Set([
  ...["all", "channel", "current", "github", "global", "guild", "own", "recent", "slack", "test"]
])

/** Words with upper-case letters. */
const casing: Readonly<Record<string, string>> = {
  automod: "AutoMod",
  dm: "DM",
  github: "GitHub",
  oauth2: "OAuth2",
  sku: "SKU",
  skus: "SKUs",
  slack: "Slack",
  url: "URL"
}
