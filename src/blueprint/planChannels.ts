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
import { type Existing, matchChannels, type WantedChannel } from "./match.ts"
import type { PlanDraft, Replacement } from "./PlanDraft.ts"
import { Capacity, type MatchedChannel, movesTo, planPositions, type Unseen } from "./planPositions.ts"
import { canBeRequired } from "./planSettings.ts"

const CHANNEL = "channel"

/** Adds the changes of channels to a plan. */
export const planChannels = (plan: PlanDraft): void => {
  const { document, options, state } = plan
  if (document.channels === undefined) return
  const channels = state.channels.filter(({ type }) => kindOfType(type) !== undefined)
  const byId: ChannelsById = new Map(channels.map((channel) => [channel.id, channel]))
  const wanted = wantedChannels(plan, document.channels, byId)
  const [hidden, visible] = partition(wanted, ({ id }) => id !== undefined && options.hidden?.has(id) === true)
  for (const { id = "", key } of hidden) plan.define("channels", key, id)
  const matches = matchChannels(plan, visible, channels)
  const unseen = new Set([...hidden.map(({ key }) => key), ...matches.hidden])
  for (const { key, name } of wanted) if (unseen.has(key)) plan.cannot(CHANNEL, name, "the bot cannot view it")
  for (const [key, { id }] of matches.objects) plan.define("channels", key, id)
  for (const { name } of matches.ambiguous) {
    plan.cannot(CHANNEL, name, "several channels have this name: add the id of each to `ids`")
  }
  const created = matches.created as ReadonlyArray<WantedChannel> // of `visible`
  const { fixed, matched } = matchedChannels(plan, visible, matches.objects, byId)
  const unmentioned = options.prune === true ? matches.unmentioned : []
  const required = requiredIn(plan)
  const capacity = new Capacity(
    plan,
    unmentioned.filter(({ id }) => !required.has(id))
  )
  const stuck = changeChannels(plan, { capacity, created, matched, unseen })
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
    new Set([...unseen, ...fixed, ...stuck])
  )
  deleteChannels(plan, unmentioned, cleared, byId)
}

type ChannelsById = ReadonlyMap<string, ChannelState>

const wantedChannels = (
  plan: PlanDraft,
  entries: NonNullable<PlanDraft["document"]["channels"]>,
  byId: ChannelsById
): ReadonlyArray<WantedChannel> => {
  const ids = plan.ids("channels")
  return allChannels(entries).map(({ entry, parent }) => {
    const key = entry.key ?? entry.name
    const id = ids.get(key)
    // A kind that is left out stays as it is.
    const kind = entry.kind ?? kindOfType(byId.get(id ?? "")?.type ?? -1) ?? kindOf(entry)
    return { key, name: entry.name, entry, id, groups: [], kind, parent: parent && (parent.key ?? parent.name) }
  })
}

/** Returns the channels that entries mean. `fixed`: the keys of those whose kind cannot change, which stay as they are. */
const matchedChannels = (
  plan: PlanDraft,
  visible: ReadonlyArray<WantedChannel>,
  objects: ReadonlyMap<string, Existing<ChannelEntry>>,
  byId: ChannelsById
): { readonly fixed: ReadonlySet<string>; readonly matched: ReadonlyArray<MatchedChannel> } => {
  const fixed = new Set<string>()
  const matched = visible.flatMap((wanted) => {
    const object = objects.get(wanted.key)
    const channel = byId.get(object?.id ?? "")
    if (object === undefined || channel === undefined) return []
    // A kind that is left out stays as it is, too, where the channel was matched by its name.
    const kind = isKindless(wanted.entry) ? (kindOfType(channel.type) ?? wanted.kind) : wanted.kind
    const isReplaced = replacesRequired(plan, wanted.key, channel)
    const denial = kindDenial(plan.state, channel, kind, isReplaced)
    const isLate = isReplaced && kind !== kindOfType(channel.type)
    if (denial === undefined) return [{ wanted: { ...wanted, kind }, before: object.entry, channel, isLate }]
    plan.cannot(CHANNEL, channel.name, denial, "kind")
    plan.notices.push(kindAdvice(denial))
    fixed.add(wanted.key)
    return []
  })
  return { fixed, matched }
}

/** Creates and changes channels. Returns the keys of those that do not get into the category of the blueprint. */
const changeChannels = (
  plan: PlanDraft,
  channels: {
    readonly capacity: Capacity
    readonly created: ReadonlyArray<WantedChannel>
    readonly matched: ReadonlyArray<MatchedChannel>
    readonly unseen: Unseen
  }
): ReadonlyArray<string> => {
  const { capacity, created, matched, unseen } = channels
  const [categories, others] = partition(created, ({ kind }) => kind === "category")
  for (const one of categories) createChannel(plan, one, capacity, unseen)
  capacity.count(matched, others, unseen)
  // A channel that leaves a full category lets another in.
  const [leaving, staying] = partition(
    matched,
    ({ channel, wanted }) => channel.parent_id != null && movesTo(plan, wanted, channel, unseen)
  )
  const [late, early] = partition(leaving, ({ wanted: { parent } }) =>
    capacity.isCrowded(parent && plan.resolve("channels", parent))
  )
  // The overwrites of a category change those of its channels.
  const [presentCategories, inside] = partition(staying, ({ wanted: { kind } }) => kind === "category")
  const changes: CategoryChanges = new Map()
  const stuck = [...presentCategories, ...early, ...late, ...inside].filter(
    (one) => !updateChannel(plan, one, capacity, unseen, changes)
  )
  for (const one of others) createChannel(plan, one, capacity, unseen)
  return stuck.map(({ wanted }) => wanted.key)
}

const deleteChannels = (
  plan: PlanDraft,
  unmentioned: ReadonlyArray<Existing<ChannelEntry>>,
  cleared: ReadonlySet<string>,
  byId: ChannelsById
): void => {
  // A channel of the plan can have taken the place of one that was required.
  const required = requiredIn(plan)
  for (const { id, name } of unmentioned) {
    if (required.has(id)) {
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
  matched: MatchedChannel,
  capacity: Capacity,
  unseen: Unseen,
  categories: CategoryChanges
): boolean => {
  const { before, channel, isLate, wanted } = matched
  const { kind } = wanted
  const entry = possibleChannel(plan, wanted.entry, before)
  const named = discordName(kind, entry.name)
  if (named === "" && entry.name !== channel.name) plan.cannot(CHANNEL, channel.name, NAMELESS, "name")
  const name = named === "" || named === channel.name ? channel.name : entry.name
  const changed = [...channelChanges(plan, { ...entry, name, kind }, before, channel)]
  const move = moveOf(plan, matched, capacity, unseen)
  if (move.isMoved) changed.push(categoryChange(plan, matched))
  const separation = separationFrom(plan, categories, entry, channel, changed)
  const leavesFirst = separation === "leaves first"
  if (leavesFirst) {
    plan.step("leaving", "channels_modify", channel.name, { channel_id: channel.id, clear: ["parent_id"] })
  }
  const returns = leavesFirst && !move.isMoved
  if (changed.length === 0 && !returns) return !move.isRefused
  // Onboarding must no longer list a channel that is closed: it changes late.
  const closes = closesFor(plan, entry, before, channel)
  const isFirst = separation === "overwrites first" && !closes
  const sent = changed.filter(({ field }) => !(isFirst && field === "overwrites"))
  if (isFirst) {
    const args = channelArguments(plan, entry, ["overwrites"], channel)
    const fields = changed.filter(({ field }) => field === "overwrites")
    plan.step("leaving", "channels_modify", channel.name, { channel_id: channel.id, ...args }, fields)
  }
  const names = sent.map(({ field }) => field)
  const args = channelArguments(plan, { ...entry, name, kind }, names, channel)
  if (kind === "category" && changed.some(({ field }) => field === "overwrites")) {
    categories.set(channel.id, overwritesOf(plan, entry.overwrites ?? {}, channel))
  }
  if (changed.length > 0) addChange(plan, matched, entry, changed)
  // A channel that would leave its category too late leaves it first.
  if (move.isMoved && capacity.isCrowded(move.current) && (closes || capacity.isCrowded(move.parentId))) {
    plan.step("clearing", "channels_modify", channel.name, { channel_id: channel.id, clear: ["parent_id"] })
  }
  const call = modifyCall(channel.id, args, move, returns)
  if (Object.keys(call).length > 1) {
    const phase = closes || isLate ? "closing" : kind === "category" ? "categories" : "channels"
    plan.step(phase, "channels_modify", channel.name, call, sent)
  }
  return !move.isRefused
}

/** The category of a channel now and after the plan. */
interface Move {
  readonly current: string | undefined
  readonly parentId: string | undefined
  readonly isMoved: boolean
  /** Whether the channel cannot get into the category of the blueprint. */
  readonly isRefused: boolean
}

/** Returns the move of a channel, and counts the place that it takes. */
const moveOf = (plan: PlanDraft, { channel, wanted }: MatchedChannel, capacity: Capacity, unseen: Unseen): Move => {
  const { kind, parent } = wanted
  const parentId = parent === undefined ? undefined : plan.resolve("channels", parent)
  const current = channel.parent_id ?? undefined
  const leaves = kind !== "category" && movesTo(plan, wanted, channel, unseen)
  const denial =
    parent !== undefined && unseen.has(parent) && parentId !== current
      ? "the bot cannot view the category that it is to be in"
      : leaves
        ? capacity.enter(parentId, current)
        : undefined
  if (denial !== undefined) plan.cannot(CHANNEL, channel.name, denial, "category")
  return { current, parentId, isMoved: leaves && denial === undefined, isRefused: denial !== undefined }
}

const categoryChange = ({ state }: PlanDraft, { channel, wanted }: MatchedChannel): Replacement => ({
  field: "category",
  before: state.channels.find(({ id }) => id === channel.parent_id)?.name ?? "",
  after: wanted.parent ?? ""
})

const addChange = (
  plan: PlanDraft,
  { before, channel, wanted: { kind } }: MatchedChannel,
  entry: ChannelEntry,
  changed: ReadonlyArray<Replacement>
): void => {
  const removesTags =
    changed.some(({ field }) => field === "available_tags") &&
    (entry.available_tags?.length ?? 0) < (before.available_tags?.length ?? 0)
  plan.changes.push({
    action: changed.every(({ field }) => field === "category") ? "move" : "update",
    object: kind === "category" ? kind : CHANNEL,
    name: channel.name,
    risk: changed.some(({ field }) => field === "overwrites") || removesTags ? "destructive" : "write",
    fields: changed
  })
}

/** Returns the arguments of the call that changes a channel. `returns`: it left its category first, and gets back. */
const modifyCall = (
  id: string,
  args: ReturnType<typeof channelArguments>,
  { current, isMoved, parentId }: Move,
  returns: boolean
) => {
  const clear = [
    ...(Array.isArray(args.clear) ? args.clear : []),
    ...(isMoved && parentId === undefined ? ["parent_id"] : [])
  ]
  return {
    channel_id: id,
    ...args,
    ...(isMoved && parentId !== undefined && { parent_id: parentId }),
    ...(returns && { parent_id: current }),
    ...(clear.length > 0 && { clear })
  }
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
