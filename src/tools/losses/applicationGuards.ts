/** What changes of the application, its commands and of invites can take away. */

import { Effect, Schema } from "effect"
import { Discord } from "../../discord/Discord.ts"
import { bitsOf, namesOf, type PermissionName } from "../../errors/PermissionName.ts"
import { enumName, fromBits } from "../../objects/schema/enums.ts"
import { AnyObject, Bits, Localizations, Numbers, nullish, Texts } from "../../objects/schema/reply.ts"
import { counted } from "../../text/words.ts"
import { eventStatuses, intentFlags } from "../application/enums.ts"
import { contexts, integrationTypes } from "../commands/enums.ts"
import { getJson } from "../dsl/getJson.ts"
import { usersIn } from "../invites/fields.ts"
import { dropped, droppedIds, guard, type Loss, rows, weakensIf } from "./Guard.ts"

type Names = ReadonlyArray<string>

const InstallParams = Schema.Struct({ scopes: Schema.Array(Schema.String), permissions: Bits })
const Install = nullish(InstallParams)
const TypeConfig = nullish(Schema.Struct({ oauth2_install_params: Install }))
const Application = Schema.Struct({
  tags: Texts,
  flags: Schema.Number,
  install_params: Install,
  integration_types_config: nullish(Schema.Struct({ "0": TypeConfig, "1": TypeConfig })),
  event_webhooks_types: Texts,
  event_webhooks_status: nullish(Schema.Number)
})

interface InstallInput {
  readonly scopes: Names
  readonly permissions: ReadonlyArray<PermissionName>
}

interface ApplicationChange {
  readonly application_id?: string
  readonly tags?: Names
  readonly flags?: Names
  readonly install_params?: InstallInput | null
  readonly integration_types_config?: { readonly guild_install?: InstallInput; readonly user_install?: InstallInput }
  readonly event_webhooks_types?: Names
  readonly event_webhooks_status?: string
}

const installLosses = (
  before: typeof InstallParams.Type | null | undefined,
  after: InstallInput | null | undefined
): ReadonlyArray<Loss> => [
  ...dropped(before?.scopes, after?.scopes, (scope) => scope),
  ...dropped(namesOf(BigInt(before?.permissions ?? 0)), after?.permissions, (name) => name)
]

/** Settings of the application. */
export const application = guard({
  read: ({ application_id }: ApplicationChange) =>
    application_id === undefined
      ? getJson(Application, "/applications/@me", {})
      : getJson(Application, "/applications/{application_id}", { application_id }),
  fields: ({ protects, replaces }) => ({
    tags: replaces((input, present) => dropped(present.tags, input.tags, (tag) => tag)),
    flags: replaces((input, present) => dropped(fromBits(intentFlags, present.flags), input.flags, (name) => name)),
    install_params: replaces((input, present) => installLosses(present.install_params, input.install_params)),
    integration_types_config: replaces(({ integration_types_config: after }, { integration_types_config: before }) => [
      ...installLosses(before?.["0"]?.oauth2_install_params, after?.guild_install),
      ...installLosses(before?.["1"]?.oauth2_install_params, after?.user_install)
    ]),
    event_webhooks_types: replaces((input, present) =>
      dropped(present.event_webhooks_types, input.event_webhooks_types, (event) => event)
    ),
    event_webhooks_status: protects((input, present) =>
      weakensIf(
        input.event_webhooks_status === "disabled" && present.event_webhooks_status === eventStatuses.enabled,
        "events are no longer sent"
      )
    ),
    ...rows("part", "install_params.scopes", "install_params.permissions"),
    ...rows("part", "integration_types_config.guild_install.scopes"),
    ...rows("part", "integration_types_config.guild_install.permissions"),
    ...rows("part", "integration_types_config.user_install.scopes"),
    ...rows("part", "integration_types_config.user_install.permissions"),
    // A new address asks. Without one, events come over the gateway.
    ...rows("asks", "interactions_endpoint_url", "event_webhooks_url"),
    ...rows("harmless", "role_connections_verification_url", "icon", "cover_image", "custom_install_url")
  })
})

/** An option of a command, as sent and as Discord has it. */
interface CommandOption {
  readonly name: string
  readonly choices?: ReadonlyArray<{ readonly name: string }> | null | undefined
  readonly options?: ReadonlyArray<CommandOption> | null | undefined
}

const Choices = nullish(Schema.Array(Schema.Struct({ name: Schema.String })))
const Option: Schema.Schema<CommandOption> = Schema.Struct({
  name: Schema.String,
  choices: Choices,
  options: nullish(Schema.Array(Schema.suspend((): Schema.Schema<CommandOption> => Option)))
})

const Command = Schema.Struct({
  nsfw: nullish(Schema.Boolean),
  default_member_permissions: nullish(Bits),
  contexts: Numbers,
  integration_types: Numbers,
  options: nullish(Schema.Array(Option)),
  name_localizations: Localizations,
  description_localizations: Localizations
})

interface CommandChange {
  readonly application_id: string
  readonly guild_id?: string
  readonly command_id: string
  readonly nsfw?: boolean
  readonly default_member_permissions?: ReadonlyArray<PermissionName> | null
  readonly contexts?: Names
  readonly integration_types?: Names
  readonly options?: ReadonlyArray<CommandOption>
  readonly name_localizations?: object | null
  readonly description_localizations?: object | null
}

/** Returns the keys of a record that a new one lacks. */
const droppedKeys = (before: object | null | undefined, after: object | null | undefined): ReadonlyArray<Loss> =>
  dropped(Object.keys(before ?? {}), Object.keys(after ?? {}), (key) => key)

/** Returns the names of options and choices at any depth, below the names of what has them. */
const optionNames = (options: ReadonlyArray<CommandOption> | null | undefined, above = ""): Names =>
  (options ?? []).flatMap(({ choices, name, options: inside }) => [
    `${above}${name}`,
    ...(choices ?? []).map((choice) => `${above}${name}: ${choice.name}`),
    ...optionNames(inside, `${above}${name} `)
  ])

/** Fewer required permissions let more people use a command. None in the list lets only administrators use it. */
const openedTo = (
  { default_member_permissions: after }: CommandChange,
  { default_member_permissions: before }: typeof Command.Type
): ReadonlyArray<Loss> => {
  if (before == null) return []
  const required = BigInt(before)
  if (after === null) return [{ is: "weakens", what: "everybody may use the command" }]
  const bits = bitsOf(after ?? [])
  if (bits === 0n) return []
  return required === 0n
    ? [{ is: "weakens", what: `members with ${(after ?? []).join(", ")} may use the command` }]
    : namesOf(required & ~bits).map((name) => ({ is: "weakens", what: `${name} is no longer required` }))
}

/** A command: its options, where it can be used and by whom. */
export const command = guard({
  read: ({ application_id, command_id, guild_id }: CommandChange) =>
    guild_id === undefined
      ? getJson(Command, "/applications/{application_id}/commands/{command_id}", { application_id, command_id })
      : getJson(Command, "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}", {
          application_id,
          guild_id,
          command_id
        }),
  fields: ({ protects, replaces }) => ({
    options: replaces((input, present) =>
      dropped(optionNames(present.options), optionNames(input.options), (name) => name)
    ),
    contexts: replaces((input, present) =>
      dropped(
        present.contexts?.map((it) => enumName(contexts, it)),
        input.contexts,
        (name) => name
      )
    ),
    integration_types: replaces((input, present) =>
      dropped(
        present.integration_types?.map((it) => enumName(integrationTypes, it)),
        input.integration_types,
        (name) => name
      )
    ),
    default_member_permissions: protects(openedTo),
    nsfw: protects((input, present) =>
      weakensIf(input.nsfw === false && present.nsfw === true, "the command is no longer age-restricted")
    ),
    ...rows("part", "options[].choices", "options[].options", "options[].channel_types", "options[].file_types"),
    ...rows("part", "options[].type", "options[].required", "options[].autocomplete", "options[].min_length"),
    ...rows("part", "options[].max_length", "options[].min_value", "options[].max_value"),
    name_localizations: replaces((input, present) => droppedKeys(present.name_localizations, input.name_localizations)),
    description_localizations: replaces((input, present) =>
      droppedKeys(present.description_localizations, input.description_localizations)
    ),
    handler: "harmless"
  })
})

/** The users who can use an invite. A file can lack any of the present ones. An invite for everybody has no list. */
export const inviteTargets = guard({
  absent: true,
  read: ({ code }: { readonly code: string; readonly user_ids?: Names; readonly users_file?: unknown }) =>
    Effect.flatMap(Discord, ({ request }) =>
      request({
        method: "GET",
        risk: "read",
        repeat: "same",
        duration: "default",
        route: "/invites/{code}/target-users",
        path: { code },
        subject: "bot",
        accept: "text"
      })
    ).pipe(Effect.map(({ body }) => usersIn(String(body)))),
  fields: ({ replaces }) => ({
    user_ids: replaces((input, users) => droppedIds(users, input.user_ids)),
    users_file: replaces((_, users) =>
      users.length === 0 ? [] : [{ is: "drops", what: `any of the ${counted(users.length, "present user")}` }]
    )
  })
})

/** A lobby. A list of members asks. */
export const lobby = guard({
  read: ({ lobby_id }: { readonly lobby_id: string; readonly metadata?: object | null }) =>
    getJson(Schema.Struct({ metadata: nullish(AnyObject) }), "/lobbies/{lobby_id}", { lobby_id }),
  fields: ({ replaces }) => ({
    metadata: replaces((input, present) => droppedKeys(present.metadata, input.metadata)),
    ...rows("asks", "members", "override_event_webhooks_url"),
    idle_timeout_seconds: "harmless"
  })
})
