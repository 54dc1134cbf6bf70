/** Checks what the schema of a blueprint cannot: keys, references, limits, and fields that depend on others. */

import type { ValidationIssue } from "../errors/fields.ts"
import { formatPath } from "../errors/validationIssues.ts"
import type { ChannelKind } from "../objects/channel.ts"
import * as Limits from "../objects/schema/limits.ts"
import { didYouMean } from "../text/nearestName.ts"
import { RULES_MAX, ruleIssuesOf, ruleReferences } from "./automod.ts"
import type { Document } from "./document.ts"
import {
  CATEGORY_CHANNELS_MAX,
  CHANNELS_MAX,
  type ChannelEntry,
  EVERYONE,
  kindOf,
  type OverwriteEntry
} from "./entries.ts"
import { fieldsOfKind } from "./kinds.ts"

type Path = ReadonlyArray<string | number>

/** An entry with its key and its path. */
interface Keyed {
  readonly key: string
  readonly path: Path
}

/** Returns the problems of a document. `isWhole`: no entry was left out because of another problem. */
export const checkDocument = (document: Document, isWhole = true): ReadonlyArray<ValidationIssue> => {
  const { automod = [], channels = [], emojis = [], roles = [], stickers = [] } = document
  const roleKeys = keyed(roles, ["roles"])
  const channelEntries = allChannels(channels)
  const channelKeys = channelEntries.map(({ entry, path }) => ({ key: entry.key ?? entry.name, path }))
  const unknown = [
    ...(document.roles === undefined || !isWhole ? [] : missing(roleReferences(document), roleKeys, "role")),
    ...(document.channels === undefined || !isWhole ? [] : missing(channelReferences(document), channelKeys, "channel"))
  ]
  return [
    ...duplicates([{ key: EVERYONE, path: ["everyone"] }, ...roleKeys]),
    ...duplicates(channelKeys),
    ...duplicates(keyed(automod, ["automod"])),
    ...duplicates(keyed(emojis, ["emojis"])),
    ...duplicates(keyed(stickers, ["stickers"])),
    ...unknown,
    ...channelLimits(channels, channelEntries.length),
    ...(roles.length > Limits.ROLES_MAX - 1
      ? [
          issue(
            ["roles"],
            `must have at most ${Limits.ROLES_MAX - 1} roles, with ${EVERYONE} ${Limits.ROLES_MAX}`,
            "limit"
          )
        ]
      : []),
    ...channelEntries.flatMap(({ entry, path }) => channelIssues(entry, path)),
    ...automod.flatMap((rule, at) => ruleIssuesOf(rule).map((it) => ({ ...it, path: `automod[${at}].${it.path}` }))),
    ...automod.flatMap(({ trigger_type: trigger }, at) =>
      automod.slice(0, at).filter((rule) => rule.trigger_type === trigger).length < RULES_MAX[trigger]
        ? []
        : [issue(["automod", at, "trigger_type"], `is the trigger of more than ${RULES_MAX[trigger]} rules`, "limit")]
    ),
    ...pictureIssues("emojis", emojis),
    ...pictureIssues("stickers", stickers),
    ...duplicateIds(document)
  ]
}

/** A picture has one source. */
const pictureIssues = (
  section: string,
  entries: ReadonlyArray<{ readonly url?: string; readonly file?: string }>
): ReadonlyArray<ValidationIssue> =>
  entries.flatMap(({ file, url }, at) =>
    file === undefined || url === undefined
      ? []
      : [issue([section, at, "file"], "cannot be set together with url", "exclusive")]
  )

const issue = (path: Path, message: string, code: string): ValidationIssue => ({
  path: formatPath(path),
  message,
  code
})

const keyed = (
  entries: ReadonlyArray<{ readonly key?: string; readonly name: string }>,
  path: Path
): ReadonlyArray<Keyed> => entries.map(({ key, name }, at) => ({ key: key ?? name, path: [...path, at] }))

/** Returns the channels of all levels, with their paths. */
export const allChannels = (
  channels: ReadonlyArray<ChannelEntry>
): ReadonlyArray<{ readonly entry: ChannelEntry; readonly path: Path; readonly parent?: ChannelEntry }> =>
  channels.flatMap((entry, at) => [
    { entry, path: ["channels", at] },
    ...(entry.channels ?? []).map((inner, index) => ({
      entry: inner,
      path: ["channels", at, "channels", index],
      parent: entry
    }))
  ])

const duplicates = (entries: ReadonlyArray<Keyed>): ReadonlyArray<ValidationIssue> => {
  const first = new Map<string, Path>()
  return entries.flatMap(({ key, path }) => {
    const other = first.get(key)
    if (other === undefined) first.set(key, path)
    return other === undefined
      ? []
      : [
          issue(
            [...path, "name"],
            `has the key of ${formatPath(other)}: give one of them another \`key\``,
            "duplicate_key"
          )
        ]
  })
}

/** A key that a part of a document refers to. */
export type Reference = Keyed

const references = (keys: ReadonlyArray<string> | undefined, path: Path): ReadonlyArray<Reference> =>
  (keys ?? []).map((key, at) => ({ key, path: [...path, at] }))

const ofRules = ({ automod = [] }: Document, kind: "role" | "channel"): ReadonlyArray<Reference> =>
  automod.flatMap((rule, at) =>
    ruleReferences(rule).flatMap(({ key, of, path }) => (of === kind ? [{ key, path: ["automod", at, ...path] }] : []))
  )

const optionsOf = ({ onboarding }: Document) =>
  (onboarding?.prompts ?? []).flatMap(({ options }, prompt) =>
    options.map((option, at) => ({ option, path: ["onboarding", "prompts", prompt, "options", at] }))
  )

/** Returns all references to roles but @everyone, which every guild has. */
export const roleReferences = (document: Document): ReadonlyArray<Reference> =>
  [
    ...allChannels(document.channels ?? []).flatMap(({ entry, path }) =>
      Object.keys(entry.overwrites ?? {}).map((key) => ({ key, path: [...path, "overwrites", key] }))
    ),
    ...ofRules(document, "role"),
    ...optionsOf(document).flatMap(({ option, path }) => references(option.roles, [...path, "roles"])),
    ...(document.emojis ?? []).flatMap(({ roles }, at) => references(roles, ["emojis", at, "roles"]))
  ].filter(({ key }) => key !== EVERYONE)

/** The settings of a guild that refer to a channel. */
export const guildChannels = [
  "afk_channel",
  "system_channel",
  "rules_channel",
  "public_updates_channel",
  "safety_alerts_channel"
] as const

/** The channels that every Community guild has. */
export const requiredChannels = ["rules_channel", "public_updates_channel"] as const

/** Returns all references to channels. An empty one means no channel. */
export const channelReferences = (document: Document): ReadonlyArray<Reference> =>
  [
    ...guildChannels.flatMap((name) => {
      const key = document.guild?.[name]
      return key === undefined ? [] : [{ key, path: ["guild", name] }]
    }),
    ...ofRules(document, "channel"),
    ...(document.welcome_screen?.channels ?? []).map(({ channel }, at) => ({
      key: channel,
      path: ["welcome_screen", "channels", at, "channel"]
    })),
    ...references(document.onboarding?.default_channels, ["onboarding", "default_channels"]),
    ...optionsOf(document).flatMap(({ option, path }) => references(option.channels, [...path, "channels"]))
  ].filter(({ key }) => key !== "")

/** The maximum number of references for which a similar key is looked for. An answer lists fewer. */
const HINTS_MAX = 100

const missing = (
  all: ReadonlyArray<Reference>,
  entries: ReadonlyArray<Keyed>,
  noun: string
): ReadonlyArray<ValidationIssue> => {
  const keys = new Set(entries.map(({ key }) => key))
  const names = [...keys]
  return all
    .filter(({ key }) => !keys.has(key))
    .map(({ key, path }, at) =>
      issue(path, `is no ${noun} of this blueprint${at < HINTS_MAX ? didYouMean(key, names) : ""}`, "unknown_reference")
    )
}

const channelLimits = (channels: ReadonlyArray<ChannelEntry>, count: number): ReadonlyArray<ValidationIssue> => [
  ...(count > CHANNELS_MAX
    ? [
        issue(
          ["channels"],
          `must have at most ${CHANNELS_MAX} channels with those of categories, has ${count}`,
          "limit"
        )
      ]
    : []),
  ...channels.flatMap(({ channels: inner = [] }, at) =>
    inner.length > CATEGORY_CHANNELS_MAX
      ? [
          issue(
            ["channels", at, "channels"],
            `must have at most ${CATEGORY_CHANNELS_MAX} channels, has ${inner.length}`,
            "limit"
          )
        ]
      : []
  )
]

const channelIssues = (entry: ChannelEntry, path: Path): ReadonlyArray<ValidationIssue> => {
  const kind = kindOf(entry)
  const fields = fieldsOfKind(kind)
  return [
    ...Object.keys(entry).flatMap((name) =>
      fields.has(name) ? [] : [issue([...path, name], `is not a field of a ${kind} channel`, "unknown_field")]
    ),
    ...LIMITS_BY_KIND.flatMap(([field, kinds, max, sizeOf]) =>
      kinds.includes(kind) && sizeOf(entry[field]) > max
        ? [issue([...path, field], `must be at most ${max} in a ${kind} channel`, "limit")]
        : []
    ),
    ...(kind === "category" && path.length > 2
      ? [issue([...path, "kind"], "a category cannot be in a category", "category_in_category")]
      : []),
    ...Object.entries(entry.overwrites ?? {}).flatMap(([key, overwrite]) =>
      bothIssues(overwrite, [...path, "overwrites", key])
    )
  ]
}

/** Limits that are lower for some kinds (Discord docs, channel): characters of a topic, users, bits per second. */
const LIMITS_BY_KIND: ReadonlyArray<
  readonly [
    field: keyof ChannelEntry,
    kinds: ReadonlyArray<ChannelKind>,
    max: number,
    sizeOf: (value: unknown) => number
  ]
> = [
  ["topic", ["text", "announcement"], Limits.TOPIC_MAX, (topic) => [...String(topic ?? "")].length],
  ["user_limit", ["voice"], Limits.VOICE_USERS_MAX, Number],
  ["bitrate", ["stage"], Limits.STAGE_BITRATE_MAX, Number]
]

const bothIssues = ({ allow = [], deny = [] }: OverwriteEntry, path: Path): ReadonlyArray<ValidationIssue> =>
  deny.flatMap((name, at) =>
    allow.includes(name) ? [issue([...path, "deny", at], `${name} cannot be both allowed and denied`, "exclusive")] : []
  )

const duplicateIds = ({ ids = {} }: Document): ReadonlyArray<ValidationIssue> =>
  Object.entries(ids).flatMap(([section, byKey]) => {
    if (typeof byKey === "string") return []
    const first = new Map<string, string>()
    return Object.entries(byKey).flatMap(([key, id]) => {
      const other = first.get(id)
      if (other === undefined) first.set(id, key)
      return other === undefined
        ? []
        : [issue(["ids", section, key], `has the id of ${formatPath([other])}`, "duplicate_id")]
    })
  })
