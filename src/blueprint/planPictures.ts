/** Plans emojis and stickers. */
import { identity } from "effect"
import * as Limits from "../tools/shared/limits.ts"
import { slotsOf } from "./features.ts"
import { capacityFor, type Existing, match, staysIn, type Wanted } from "./match.ts"
import { fieldChanges, literal, type PlanDraft } from "./PlanDraft.ts"

/** The tools of emojis and stickers. */
const tools = {
  emojis: {
    object: "emoji",
    id: "emoji_id",
    create: "emojis_create",
    modify: "emojis_modify",
    remove: "emojis_delete"
  },
  stickers: {
    object: "sticker",
    id: "sticker_id",
    create: "stickers_create_guild_sticker",
    modify: "stickers_modify_guild_sticker",
    remove: "stickers_delete_guild_sticker"
  }
} as const

interface Picture {
  readonly key?: string
  readonly name: string
  readonly url?: string
  readonly file?: string
  readonly roles?: ReadonlyArray<string>
  readonly description?: string
  readonly tags?: string
}

/** Adds the changes of emojis or stickers to a plan. */
export const planPictures = (plan: PlanDraft, section: "emojis" | "stickers"): void => {
  const { current, document, options, state } = plan
  const entries: ReadonlyArray<Picture> | undefined = document[section]
  if (entries === undefined) return
  const { create, id: idField, modify, object, remove } = tools[section]
  const ids = plan.ids(section)
  const rolesOf = new Map((state.guild.emojis ?? []).map(({ id, roles }) => [id, roles]))
  const existing = (current.document[section] ?? []).map((present: Picture): Existing<Picture> => {
    const id = plan.currentIds(section).get(present.key ?? present.name) ?? ""
    const roles = present.roles && (rolesOf.get(id) ?? []).map(plan.keyOf("roles"))
    const entry = withLineFeeds({ ...present, ...(roles && { roles }) })
    return { id, name: entry.name, entry, groups: [""] }
  })
  const wanted = entries.map((entry): Wanted<Picture> => {
    const key = entry.key ?? entry.name
    return { key, name: entry.name, entry, id: ids.get(key), groups: [""] }
  })
  const comparable = (
    { file: _, key: __, roles, url: ___, ...fields }: Picture,
    idOf: (key: string) => string | undefined
  ): Readonly<Record<string, unknown>> => ({
    ...fields,
    ...(roles !== undefined && { roles: roles.flatMap((key) => idOf(key) ?? []).toSorted() })
  })
  const wantedId = (key: string) => plan.resolve("roles", key)
  const keeping = (entry: Picture, picture: Picture): Picture =>
    entry.roles === undefined ? entry : { ...entry, roles: plan.keeping("roles", entry.roles, picture.roles, identity) }
  const changed = (entry: Picture, picture: Picture) =>
    fieldChanges(
      comparable(picture, (key) => plan.currentId("roles", key)),
      comparable(keeping(entry, picture), wantedId)
    )
  const stays = staysIn(plan, "roles")
  const matches = match(wanted, existing, (entry, { roles, ...picture }) => {
    const left = roles?.filter(stays)
    return changed(entry, { ...picture, ...(left && { roles: left }) }).length === 0
  })
  for (const { name } of matches.ambiguous)
    plan.cannot(object, name, "several have this name: add the id of each to `ids`")
  const argumentsOf = ({ roles, ...fields }: Omit<Picture, "key" | "url" | "file">) => ({
    ...literal(fields),
    ...(roles !== undefined && { roles: roles.flatMap((key) => wantedId(key) ?? []) })
  })
  for (const { entry, key, name } of wanted) {
    const picture = matches.found.get(key)
    const fields = picture === undefined ? [] : changed(entry, picture.entry)
    if (picture === undefined || fields.length === 0) continue
    const { file: _, key: __, url: ___, ...rest } = keeping(entry, picture.entry)
    const names = fields.map(({ field }) => field)
    if (names.includes("roles")) plan.canKeep({ object, name }, "roles", rest.roles ?? [], Limits.EMOJI_ROLES_MAX)
    const sent = Object.fromEntries(Object.entries(argumentsOf(rest)).filter(([name]) => names.includes(name)))
    plan.changes.push({ action: "update", object, name: picture.name, risk: "write", fields })
    plan.step("settings", modify, picture.name, { guild_id: state.guild.id, [idField]: picture.id, ...sent }, fields)
  }
  const unmentioned = options.prune === true ? matches.unmentioned : []
  const animated = new Set((state.guild.emojis ?? []).flatMap((emoji) => (emoji.animated === true ? [emoji.id] : [])))
  const isAnimated = ({
    entry: { file = "", url = file },
    id
  }: {
    readonly entry: Picture
    readonly id: string | undefined
  }) => animated.has(id) || /\.gif(?:$|[?#])/i.test(url)
  const early = new Set<string>()
  const created = [true, false].flatMap((moves) => {
    const ofKind = (one: Parameters<typeof isAnimated>[0]) => section === "stickers" || isAnimated(one) === moves
    const wanted =
      section === "stickers" && moves ? [] : matches.created.filter((one) => ofKind({ ...one, id: undefined }))
    const deletable = unmentioned.filter(ofKind)
    const max = slotsOf(state, section)
    const capacity = capacityFor(max, {
      present: existing.filter(ofKind).length,
      created: wanted.length,
      deletable: deletable.length
    })
    for (const { id } of deletable.slice(0, capacity.first)) early.add(id)
    for (const { name } of wanted.slice(capacity.possible)) {
      plan.cannot(object, name, `a guild of this boost level has at most ${max} of its kind`)
    }
    return wanted.slice(0, capacity.possible)
  })
  for (const { entry, name } of created) {
    const { file, key: _, url, ...rest } = entry
    if (url === undefined && file === undefined) {
      plan.cannot(object, name, "needs `url` or `file` to be created")
      continue
    }
    const picture = literal(url === undefined ? { path: file } : { url })
    plan.changes.push({
      action: "create",
      object,
      name,
      risk: "write",
      fields: fieldChanges({ key: entry.key, name }, { ...entry })
    })
    plan.step("settings", create, name, {
      guild_id: state.guild.id,
      ...argumentsOf(rest),
      ...(section === "emojis" ? { image: picture } : { file: picture, tags: literal(entry.tags ?? name) })
    })
  }
  for (const { id, name } of unmentioned) {
    plan.changes.push({ action: "delete", object, name, risk: "destructive" })
    plan.step(early.has(id) ? "clearing" : "deletions", remove, name, { guild_id: state.guild.id, [idField]: id })
  }
}

/** A form creates stickers. It sends each line break as two characters. */
const withLineFeeds = ({ description, name, tags, ...rest }: Picture): Picture => ({
  ...rest,
  name: lineFeeds(name),
  ...(description !== undefined && { description: lineFeeds(description) }),
  ...(tags !== undefined && { tags: lineFeeds(tags) })
})

const lineFeeds = (text: string): string => text.replaceAll("\r\n", "\n")
