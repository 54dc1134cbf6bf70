/** What changes of the settings of a guild can take away. */
import { Effect, Schema } from "effect"
import { harmlessIn } from "../../objects/fields.ts"
import {
  contentFilters,
  guildFields,
  guildPictures,
  notificationLevels,
  systemChannelFlags,
  verificationLevels
} from "../../objects/guild.ts"
import { fromBits } from "../../objects/schema/enums.ts"
import { Id, nullish, Texts, Time } from "../../objects/schema/reply.ts"
import { getJson } from "../dsl/getJson.ts"
import { quote } from "../shared/previewText.ts"
import { dropped, droppedIds, guard, type Loss, lowered, protects, rows, weakensIf } from "./Guard.ts"

type Ids = ReadonlyArray<string>

interface InGuild {
  readonly guild_id: string
}

const Guild = Schema.Struct({
  verification_level: Schema.Number,
  explicit_content_filter: Schema.Number,
  default_message_notifications: Schema.Number,
  system_channel_flags: nullish(Schema.Number),
  rules_channel_id: nullish(Id),
  public_updates_channel_id: nullish(Id),
  safety_alerts_channel_id: nullish(Id)
})

interface GuildChange extends InGuild {
  readonly verification_level?: string
  readonly explicit_content_filter?: string
  readonly default_message_notifications?: string
  readonly system_channel_flags?: ReadonlyArray<string>
  readonly rules_channel_id?: string | null
  readonly public_updates_channel_id?: string | null
  readonly safety_alerts_channel_id?: string | null
}

/** A channel that moderators or newcomers rely on: its setting protects until it is cleared. */
const requiredChannel = (field: "rules_channel_id" | "public_updates_channel_id" | "safety_alerts_channel_id") =>
  protects((input: GuildChange, guild: typeof Guild.Type): ReadonlyArray<Loss> => {
    const channel = guild[field]
    return input[field] === null && channel != null ? [{ is: "weakens", what: channel, of: "channel" }] : []
  })

/** Settings of a guild. Pictures, texts and the AFK channel protect nothing. */
export const guildSettings = guard({
  read: ({ guild_id }: GuildChange) => getJson(Guild, "/guilds/{guild_id}", { guild_id }),
  fields: ({ protects, replaces }) => ({
    verification_level: protects((input, guild) =>
      lowered(verificationLevels, guild.verification_level, input.verification_level)
    ),
    explicit_content_filter: protects((input, guild) =>
      lowered(contentFilters, guild.explicit_content_filter, input.explicit_content_filter)
    ),
    // `all_messages` is the lower level: it notifies every member of every message.
    default_message_notifications: protects((input, guild) =>
      lowered(notificationLevels, guild.default_message_notifications, input.default_message_notifications)
    ),
    system_channel_flags: replaces((input, guild) =>
      dropped(fromBits(systemChannelFlags, guild.system_channel_flags ?? 0), input.system_channel_flags, (name) => name)
    ),
    rules_channel_id: requiredChannel("rules_channel_id"),
    public_updates_channel_id: requiredChannel("public_updates_channel_id"),
    safety_alerts_channel_id: requiredChannel("safety_alerts_channel_id"),
    // Every list of features asks.
    features: "asks",
    ...rows("harmless", ...harmlessIn(guildFields), ...Object.keys(guildPictures))
  })
})

/** The widget shows members to everybody on the web. */
export const widget = guard({
  read: ({ guild_id }: InGuild & { readonly enabled?: boolean }) =>
    getJson(Schema.Struct({ enabled: Schema.Boolean }), "/guilds/{guild_id}/widget", { guild_id }),
  fields: ({ protects }) => ({
    enabled: protects((input, present) =>
      weakensIf(input.enabled === true && !present.enabled, "the widget shows online members to everybody")
    ),
    channel_id: "harmless"
  })
})

const Features = Schema.Struct({ features: Schema.Array(Schema.String) })
const WelcomeScreen = Schema.Struct({
  welcome_channels: Schema.Array(Schema.Struct({ channel_id: Id, description: nullish(Schema.String) }))
})

/** The welcome screen. A guild without one has nothing to lose. */
export const welcomeScreen = guard({
  absent: true,
  read: ({
    enabled,
    guild_id
  }: InGuild & {
    readonly enabled?: boolean
    readonly welcome_channels?: ReadonlyArray<{ readonly channel_id: string }>
  }) =>
    Effect.all({
      screen: getJson(WelcomeScreen, "/guilds/{guild_id}/welcome-screen", { guild_id }),
      guild:
        enabled === false ? getJson(Features, "/guilds/{guild_id}", { guild_id }) : Effect.succeed({ features: [] })
    }),
  fields: ({ protects, replaces }) => ({
    enabled: protects((input, { guild }) =>
      weakensIf(
        input.enabled === false && guild.features.includes("WELCOME_SCREEN_ENABLED"),
        "the welcome screen is disabled"
      )
    ),
    welcome_channels: replaces((input, { screen }) =>
      dropped(
        screen.welcome_channels,
        input.welcome_channels?.map(({ channel_id }) => channel_id),
        ({ channel_id }) => channel_id,
        ({ channel_id }) => channel_id,
        "channel"
      )
    ),
    description: "harmless"
  })
})

const Incidents = Schema.Struct({
  incidents_data: nullish(Schema.Struct({ invites_disabled_until: nullish(Time), dms_disabled_until: nullish(Time) }))
})

interface IncidentChange extends InGuild {
  readonly invites_disabled_until?: string | null
  readonly dms_disabled_until?: string | null
}

/** A pause of invites or direct messages ends earlier. A time in the past is no pause, but then it is not sooner. */
const pause = (field: "invites_disabled_until" | "dms_disabled_until") =>
  protects((input: IncidentChange, { incidents_data }: typeof Incidents.Type) => {
    const [until, after] = [incidents_data?.[field], input[field]]
    return weakensIf(
      until != null && (after == null || Date.parse(after) < Date.parse(until)),
      `the pause until ${until} ends ${after ?? "now"}`
    )
  })

/** Incident actions, as during a raid. */
export const incidentActions = guard({
  read: ({ guild_id }: IncidentChange) => getJson(Incidents, "/guilds/{guild_id}", { guild_id }),
  fields: () => ({
    invites_disabled_until: pause("invites_disabled_until"),
    dms_disabled_until: pause("dms_disabled_until")
  })
})

const Option = Schema.Struct({ id: Id, title: nullish(Schema.String), role_ids: Texts, channel_ids: Texts })
const Onboarding = Schema.Struct({
  enabled: Schema.Boolean,
  default_channel_ids: Schema.Array(Id),
  prompts: Schema.Array(Schema.Struct({ id: Id, title: nullish(Schema.String), options: Schema.Array(Option) }))
})

interface OnboardingChange extends InGuild {
  readonly enabled?: boolean
  readonly default_channel_ids?: Ids
  readonly prompts?: ReadonlyArray<{
    readonly id?: string
    readonly options: ReadonlyArray<{ readonly id?: string; readonly role_ids?: Ids; readonly channel_ids?: Ids }>
  }>
}

/** Returns the questions, options, roles and channels that a new list of questions lacks. An entry without id is new. */
const droppedPrompts = ({ prompts = [] }: OnboardingChange, present: typeof Onboarding.Type): ReadonlyArray<Loss> =>
  present.prompts.flatMap((before) => {
    const prompt = prompts.find(({ id }) => id === before.id)
    if (prompt === undefined) return [{ is: "drops", what: quote(before.title ?? before.id) }]
    return before.options.flatMap((option): ReadonlyArray<Loss> => {
      const after = prompt.options.find(({ id }) => id === option.id)
      return after === undefined
        ? [{ is: "drops", what: quote(option.title ?? option.id) }]
        : [
            ...droppedIds(option.role_ids, after.role_ids, "role"),
            ...droppedIds(option.channel_ids, after.channel_ids, "channel")
          ]
    })
  })

/** Onboarding: newcomers answer its questions before they take part. */
export const onboarding = guard({
  absent: true,
  read: ({ guild_id }: OnboardingChange) => getJson(Onboarding, "/guilds/{guild_id}/onboarding", { guild_id }),
  fields: ({ protects, replaces }) => ({
    enabled: protects((input, { enabled }) =>
      weakensIf(input.enabled === false && enabled, "newcomers are asked nothing")
    ),
    default_channel_ids: replaces((input, { default_channel_ids }) =>
      droppedIds(default_channel_ids, input.default_channel_ids, "channel")
    ),
    prompts: replaces(droppedPrompts),
    ...rows("part", "prompts[].options", "prompts[].options[].role_ids", "prompts[].options[].channel_ids"),
    ...rows("harmless", "mode", "prompts[].type", "prompts[].single_select", "prompts[].required"),
    ...rows("harmless", "prompts[].in_onboarding")
  })
})
