/** Plans the channels of a guild: matches them, and what is created, changed and deleted. */
import { counted } from "../text/words.ts"
import { type CategoryChanges, separationFrom } from "./categorySync.ts"
import { channelArguments, channelChanges, closesFor, overwritesOf } from "./channelArguments.ts"
import { allChannels, requiredChannels } from "./checkDocument.ts"
import { createChannel } from "./createChannel.ts"
import { CATEGORY_CHANNELS_MAX, CHANNELS_MAX, type ChannelEntry, kindOf } from "./entries.ts"
import { kindAdvice, kindDenial, possibleChannel } from "./features.ts"
import { type ChannelState, isCommunity, seesAll } from "./GuildState.ts"
import { discordName, kindOfType, NAMELESS } from "./kinds.ts"
import { matchChannels, type WantedChannel } from "./match.ts"
import type { PlanDraft } from "./PlanDraft.ts"
import { Capacity, type FoundChannel, movesTo, planPositions, type Unseen } from "./planPositions.ts"
import { canBeRequired } from "./planSettings.ts"

const CHANNEL = "channel"

/** Adds the changes of channels to a plan. */
export const planChannels = (plan: PlanDraft): void => {
  const { document, options, state } = plan
  if (document.channels === undefined) return
  const channels = state.channels.filter(({ type }) => kindOfType(type) !== undefined)
  const byId = new Map(channels.map((channel) => [channel.id, channel]))
  const ids = plan.ids("channels")
  const wanted = allChannels(document.channels).map(({ entry, parent }): WantedChannel => {
    const key = entry.key ?? entry.name
    // A kind that is left out stays as it is.
    const kind = entry.kind ?? kindOfType(byId.get(ids.get(key) ?? "")?.type ?? -1) ?? kindOf(entry)
    return {
      key,
      name: entry.name,
      entry,
      id: ids.get(key),
      groups: [],
      kind,
      parent: parent && (parent.key ?? parent.name)
    }
  })
  const [hidden, visible] = partition(wanted, ({ id }) => id !== undefined && options.hidden?.has(id) === true)
  for (const { id = "", key } of hidden) plan.define("channels", key, id)
  const matches = matchChannels(plan, visible, channels)
  const unseen = new Set([...hidden.map(({ key }) => key), ...matches.hidden])
  for (const { key, name } of wanted) if (unseen.has(key)) plan.cannot(CHANNEL, name, "the bot cannot view it")
  for (const [key, { id }] of matches.found) plan.define("channels", key, id)
  for (const { name } of matches.ambiguous) {
    plan.cannot(CHANNEL, name, "several channels have this name: add the id of each to `ids`")
  }
  const created = matches.created as ReadonlyArray<WantedChannel> // of `visible`
  // The channels that stay as they are, and where they are.
  const stay = new Set<string>()
  const found = visible.flatMap((it) => {
    const object = matches.found.get(it.key)
    const channel = byId.get(object?.id ?? "")
    if (object === undefined || channel === undefined) return []
    // So does that of a channel which was found by its name.
    const kind = isKindless(it.entry) ? (kindOfType(channel.type) ?? it.kind) : it.kind
    const isReplaced = replacesRequired(plan, it.key, channel)
    const denial = kindDenial(state, channel, kind, isReplaced)
    const isLate = isReplaced && kind !== kindOfType(channel.type)
    if (denial === undefined) return [{ wanted: { ...it, kind }, before: object.entry, channel, isLate }]
    plan.cannot(CHANNEL, channel.name, denial, "kind")
    plan.notices.push(kindAdvice(denial))
    stay.add(it.key)
    return []
  })
  const unmentioned = options.prune === true ? matches.unmentioned : []
  const required = requiredIn(plan)
  const capacity = new Capacity(
    plan,
    unmentioned.filter(({ id }) => !required.has(id))
  )
  const [categories, others] = partition(created, ({ kind }) => kind === "category")
  for (const one of categories) createChannel(plan, one, capacity, unseen)
  capacity.count(found, others, unseen)
  // A channel that leaves a full category lets another in.
  const [leaving, staying] = partition(
    found,
    ({ channel, wanted }) => channel.parent_id != null && movesTo(plan, wanted, channel, unseen)
  )
  const [late, early] = partition(leaving, ({ wanted: { parent } }) =>
    capacity.isCrowded(parent && plan.resolve("channels", parent))
  )
  // The overwrites of a category change those of its channels.
  const [foundCategories, inside] = partition(staying, ({ wanted: { kind } }) => kind === "category")
  const changes: CategoryChanges = new Map()
  for (const one of [...foundCategories, ...early, ...late, ...inside]) {
    if (!updateChannel(plan, one, capacity, unseen, changes)) stay.add(one.wanted.key)
  }
  for (const one of others) createChannel(plan, one, capacity, unseen)
  if (capacity.created > 0 && !seesAll(state)) {
    plan.notices.push(
      `The plan creates ${counted(capacity.created, "channel")}. A channel that the bot cannot view may have the same name. Hidden channels count for the limits of ${CHANNELS_MAX} channels and ${CATEGORY_CHANNELS_MAX} in a category.`
    )
  }
  const cleared = capacity.first
  planPositions(
    plan,
    wanted,
    channels.filter(({ id }) => !cleared.has(id)),
    new Set([...unseen, ...stay])
  )
  // A channel of the plan can have taken the place of one that was required.
  const requiredThen = requiredIn(plan)
  for (const { id, name } of unmentioned) {
    if (requiredThen.has(id)) {
      plan.cannot(CHANNEL, name, "Community needs it: set another rules or updates channel first")
      continue
    }
    const kind = kindOfType(byId.get(id)?.type ?? -1)
    plan.changes.push({ action: "delete", object: kind === "category" ? kind : CHANNEL, name, risk: "destructive" })
    plan.step(cleared.has(id) ? "clearing" : "deletions", "channels_delete", name, { channel_id: id })
  }
}

const isKindless = ({ channels, kind }: ChannelEntry): boolean => kind === undefined && channels === undefined

const partition = <A>(
  all: ReadonlyArray<A>,
  isFirst: (item: A) => boolean
): readonly [ReadonlyArray<A>, ReadonlyArray<A>] => [all.filter(isFirst), all.filter((item) => !isFirst(item))]

/** Adds the changes of a channel. Returns whether it gets into the category that the blueprint has it in. */
const updateChannel = (
  plan: PlanDraft,
  { before, channel, isLate, wanted }: FoundChannel,
  capacity: Capacity,
  unseen: Unseen,
  categories: CategoryChanges
): boolean => {
  const { kind, parent } = wanted
  const entry = possibleChannel(plan, wanted.entry, before)
  const named = discordName(kind, entry.name)
  if (named === "" && entry.name !== channel.name) plan.cannot(CHANNEL, channel.name, NAMELESS, "name")
  const name = named === "" || named === channel.name ? channel.name : entry.name
  const changed = [...channelChanges(plan, { ...entry, name, kind }, before, channel)]
  const parentId = parent === undefined ? undefined : plan.resolve("channels", parent)
  const current = channel.parent_id ?? undefined
  const leaves = kind !== "category" && movesTo(plan, wanted, channel, unseen)
  const full =
    parent !== undefined && unseen.has(parent) && parentId !== current
      ? "the bot cannot view the category that it is to be in"
      : leaves
        ? capacity.enter(parentId, current)
        : undefined
  if (full !== undefined) plan.cannot(CHANNEL, channel.name, full, "category")
  const isMoved = leaves && full === undefined
  if (isMoved) {
    const nameOf = (id: string | undefined) => plan.state.channels.find((it) => it.id === id)?.name ?? ""
    changed.push({ field: "category", before: nameOf(current), after: parent ?? "" })
  }
  const separation = separationFrom(plan, categories, entry, channel, changed)
  if (separation === "leaves first") {
    plan.step("leaving", "channels_modify", channel.name, { channel_id: channel.id, clear: ["parent_id"] })
  }
  const returns = separation === "leaves first" && !isMoved
  if (changed.length === 0 && !returns) return full === undefined
  // Onboarding must no longer list a channel that is closed: it changes late.
  const closes = closesFor(plan, entry, before, channel)
  const isFirst = separation === "overwrites first" && !closes
  const sent = changed.filter(({ field }) => !(isFirst && field === "overwrites"))
  if (isFirst) {
    const args = channelArguments(plan, entry, ["overwrites"], channel)
    const fields = changed.filter(({ field }) => field === "overwrites")
    plan.step("leaving", "channels_modify", channel.name, { channel_id: channel.id, ...args }, fields)
  }
  const args = channelArguments(
    plan,
    { ...entry, name, kind },
    sent.map(({ field }) => field),
    channel
  )
  if (kind === "category" && changed.some(({ field }) => field === "overwrites")) {
    categories.set(channel.id, overwritesOf(plan, entry.overwrites ?? {}, channel))
  }
  const clear = [
    ...(Array.isArray(args.clear) ? args.clear : []),
    ...(isMoved && parentId === undefined ? ["parent_id"] : [])
  ]
  const call = {
    channel_id: channel.id,
    ...args,
    ...(isMoved && parentId !== undefined && { parent_id: parentId }),
    ...(returns && { parent_id: current }),
    ...(clear.length > 0 && { clear })
  }
  const removesTags =
    changed.some(({ field }) => field === "tags") && (entry.tags?.length ?? 0) < (before.tags?.length ?? 0)
  const risk = changed.some(({ field }) => field === "overwrites") || removesTags ? "destructive" : "write"
  if (changed.length > 0) {
    plan.changes.push({
      action: changed.every(({ field }) => field === "category") ? "move" : "update",
      object: kind === "category" ? kind : CHANNEL,
      name: channel.name,
      risk,
      fields: changed
    })
  }
  // A channel that would leave its category too late leaves it first.
  if (isMoved && capacity.isCrowded(current) && (closes || capacity.isCrowded(parentId))) {
    plan.step("clearing", "channels_modify", channel.name, { channel_id: channel.id, clear: ["parent_id"] })
  }
  if (Object.keys(call).length > 1) {
    plan.step(
      closes || isLate ? "closing" : kind === "category" ? "categories" : "channels",
      "channels_modify",
      channel.name,
      call,
      sent
    )
  }
  return full === undefined
}

/** Whether Community needs a channel now, and the blueprint sets another one in each such setting. */
const replacesRequired = (plan: PlanDraft, key: string, { id }: ChannelState): boolean => {
  const fields = requiredChannels.filter((field) => plan.state.guild[`${field}_id`] === id)
  const others = fields.map((field) => plan.document.guild?.[field] ?? key)
  return fields.length > 0 && others.every((other) => other !== key && other !== "" && canBeRequired(plan, other))
}

/** Returns the ids of the channels that a Community guild needs, as far as the plan knows them. */
const requiredIn = (plan: PlanDraft): ReadonlySet<string | null | undefined> =>
  new Set(
    isCommunity(plan.state)
      ? requiredChannels.map((field) => {
          const key = plan.document.guild?.[field] ?? ""
          const id = key === "" || !canBeRequired(plan, key) ? undefined : plan.resolve("channels", key)
          return id ?? plan.state.guild[`${field}_id`]
        })
      : []
  )
