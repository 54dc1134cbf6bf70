import { Predicate } from "effect"

/**
 * Returns the patterns of the fields in a result that people wrote: `items[].content`.
 * `[]` is every item of a list, `*` every name in a record, `**` any depth. The list is
 * sorted and bounded: too many patterns become last names (`**.content`), and too many
 * of those become `**`.
 */
export const untrustedFields = (result: unknown): ReadonlyArray<string> => patternsIn(result, "by_name")

/** Returns the patterns for a failure in any dialect. Only its preview, candidates and the results of plan steps are untrusted. */
export const untrustedInFailure = (failure: unknown): ReadonlyArray<string> => patternsIn(failure, "trusted")

const patternsIn = (value: unknown, trust: Position["trust"]): ReadonlyArray<string> => {
  const found = new Set<string>()
  walk(value, new Position("", "", "", trust), found)
  const patterns = [...found]
  if (fits(patterns)) return patterns.toSorted()
  const names = [...new Set(patterns.map((pattern) => `**.${pattern.slice(pattern.lastIndexOf(".") + 1)}`))]
  return fits(names) ? names.toSorted() : ["**"]
}

/** The maximum number of patterns, and of characters in all patterns together. */
export const MAX_PATTERNS = 30
const MAX_CHARS = 1000

/**
 * A position in a value: its pattern, its field name, and whether its text is trusted.
 * The positions below are made once, because the items of a list share them.
 */
class Position {
  readonly pattern: string
  readonly name: string
  /** `by_name`: the field name decides. */
  readonly trust: "trusted" | "by_name" | "untrusted"
  /** Whether all texts here are trusted or untrusted; `by_text`: those that read as text are untrusted. */
  readonly texts: "trusted" | "by_text" | "untrusted"
  readonly #parent: string
  readonly #fields: Map<string, Position>
  #items: Position | undefined
  #trusted: Position | undefined

  constructor(pattern: string, name: string, parent: string, trust: Position["trust"]) {
    this.pattern = pattern
    this.name = name
    this.trust = trust
    this.texts = trust === "by_name" ? textsOf(name, parent) : trust
    this.#parent = parent
    this.#fields = new Map()
  }

  /** Returns the position of the items of a list at this position. */
  items(): Position {
    this.#items ??= new Position(`${this.pattern}[]`, this.name, this.#parent, this.trust)
    return this.#items
  }

  /** Returns the same position in an object whose texts come from this server. */
  trusted(): Position {
    this.#trusted ??= new Position(this.pattern, this.name, this.#parent, "trusted")
    return this.#trusted
  }

  field(name: string): Position {
    const known = this.#fields.get(name)
    if (known !== undefined) return known
    const last = this.trust === "untrusted" || !NAME.test(name) ? "*" : name
    const pattern = this.pattern === "" ? last : `${this.pattern}.${last}`
    const field = new Position(pattern, name, this.name, trustBelow(this.trust, name))
    this.#fields.set(name, field)
    return field
  }
}

const walk = (value: unknown, position: Position, paths: Set<string>): void => {
  if (typeof value === "string") {
    if (!paths.has(position.pattern) && isUntrusted(value, position)) paths.add(position.pattern)
  } else if (Array.isArray(value)) {
    const items = position.items()
    for (const item of value) walk(item, items, paths)
  } else if (Predicate.isRecord(value)) {
    const around = position.trust === "by_name" && isEnvelope(value) ? position.trusted() : position
    for (const name of Object.keys(value)) walk(value[name], around.field(name), paths)
  }
}

const trustBelow = (trust: Position["trust"], name: string): Position["trust"] =>
  trust === "trusted"
    ? resultFields.has(name)
      ? "by_name"
      : "trusted"
    : untrustedMapNames.has(name)
      ? "untrusted"
      : trust

/** Fields of a failure that contain results, or objects of them. */
const resultFields: ReadonlySet<string> = new Set(["candidates", "plan", "preview", "report"])

/** Matches a field name, as opposed to an id or a text used as a key. */
const NAME = /^[A-Za-z_]\w{0,39}$/

const textsOf = (name: string, parent: string): Position["texts"] =>
  untrustedFieldNames.has(name) || untrustedFieldNames.has(`${parent}.${name}`) || MENTION.test(name)
    ? "untrusted"
    : trustedFieldNames.has(name)
      ? "trusted"
      : "by_text"

/** A mention, whose value is the name of what it mentions. */
const MENTION = /^<[@#]/

const isUntrusted = (text: string, { texts }: Position): boolean =>
  texts !== "trusted" && text !== "" && !ID.test(text) && (texts === "untrusted" || readsAsText(text))

const ID = /^\d{17,20}$/

/** Returns whether a text has several words or non-ASCII characters. In an unlisted field such a text is untrusted. */
const readsAsText = (text: string): boolean => !/^[\x21-\x7e]*$/.test(text)

/** Returns whether a value is the failure of a step in a plan's report. */
const isEnvelope = (value: object): boolean =>
  "code" in value && "recovery_hint" in value && typeof value.recovery_hint === "string"

const fits = (patterns: ReadonlyArray<string>): boolean =>
  patterns.length <= MAX_PATTERNS && patterns.join().length <= MAX_CHARS

/**
 * The fields of results whose texts people write, by field name. An entry has two names if a server
 * text can also have the last name alone. The fields come from the views and from Discord's full
 * objects.
 */
const untrustedFieldNames: ReadonlySet<string> = new Set([
  // The content of a message and its parts.
  ...[
    "content",
    "text",
    "transcript",
    "title",
    "description",
    "author",
    "footer",
    "fields.value",
    "components",
    "label"
  ],
  ...[
    "stickers",
    "filename",
    "question",
    "answer",
    "choices",
    "choices.value",
    "texts",
    "tier",
    "party_id",
    "application"
  ],
  // Names of any object.
  ...["name", "username", "global_name", "nick", "display_name", "additional_name", "user_name", "target_name"],
  ...["role_name", "auto_moderation_rule_name", "product_name", "tier_name", "name_localized"],
  // Names that represent a whole user, team, application, account, guild, channel or role.
  ...["creator", "added_by", "reviewed_by", "target_user", "target_application", "team", "account"],
  ...["guild", "source_guild", "template", "category", "administrators"],
  // Components: their ids and chosen values, which may be one long word.
  ...["custom_id", "values"],
  // Names of emoji, and search tags of stickers.
  ...["emoji", "emoji_name", "written", "tags"],
  // Profiles, descriptions and reasons.
  ...["bio", "pronouns", "tag", "activity", "state", "topic", "location", "message", "description_localized"],
  ...["reason", "rejection_reason"],
  // AutoMod: its message and its keywords.
  ...["custom_message", "keyword_filter", "regex_patterns", "allow_list"],
  // Values before and after a change, and differences between a guild and its template.
  ...["changes.from", "changes.to", "changes.old_value", "changes.new_value"],
  ...["roles.missing", "roles.extra", "channels.missing", "channels.extra"],
  // Discord's messages about an uploaded list.
  ...["error", "error_message"]
])

/** Fields whose whole content is untrusted, under any name. */
const untrustedMapNames: ReadonlySet<string> = new Set([
  ...["metadata", "moderation_metadata", "name_localizations", "description_localizations"],
  // Looked-up parts of a preview, and the output of a plan with the caller's own names.
  ...["names", "facts", "output"]
])

/** Fields whose texts come from this server, even with several words. */
const trustedFieldNames: ReadonlySet<string> = new Set([
  "notice",
  "obstacle",
  "rule",
  "default_member_permissions",
  "incomplete"
])
