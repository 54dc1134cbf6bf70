/** Plans the order of channels: one call for all siblings. Positions are compared as an order, not as numbers. */

import { channelKinds } from "../channels/fields.ts"
import { channelsIn, type Section, sectionOf } from "../channels/order.ts"
import type { ChannelEntry } from "./entries.ts"
import type { ChannelState } from "./GuildState.ts"
import { canBecome, type Kind, kindOfType } from "./kinds.ts"
import { orderOf, type Wanted } from "./match.ts"
import type { PlanDraft } from "./PlanDraft.ts"

/** A channel of the blueprint, with the key of its category. */
export interface WantedChannel extends Wanted<ChannelEntry> {
  readonly kind: Kind
  readonly parent: string | undefined
}

const sections: ReadonlyArray<Section> = ["text", "voice", "category"]

/** Adds the new order of channels to a plan. */
export const planPositions = (
  plan: PlanDraft,
  wanted: ReadonlyArray<WantedChannel>,
  channels: ReadonlyArray<ChannelState>
): void => {
  const present = new Map(channels.map((channel) => [channel.id, channel]))
  const placed = channels.map((channel) => ({
    ...channel,
    parent_id: channel.parent_id != null && present.has(channel.parent_id) ? channel.parent_id : null
  }))
  const entries = wanted.flatMap((it) => {
    const id = plan.resolve("channels", it.key)
    const parent = it.parent === undefined ? null : plan.resolve("channels", it.parent)
    const type = present.get(id ?? "")?.type ?? channelKinds[it.kind]
    // A channel that cannot become another kind stays where it is.
    const stays = !canBecome(kindOfType(type), it.kind)
    return id === undefined || parent === undefined || stays ? [] : [{ id, parent, section: sectionOf({ type }) }]
  })
  const parentOf = new Map(entries.map(({ id, parent }) => [id, parent]))
  const positions: Array<{ readonly id: string; readonly position: number }> = []
  for (const parent of new Set(entries.map((it) => it.parent))) {
    const siblings = entries.filter((it) => it.parent === parent)
    if (
      siblings.some(
        ({ section }, at) => sections.indexOf(section) < sections.indexOf(siblings[at - 1]?.section ?? section)
      )
    ) {
      plan.notices.push(
        "Discord lists text above voice, and categories last: the order of the blueprint was changed to that."
      )
    }
    for (const section of sections) {
      const current = channelsIn(placed, parent)
        .filter(
          (channel) =>
            sectionOf(channel) === section && (parentOf.has(channel.id) ? parentOf.get(channel.id) : parent) === parent
        )
        .map(({ id }) => id)
      const order = orderOf(
        current,
        siblings.filter((it) => it.section === section).map(({ id }) => id)
      )
      if (order === undefined) continue
      positions.push(...order.map((id, position) => ({ id, position })))
      const nameOf = (id: string) => present.get(id)?.name
      if (order.every((id) => current.includes(id))) {
        plan.changes.push({
          action: "move",
          object: "channel",
          name: parent === null ? "order of channels" : `order of ${JSON.stringify(nameOf(parent) ?? "")}`,
          risk: "write",
          fields: [{ field: "order", before: current.map(nameOf), after: order.map(nameOf) }]
        })
      }
    }
  }
  const moved = positions.filter(({ id, position }) => present.get(id)?.position !== position)
  if (moved.length > 0) {
    plan.step("positions", "channels_modify_positions", "order of channels", {
      guild_id: plan.state.guild.id,
      positions: moved
    })
  }
}
