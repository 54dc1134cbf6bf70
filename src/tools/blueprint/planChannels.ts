/** Plans the channels of a guild: matches them, and what is created, changed and deleted. */
import { counted } from "../../text/words.ts"
import { channelArguments, channelChanges, closesFor, creationArguments } from "./channelArguments.ts"
import { allChannels, requiredChannels } from "./checkDocument.ts"
import { CATEGORY_CHANNELS_MAX, CHANNELS_MAX, type ChannelEntry, kindOf } from "./entries.ts"
import { type ChannelState, isCommunity, seesAll } from "./GuildState.ts"
import { canBecome, discordName, type Kind, kindOfType } from "./kinds.ts"
import { type Existing, type Matches, match } from "./match.ts"
import type { PlanDraft } from "./PlanDraft.ts"
import { planPositions, type WantedChannel } from "./planPositions.ts"

const CHANNEL = "channel"

/** Adds the changes of channels to a plan. */
export const planChannels = (plan: PlanDraft): void => {
  const { document, options, state } = plan
  if (document.channels === undefined) return
  const channels = state.channels.filter(({ type }) => kindOfType(type) !== undefined)
  const byId = new Map(channels.map((channel) => [channel.id, channel]))
  const entries = currentEntries(plan)
  const ids = plan.ids("channels")
  const wanted = allChannels(document.channels).map(({ entry, parent }): WantedChannel => {
    const key = entry.key ?? entry.name
    // A kind that is left out stays as it is.
    const kind = entry.kind ?? kindOfType(byId.get(ids[key] ?? "")?.type ?? -1) ?? kindOf(entry)
    return {
      key,
      name: entry.name,
      entry,
      id: ids[key],
      groups: [],
      kind,
      parent: parent && (parent.key ?? parent.name)
    }
  })
  const [hidden, visible] = partition(wanted, ({ id }) => id !== undefined && options.hidden?.has(id) === true)
  for (const { name } of hidden) plan.cannot(CHANNEL, name, "the bot cannot view it")
  const matches = matchChannels(plan, visible, channels, entries)
  for (const [key, { id }] of matches.found) plan.define("channels", key, id)
  for (const { name } of matches.ambiguous) {
    plan.cannot(CHANNEL, name, "several channels have this name: add the id of each to `ids`")
  }
  createChannels(plan, matches.created as ReadonlyArray<WantedChannel>, new Set(hidden.map(({ key }) => key))) // of `visible`
  for (const it of visible) {
    const object = matches.found.get(it.key)
    const channel = byId.get(object?.id ?? "")
    if (object !== undefined && channel !== undefined) updateChannel(plan, it, object.entry, channel)
  }
  planPositions(plan, wanted, channels)
  if (options.prune === true) deleteChannels(plan, matches.unmentioned, byId)
}

const partition = <A>(
  all: ReadonlyArray<A>,
  isFirst: (item: A) => boolean
): readonly [ReadonlyArray<A>, ReadonlyArray<A>] => [all.filter(isFirst), all.filter((item) => !isFirst(item))]

/** The entries of the guild's channels, by id. */
const currentEntries = ({ current }: PlanDraft): ReadonlyMap<string, ChannelEntry> => {
  const ids = current.document.ids?.channels ?? {}
  return new Map(
    allChannels(current.document.channels ?? []).map(({ entry }) => [ids[entry.key ?? entry.name] ?? "", entry])
  )
}

/** Matches categories first: the category decides where a channel is looked for. */
const matchChannels = (
  plan: PlanDraft,
  wanted: ReadonlyArray<WantedChannel>,
  channels: ReadonlyArray<ChannelState>,
  entries: ReadonlyMap<string, ChannelEntry>
): Matches<ChannelEntry> => {
  const isCategory = ({ kind }: Pick<WantedChannel, "kind">) => kind === "category"
  const existing = channels.map((channel) => {
    const kind = kindOfType(channel.type) ?? "text"
    return {
      id: channel.id,
      name: channel.name,
      entry: entries.get(channel.id) ?? { name: channel.name },
      kind,
      parent: channel.parent_id ?? ""
    }
  })
  // A name that Discord would write in another way means the channel with that name.
  const names = new Set(existing.map(({ kind, name }) => JSON.stringify([kind, name])))
  const named = ({ kind, name }: WantedChannel) =>
    names.has(JSON.stringify([kind, name])) ? name : discordName(kind, name)
  const isEqual = (entry: ChannelEntry, object: ChannelEntry) =>
    channelChanges(plan, entry, object, undefined).length === 0
  const categories = match(
    wanted.filter(isCategory).map((it) => ({ ...it, name: named(it), groups: [""] })),
    existing.filter(isCategory).map((it): Existing<ChannelEntry> => ({ ...it, groups: [""] })),
    isEqual
  )
  for (const [key, { id }] of categories.found) plan.define("channels", key, id)
  const others = match(
    wanted
      .filter((it) => !isCategory(it))
      .map((it) => {
        const parent = it.parent === undefined ? "" : (plan.resolve("channels", it.parent) ?? "new")
        return { ...it, name: named(it), groups: [JSON.stringify([it.kind, parent]), it.kind] }
      }),
    existing
      .filter((it) => !isCategory(it))
      .map((it): Existing<ChannelEntry> => ({ ...it, groups: [JSON.stringify([it.kind, it.parent]), it.kind] })),
    isEqual
  )
  return {
    found: new Map([...categories.found, ...others.found]),
    created: [...categories.created, ...others.created],
    ambiguous: [...categories.ambiguous, ...others.ambiguous],
    unmentioned: [...others.unmentioned, ...categories.unmentioned]
  }
}

const createChannels = (plan: PlanDraft, created: ReadonlyArray<WantedChannel>, hidden: ReadonlySet<string>): void => {
  const { state } = plan
  let count = state.channels.length
  const children = new Map<string, number>()
  let possible = 0
  for (const wanted of created) {
    const { entry, key, kind, parent } = wanted
    const parentId = parent === undefined ? undefined : plan.resolve("channels", parent)
    const inParent = (children.get(parent ?? "") ?? state.channels.filter((it) => it.parent_id === parentId).length) + 1
    const reason =
      parent !== undefined && parentId === undefined
        ? hidden.has(parent)
          ? "the bot cannot view its category"
          : "its category cannot be created"
        : ++count > CHANNELS_MAX
          ? `a guild has at most ${CHANNELS_MAX} channels`
          : parent !== undefined && inParent > CATEGORY_CHANNELS_MAX
            ? `a category has at most ${CATEGORY_CHANNELS_MAX} channels`
            : (needsCommunity(plan, kind) ?? (discordName(kind, entry.name) === "" ? NAMELESS : undefined))
    if (reason !== undefined) {
      plan.cannot(CHANNEL, entry.name, reason)
      continue
    }
    children.set(parent ?? "", inParent)
    possible++
    const overwrites = entry.overwrites ?? categoryOverwrites(plan, parent)
    const args = creationArguments(plan, { ...entry, kind, ...(overwrites && { overwrites }) }, parentId)
    if (args === undefined) continue
    plan.changes.push({
      action: "create",
      object: kind === "category" ? kind : CHANNEL,
      name: entry.name,
      risk: args.risk,
      fields: args.fields
    })
    plan.define(
      "channels",
      key,
      plan.step(kind === "category" ? "categories" : "channels", "channels_create_guild_channel", entry.name, args.args)
    )
    const flags = channelArguments(plan, { ...entry, kind }, ["require_tag", "hide_downloads"], undefined)
    if (
      flags !== undefined &&
      Object.keys(flags).length > 0 &&
      (entry.require_tag === true || entry.hide_downloads === true)
    ) {
      plan.step("channels", "channels_modify", entry.name, { channel_id: plan.resolve("channels", key), ...flags })
    }
  }
  if (possible > 0 && !seesAll(state)) {
    plan.notices.push(`${counted(possible, "channel")} to create may exist already where the bot cannot view them.`)
  }
}

const NAMELESS = "its name has no character that Discord keeps"

/** Announcement channels need the feature that every Community guild has, or that Discord gives alone. */
const needsCommunity = ({ state: { guild } }: PlanDraft, kind: Kind): string | undefined =>
  (kind === "announcement" && !guild.features.includes("NEWS")) ||
  (kind === "stage" && !guild.features.includes("COMMUNITY"))
    ? "needs a Community guild"
    : undefined

/** A new channel has the permissions of its category, so that it is never open where the category is not. */
const categoryOverwrites = (plan: PlanDraft, parent: string | undefined): ChannelEntry["overwrites"] => {
  if (parent === undefined) return undefined
  const entry = (plan.document.channels ?? []).find(({ key, name }) => (key ?? name) === parent)
  if (entry?.overwrites !== undefined) return entry.overwrites
  return undefined
}

const updateChannel = (plan: PlanDraft, wanted: WantedChannel, before: ChannelEntry, channel: ChannelState): void => {
  const { entry, kind, parent } = wanted
  const is = kindOfType(channel.type)
  if (!canBecome(is, kind)) {
    plan.cannot(CHANNEL, channel.name, `a ${is} channel cannot become a ${kind} channel: it stays`, "kind")
    return
  }
  if (is !== kind && kind === "announcement" && needsCommunity(plan, kind) !== undefined) {
    plan.cannot(CHANNEL, channel.name, "needs a Community guild", "kind")
    return
  }
  const named = discordName(kind, entry.name)
  if (named === "" && entry.name !== channel.name) plan.cannot(CHANNEL, channel.name, NAMELESS, "name")
  const name = named === "" || named === channel.name ? channel.name : entry.name
  const changed = [...channelChanges(plan, { ...entry, name, kind }, before, channel)]
  const parentId = parent === undefined ? undefined : plan.resolve("channels", parent)
  const current = plan.state.channels.some(({ id }) => id === channel.parent_id)
    ? (channel.parent_id ?? undefined)
    : undefined
  const isMoved = kind !== "category" && parentId !== current && (parent === undefined || parentId !== undefined)
  if (isMoved) {
    const nameOf = (id: string | undefined) => plan.state.channels.find((it) => it.id === id)?.name ?? ""
    changed.push({ field: "category", before: nameOf(current), after: parent ?? "" })
  }
  const args = channelArguments(
    plan,
    { ...entry, name, kind },
    changed.map(({ field }) => field),
    channel
  )
  if (args === undefined || changed.length === 0) return
  const clear = [
    ...(Array.isArray(args.clear) ? args.clear : []),
    ...(isMoved && parentId === undefined ? ["parent_id"] : [])
  ]
  const call = {
    channel_id: channel.id,
    ...args,
    ...(isMoved && parentId !== undefined && { parent_id: parentId }),
    ...(clear.length > 0 && { clear })
  }
  const removesTags =
    changed.some(({ field }) => field === "tags") && (entry.tags?.length ?? 0) < (before.tags?.length ?? 0)
  const risk = changed.some(({ field }) => field === "overwrites") || removesTags ? "destructive" : "write"
  plan.changes.push({
    action: changed.every(({ field }) => field === "category") ? "move" : "update",
    object: kind === "category" ? kind : CHANNEL,
    name: channel.name,
    risk,
    fields: changed
  })
  // Onboarding must no longer list a channel that is closed.
  plan.step(
    closesFor(plan, entry, before, channel) ? "closing" : kind === "category" ? "categories" : "channels",
    "channels_modify",
    channel.name,
    call,
    changed
  )
}

const deleteChannels = (
  plan: PlanDraft,
  unmentioned: ReadonlyArray<Existing<ChannelEntry>>,
  byId: ReadonlyMap<string, ChannelState>
): void => {
  const required = requiredChannels.map((field) => {
    const key = plan.document.guild?.[field] ?? ""
    return (key === "" ? undefined : plan.resolve("channels", key)) ?? plan.state.guild[`${field}_id`]
  })
  for (const { id, name } of unmentioned) {
    const kind = kindOfType(byId.get(id)?.type ?? -1)
    if (isCommunity(plan.state) && required.includes(id)) {
      plan.cannot(CHANNEL, name, "Community needs it: set another rules or updates channel first")
      continue
    }
    plan.changes.push({ action: "delete", object: kind === "category" ? kind : CHANNEL, name, risk: "destructive" })
    plan.step("deletions", "channels_delete", name, { channel_id: id })
  }
}
