/** Plans emojis and stickers. */
import { identity } from "effect"
import * as Limits from "../objects/schema/limits.ts"
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

type Section = "emojis" | "stickers"

/** Adds the changes of emojis or stickers to a plan. */
export const planPictures = (plan: PlanDraft, section: Section): void => {
  const entries: ReadonlyArray<Picture> | undefined = plan.document[section]
  if (entries === undefined) return
  const wanted = wantedPictures(plan, section, entries)
  const existing = existingPictures(plan, section)
  const stays = staysIn(plan, "roles")
  const matches = match(wanted, existing, (entry, { roles, ...picture }) => {
    const left = roles?.filter(stays)
    return changedFields(plan, entry, { ...picture, ...(left && { roles: left }) }).length === 0
  })
  for (const { name } of matches.ambiguous)
    plan.cannot(tools[section].object, name, "several have this name: add the id of each to `ids`")
  for (const { entry, key } of wanted) {
    const picture = matches.objects.get(key)
    if (picture !== undefined) updatePicture(plan, section, entry, picture)
  }
  const deleted = plan.options.prune === true ? matches.unmentioned : []
  const { created, early } = fitting(plan, section, { created: matches.created, deleted, existing })
  for (const { entry, name } of created) createPicture(plan, section, entry, name)
  const { id: idField, object, remove } = tools[section]
  for (const { id, name } of deleted) {
    plan.changes.push({ action: "delete", object, name, risk: "destructive" })
    plan.step(early.has(id) ? "clearing" : "deletions", remove, name, { guild_id: plan.state.guild.id, [idField]: id })
  }
}

const existingPictures = (plan: PlanDraft, section: Section): ReadonlyArray<Existing<Picture>> => {
  const rolesOf = new Map((plan.state.guild.emojis ?? []).map(({ id, roles }) => [id, roles]))
  return (plan.current.document[section] ?? []).map((present: Picture): Existing<Picture> => {
    const id = plan.currentIds(section).get(present.key ?? present.name) ?? ""
    const roles = present.roles && (rolesOf.get(id) ?? []).map(plan.keyOf("roles"))
    const entry = withLineFeeds({ ...present, ...(roles && { roles }) })
    return { id, name: entry.name, entry, groups: [""] }
  })
}

const wantedPictures = (
  plan: PlanDraft,
  section: Section,
  entries: ReadonlyArray<Picture>
): ReadonlyArray<Wanted<Picture>> => {
  const ids = plan.ids(section)
  return entries.map((entry) => {
    const key = entry.key ?? entry.name
    return { key, name: entry.name, entry, id: ids.get(key), groups: [""] }
  })
}

/** Returns a picture with ids in place of keys, and without what does not change. */
const comparable = (
  { file: _, key: __, roles, url: ___, ...fields }: Picture,
  idOf: (key: string) => string | undefined
): Readonly<Record<string, unknown>> => ({
  ...fields,
  ...(roles !== undefined && { roles: roles.flatMap((key) => idOf(key) ?? []).toSorted() })
})

/** Returns an entry with the roles of the picture that only the guild can name. */
const keeping = (plan: PlanDraft, entry: Picture, picture: Picture): Picture =>
  entry.roles === undefined ? entry : { ...entry, roles: plan.keeping("roles", entry.roles, picture.roles, identity) }

const changedFields = (plan: PlanDraft, entry: Picture, picture: Picture) =>
  fieldChanges(
    comparable(picture, (key) => plan.currentId("roles", key)),
    comparable(keeping(plan, entry, picture), (key) => plan.resolve("roles", key))
  )

const argumentsOf = (plan: PlanDraft, { roles, ...fields }: Omit<Picture, "key" | "url" | "file">) => ({
  ...literal(fields),
  ...(roles !== undefined && { roles: roles.flatMap((key) => plan.resolve("roles", key) ?? []) })
})

const updatePicture = (plan: PlanDraft, section: Section, entry: Picture, picture: Existing<Picture>): void => {
  const { id: idField, modify, object } = tools[section]
  const fields = changedFields(plan, entry, picture.entry)
  if (fields.length === 0) return
  const { file: _, key: __, url: ___, ...rest } = keeping(plan, entry, picture.entry)
  const names = fields.map(({ field }) => field)
  if (names.includes("roles"))
    plan.canKeep({ object, name: rest.name }, "roles", rest.roles ?? [], Limits.EMOJI_ROLES_MAX)
  const sent = Object.fromEntries(Object.entries(argumentsOf(plan, rest)).filter(([name]) => names.includes(name)))
  plan.changes.push({ action: "update", object, name: picture.name, risk: "write", fields })
  plan.step("settings", modify, picture.name, { guild_id: plan.state.guild.id, [idField]: picture.id, ...sent }, fields)
}

/** Returns the creations that a guild has slots for, and the deletions that have to run before them. */
const fitting = (
  plan: PlanDraft,
  section: Section,
  pictures: {
    readonly created: ReadonlyArray<Wanted<Picture>>
    readonly deleted: ReadonlyArray<Existing<Picture>>
    readonly existing: ReadonlyArray<Existing<Picture>>
  }
): { readonly created: ReadonlyArray<Wanted<Picture>>; readonly early: ReadonlySet<string> } => {
  const animated = animatedIn(plan)
  const early = new Set<string>()
  const created = [true, false].flatMap((moves) => {
    const ofKind = (one: Parameters<typeof animated>[0]) => section === "stickers" || animated(one) === moves
    const wanted =
      section === "stickers" && moves ? [] : pictures.created.filter((one) => ofKind({ ...one, id: undefined }))
    const deletable = pictures.deleted.filter(ofKind)
    const max = slotsOf(plan.state, section)
    const capacity = capacityFor(max, {
      present: pictures.existing.filter(ofKind).length,
      created: wanted.length,
      deletable: deletable.length
    })
    for (const { id } of deletable.slice(0, capacity.first)) early.add(id)
    for (const { name } of wanted.slice(capacity.possible)) {
      plan.cannot(tools[section].object, name, `a guild of this boost level has at most ${max} of its kind`)
    }
    return wanted.slice(0, capacity.possible)
  })
  return { created, early }
}

/** Returns whether an emoji moves: by what the guild says, or by its file. */
const animatedIn = ({ state }: PlanDraft) => {
  const animated = new Set((state.guild.emojis ?? []).flatMap((emoji) => (emoji.animated === true ? [emoji.id] : [])))
  return ({
    entry: { file = "", url = file },
    id
  }: {
    readonly entry: Picture
    readonly id: string | undefined
  }): boolean => animated.has(id) || /\.gif(?:$|[?#])/i.test(url)
}

const createPicture = (plan: PlanDraft, section: Section, entry: Picture, name: string): void => {
  const { create, object } = tools[section]
  const { file, key: _, url, ...rest } = entry
  if (url === undefined && file === undefined) {
    plan.cannot(object, name, "needs `url` or `file` to be created")
    return
  }
  const picture = literal(url === undefined ? { path: file } : { url })
  const fields = fieldChanges({ key: entry.key, name }, { ...entry })
  plan.changes.push({ action: "create", object, name, risk: "write", fields })
  plan.step("settings", create, name, {
    guild_id: plan.state.guild.id,
    ...argumentsOf(plan, rest),
    ...(section === "emojis" ? { image: picture } : { file: picture, tags: literal(entry.tags ?? name) })
  })
}

/** A form creates stickers. It sends each line break as two characters. */
const withLineFeeds = ({ description, name, tags, ...rest }: Picture): Picture => ({
  ...rest,
  name: lineFeeds(name),
  ...(description !== undefined && { description: lineFeeds(description) }),
  ...(tags !== undefined && { tags: lineFeeds(tags) })
})

const lineFeeds = (text: string): string => text.replaceAll("\r\n", "\n")
