/** The tool that locks a channel for writing. */
import { ChannelType } from "discord-api-types/v10"
import { Clock, Effect } from "effect"
import { channelKindOf, grantedPermissions } from "../../discord/permissions/effectivePermissions.ts"
import { permissionBits } from "../../errors/PermissionName.ts"
import { described, integer, optional, setOf, timestamp } from "../../objects/schema/fields.ts"
import { RoleId } from "../../objects/schema/ids.ts"
import { inUnit } from "../../objects/schema/lengthOfTime.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { isoTime } from "../../text/words.ts"
import { atMostOne } from "../dsl/checks.ts"
import { makeFail } from "../dsl/Reason.ts"
import { custom } from "../dsl/toolBuilders.ts"
import { compact } from "../dsl/view.ts"
import { overwritesOf, PermissionChannel } from "../permissions/context.ts"
import type { PreviewFacts } from "../Tool.ts"
import { channelName, viewableChannels } from "./hiddenChannels.ts"
import { lockChanges, type StoredOverwrite, withChanges } from "./lockChanges.ts"
import { markedReason } from "./lockHistory.ts"
import {
  applyChanges,
  bounded,
  changeFacts,
  type LockFail,
  lockFailures,
  lockFields,
  type Place,
  placeOf,
  shownChanges,
  shownPlace,
  shownWriters
} from "./lockPlace.ts"

/** The decoded fields. */
interface LockInput {
  readonly channel_id: string
  readonly except?: ReadonlyArray<string>
  readonly minutes?: number
  readonly until?: string
  readonly audit_reason?: string
}

/** The tool that locks a channel. */
export const lockChannel = custom("channels_lock", {
  description:
    "Lock a channel: nobody can write, start threads or create posts (voice: connect or speak) but the bot, roles in except and administrators. Reading and reactions stay. channels_unlock restores what was set before. For a thread use channels_modify {locked}.",
  fields: {
    ...lockFields,
    except: optional(setOf("Roles that can still write.", described("A role.", RoleId), 0, Limits.LOCK_EXCEPT_MAX)),
    minutes: optional(
      integer(
        "Planned length. The result repeats it; nothing unlocks by itself.",
        1,
        Limits.LOCK_MAX_MINUTES
      ).annotations(inUnit("minutes"))
    ),
    until: optional(timestamp("In place of minutes: ISO 8601 time with zone."))
  },
  risk: "write",
  permissions: ["MANAGE_ROLES"],
  validate: atMostOne("minutes", "until"),
  failures: lockFailures,
  undo: "channels_unlock restores the permissions.",
  preview: (input: LockInput): PreviewFacts =>
    Effect.map(plan(input, makeFail(lockFailures)), ({ changes, place }) => changeFacts(place, changes)),
  run: (input: LockInput, fail) => lock(input, fail)
})

const plan = Effect.fnUntraced(function* ({ channel_id, except = [], minutes, until }: LockInput, fail: LockFail) {
  const nowMs = yield* Clock.currentTimeMillis
  if (until !== undefined && Date.parse(until) <= nowMs) return yield* fail("in_the_past", "until")
  const place = yield* placeOf(channel_id, fail)
  if (except.includes(place.guild_id)) return yield* fail("everyone", "except")
  if (except.some((id) => place.guild.roles.every((role) => role.id !== id)))
    return yield* fail("role_of_another_guild", "except")
  const changes = yield* bounded(lockChanges(place, except), fail)
  return { place, changes, end: minutes === undefined ? until : isoTime(nowMs + minutes * 60_000) }
})

const lock = Effect.fn("channels.lock")(function* (input: LockInput, fail: LockFail) {
  const { changes, end, place } = yield* plan(input, fail)
  const separate = place.type === ChannelType.GuildCategory ? yield* separateIn(place) : []
  yield* applyChanges(place, changes, markedReason("lock", input.audit_reason), "channels_lock")
  const isRestorable = (grantedPermissions(place.guild.permissions, place.bot) & permissionBits.VIEW_AUDIT_LOG) !== 0n
  const writers = shownWriters(place, withChanges(place.overwrites, changes))
  const notices = [
    ...(writers.administrators.length === 0
      ? []
      : ["Roles with ADMINISTRATOR can still write: no lock restricts them."]),
    ...(changes.length === 0 ? ["The channel already is locked: nothing was changed."] : []),
    ...(end === undefined ? [] : ["Nothing unlocks the channel by itself: call channels_unlock at the time of until."]),
    ...(isRestorable
      ? []
      : ["The bot lacks VIEW_AUDIT_LOG, so channels_unlock cannot restore all: keep the changes of this result."]),
    ...(channelKindOf(place.type) === "voice" ? ["Members who are connected stay connected."] : []),
    ...(separate.length === 0
      ? []
      : ["Channels in not_locked have other permissions than the category: lock each of them."])
  ]
  return {
    value: {
      ...shownPlace(place),
      ...(end !== undefined && { until: end }),
      ...(input.except && { except: input.except }),
      changes: shownChanges(place, changes),
      can_write: writers,
      ...(separate.length > 0 && { not_locked: separate }),
      undo: "channels_unlock with this channel_id"
    },
    ...(notices.length > 0 && { notice: notices.join(" ") })
  }
})

/** Returns the channels of a category whose overwrites differ from its own. A lock of the category does not change them. */
const separateIn = ({ guild_id, id, overwrites }: Place) =>
  Effect.map(viewableChannels(PermissionChannel, guild_id), (channels) =>
    channels
      .filter((it) => it.parent_id === id && !isSame(overwritesOf(it), overwrites))
      .map((it) => compact({ id: it.id, name: channelName(it) }))
  )

const isSame = (
  some: ReadonlyArray<{ readonly id: string; readonly allow: string; readonly deny: string }>,
  others: ReadonlyArray<StoredOverwrite>
): boolean =>
  some.length === others.length &&
  some.every(({ allow, deny, id }) =>
    others.some((it) => it.id === id && it.allow === BigInt(allow) && it.deny === BigInt(deny))
  )
