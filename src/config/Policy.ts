import { confirmations } from "./approvalVariables.ts"
import type { Risk } from "./Risk.ts"
import type { Settings } from "./Settings.ts"

/** The limits of one client. Each limit narrows a setting of the server. Unset: the server's setting applies. */
export interface Policy {
  readonly guilds?: ReadonlyArray<string>
  readonly categories?: ReadonlyArray<string>
  readonly tools?: ReadonlyArray<string>
  readonly exclude_tools?: ReadonlyArray<string>
  readonly read_only?: boolean
  readonly dry_run?: boolean
  readonly confirm?: Settings["Type"]["confirm"]
  /** The channels whose live events the client sees. */
  readonly channels?: ReadonlyArray<string>
  /** Whether the client sees only live events that mention the bot. */
  readonly mention_only?: boolean
  /** With `false`, no recording is sent to the transcription service for the client. */
  readonly transcribe?: boolean
  /** The risks that the scopes of an access token allow. */
  readonly risks?: ReadonlyArray<Risk>
}

/** Returns the settings that apply to a client. They never allow more than the server's settings. */
export const narrow = (settings: Settings["Type"], policy: Policy): Settings["Type"] => {
  const allowedGuilds = intersection(settings.allowedGuilds, policy.guilds)
  const risks = intersection(settings.risks, policy.risks)
  const eventChannels = intersection(settings.eventChannels, policy.channels)
  const confirm = stricter(settings.confirm, policy.confirm ?? settings.confirm)
  return {
    ...settings,
    allowedGuilds,
    serverGuilds: settings.serverGuilds ?? { allowed: settings.allowedGuilds },
    defaultGuildId: isAllowed(settings.defaultGuildId, allowedGuilds) ? settings.defaultGuildId : undefined,
    categories: intersection(settings.categories, policy.categories),
    tools: intersection(settings.tools, policy.tools),
    excludeTools: union(settings.excludeTools, policy.exclude_tools),
    readOnly: settings.readOnly || policy.read_only === true,
    dryRun: settings.dryRun || policy.dry_run === true,
    confirm,
    byPolicy: [
      ...(settings.byPolicy ?? []),
      ...(settings.dryRun || policy.dry_run !== true ? [] : (["dry_run"] as const)),
      ...(confirm === settings.confirm ? [] : (["confirm"] as const))
    ],
    ...(risks !== undefined && { risks }),
    ...(eventChannels !== undefined && { eventChannels }),
    ...(policy.mention_only === true && { mentionOnly: true }),
    ...(policy.transcribe === false && { transcribeUrl: undefined })
  }
}

/** Returns whether settings let a client see everything that other settings let it see. */
export const showsAll = (settings: Settings["Type"], other: Settings["Type"]): boolean =>
  allowsAll(settings.allowedGuilds, other.allowedGuilds) &&
  allowsAll(settings.categories, other.categories) &&
  allowsAll(settings.tools, other.tools) &&
  allowsAll(settings.risks, other.risks) &&
  showsAllEvents(settings, other) &&
  (settings.excludeTools ?? []).every((tool) => other.excludeTools?.includes(tool))

/** Returns whether settings let a client see every live event that other settings let it see in the same guilds. */
export const showsAllEvents = (settings: Settings["Type"], other: Settings["Type"]): boolean =>
  allowsAll(settings.eventChannels, other.eventChannels) &&
  (settings.mentionOnly !== true || other.mentionOnly === true)

/** Where an event happens. `parent_id`: the channel of a thread. */
export interface EventPlace {
  readonly guild_id?: string | undefined
  readonly channel_id?: string | undefined
  readonly parent_id?: string | undefined
  readonly private_thread?: true | undefined
}

/**
 * Returns whether settings show the events of a place: those of its guild, and of its channel. A listed channel includes
 * its public threads. A private thread must be listed itself.
 */
export const showsPlace = (
  { allowedGuilds, eventChannels }: Pick<Settings["Type"], "allowedGuilds" | "eventChannels">,
  { channel_id, guild_id, parent_id, private_thread }: EventPlace
): boolean =>
  (allowedGuilds === undefined || (guild_id !== undefined && allowedGuilds.includes(guild_id))) &&
  (eventChannels === undefined ||
    [channel_id, private_thread === true ? undefined : parent_id].some(
      (id) => id !== undefined && eventChannels.includes(id)
    ))

/** Returns whether a list allows everything that another list allows. */
export const allowsAll = <A>(all: ReadonlyArray<A> | undefined, some: ReadonlyArray<A> | undefined): boolean =>
  all === undefined || some?.every((one) => all.includes(one)) === true

/** An unset list allows everything. An empty list allows nothing. */
const intersection = <A>(
  all: ReadonlyArray<A> | undefined,
  some: ReadonlyArray<A> | undefined
): ReadonlyArray<A> | undefined =>
  all === undefined || some === undefined ? (all ?? some) : all.filter((one) => some.includes(one))

const union = <A>(
  all: ReadonlyArray<A> | undefined,
  more: ReadonlyArray<A> | undefined
): ReadonlyArray<A> | undefined =>
  all === undefined || more === undefined ? (all ?? more) : [...new Set([...all, ...more])]

const isAllowed = (guild: string | undefined, allowed: ReadonlyArray<string> | undefined): boolean =>
  guild === undefined || allowed === undefined || allowed.includes(guild)

const stricter = (a: Settings["Type"]["confirm"], b: Settings["Type"]["confirm"]): Settings["Type"]["confirm"] =>
  isStricter(b, a) ? b : a

/** Returns whether one way to confirm is stricter than another. */
export const isStricter = (a: Settings["Type"]["confirm"], b: Settings["Type"]["confirm"]): boolean =>
  confirmations.indexOf(a) > confirmations.indexOf(b)
