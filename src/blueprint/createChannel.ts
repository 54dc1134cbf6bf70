/** Plans the creation of a channel with its overwrites. */
import { channelKinds, newChannelFields } from "../objects/channel.ts"
import { canClear, type FirstOverwrites, firstOverwrites, type ParentCategory, parentCategory } from "./categorySync.ts"
import { ambiguousDenial, asOverwrite, channelArguments, manageRolesDenial } from "./channelArguments.ts"
import { type ChannelEntry, documented, kindOf } from "./entries.ts"
import { kindAdvice, needsCommunity, possibleChannel } from "./features.ts"
import { discordName, NAMELESS } from "./kinds.ts"
import type { WantedChannel } from "./match.ts"
import { addsDanger, literal, type PlanDraft, permissionDenial } from "./PlanDraft.ts"
import type { Capacity, Unseen } from "./planPositions.ts"

const CHANNEL = "channel"

/** The fields that only a change takes. */
const LATER = Object.keys(documented).filter((name) => !Object.hasOwn(newChannelFields, name))

/** Adds the creation of a channel to a plan. */
export const createChannel = (plan: PlanDraft, wanted: WantedChannel, capacity: Capacity, unseen: Unseen): void => {
  const { entry, key, kind, parent } = wanted
  const parentId = parent === undefined ? undefined : plan.resolve("channels", parent)
  const lacking = needsCommunity(plan.state, kind)
  if (lacking !== undefined) plan.notices.push(kindAdvice(lacking))
  const reason =
    parent !== undefined && unseen.has(parent)
      ? "the bot cannot view its category"
      : parent !== undefined && parentId === undefined
        ? "its category cannot be created"
        : (lacking ?? (discordName(kind, entry.name) === "" ? NAMELESS : undefined) ?? capacity.create(parentId))
  if (reason !== undefined) {
    plan.cannot(CHANNEL, entry.name, reason)
    return
  }
  const category = parent === undefined ? undefined : parentCategory(plan, parent)
  const possible = { ...possibleChannel(plan, entry), kind }
  const first = firstOverwrites(plan, possible, category)
  const call = creationCall(plan, possible, parentId, category, first)
  if (call === undefined) return
  const clears = first.isPlaceholder && canClear(plan)
  plan.changes.push({
    action: "create",
    object: kind === "category" ? kind : CHANNEL,
    name: entry.name,
    // A channel without overwrites below a category that has some shows what the category hides.
    risk: clears || first.effective.some(({ allow }) => addsDanger([], allow)) ? "destructive" : "write",
    fields: call.fields
  })
  const phase = kind === "category" ? "categories" : "channels"
  const id = plan.step(phase, "channels_create_guild_channel", entry.name, call.args)
  plan.define("channels", key, id)
  const flags = entry.flags?.length ? channelArguments(plan, possible, LATER, undefined) : {}
  const rest = { ...flags, ...(clears && { permission_overwrites: [] }) }
  if (Object.keys(rest).length > 0) plan.step(phase, "channels_modify", entry.name, { channel_id: id, ...rest })
}

/** Returns the fields and the arguments of the call; `undefined` if the bot cannot grant the overwrites. */
const creationCall = (
  plan: PlanDraft,
  entry: ChannelEntry,
  parentId: string | undefined,
  category: ParentCategory | undefined,
  { effective, sent }: FirstOverwrites
) => {
  const { channels: _, key: __, name, ...own } = entry
  // The plan shows what the channel gets from a category of the document.
  const overwrites = own.overwrites ?? category?.overwrites
  const fields = { ...own, ...(overwrites && { overwrites }) }
  const denial =
    permissionDenial(
      plan,
      [],
      sent.flatMap(({ allow, deny }) => [...allow, ...deny])
    ) ??
    manageRolesDenial(plan, {}, overwrites ?? {}) ??
    ambiguousDenial(plan, overwrites ?? {}) ??
    plan.own.channelDenial(channelKinds[kindOf(entry)], effective.map(asOverwrite))
  if (denial !== undefined) {
    plan.cannot(CHANNEL, name, denial)
    return undefined
  }
  const names = Object.keys(fields).filter((field) => !NOT_SENT.has(field))
  const { clear: ___, ...args } = channelArguments(plan, entry, names, undefined)
  return {
    fields: Object.entries(fields).map(([field, after]) => ({ field, after })),
    args: {
      guild_id: plan.state.guild.id,
      name: literal(name),
      kind: kindOf(entry),
      ...args,
      ...(parentId !== undefined && { parent_id: parentId }),
      ...(sent.length > 0 && { permission_overwrites: sent })
    }
  }
}

/** Fields that the creation sends in another way, or not at all. */
const NOT_SENT: ReadonlySet<string> = new Set(["kind", "overwrites", ...LATER])
