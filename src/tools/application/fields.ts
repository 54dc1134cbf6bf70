/** The settings of an application: the same fields for the bot's own and for one by its id. */
import {
  ApplicationIntegrationType,
  OAuth2Scopes,
  type RESTPatchCurrentApplicationJSONBody
} from "discord-api-types/v10"
import { Effect, type Schema } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"
import type { Risk } from "../../safety/Permit.ts"
import { fits } from "../dsl/fits.ts"
import { isDangerous } from "../permissions/dangerous.ts"
import { permissions, permissionsText } from "../permissions/fields.ts"
import { flagsOf, sumOf } from "../shared/enums.ts"
import { choice, described, nullable, object, optional, setOf, text, url } from "../shared/fields.ts"
import { image, imageOrNull } from "../shared/files.ts"
import { eventStatuses, intentFlags, webhookEvents } from "./enums.ts"
import * as Limits from "./limits.ts"

const scopes = [OAuth2Scopes.Bot, OAuth2Scopes.ApplicationsCommands] as const

const install = object("What is asked for.", {
  scopes: setOf("The scopes.", choice("A scope.", ...scopes), 1, scopes.length),
  permissions: permissions("The permissions that the bot gets.")
})

const address = nullable(url("An address."))

/** Fields that Discord takes as they are. */
const body = fits<RESTPatchCurrentApplicationJSONBody>()({
  description: optional(text("The description.", { max: Limits.APPLICATION_DESCRIPTION_MAX, min: 0 })),
  tags: optional(
    setOf(
      "Up to 5 words that say what it is about.",
      text("A tag.", { max: Limits.APPLICATION_TAG_MAX }),
      0,
      Limits.APPLICATION_TAGS_MAX
    )
  ),
  interactions_endpoint_url: optional(
    described("Where all interactions go, past the bot's own connection; null: nowhere.", address)
  ),
  role_connections_verification_url: optional(
    described("Where people prove what linked roles ask for; null: nowhere.", address)
  ),
  event_webhooks_url: optional(described("Where events are sent; null: nowhere.", address)),
  custom_install_url: optional(url("Where people are sent to add it."))
})

/** Fields that are put into Discord's shape. */
const options = {
  icon: optional(described("The icon; null takes it away.", nullable(image))),
  cover_image: optional(described("The cover picture; null takes it away.", nullable(image))),
  install_params: optional(described("What is asked for when it is added.", install)),
  integration_types_config: optional(
    object("What is asked for when it is added, by where.", {
      guild_install: optional(described("When it is added to a guild.", install)),
      user_install: optional(described("When a user adds it for themselves.", install))
    })
  ),
  flags: optional(flagsOf("The privileged intents it has: all of them, one that is not named is lost.", intentFlags)),
  event_webhooks_status: optional(choice("Whether events are sent.", "enabled", "disabled")),
  event_webhooks_types: optional(
    setOf("The events that are sent.", choice("An event.", ...webhookEvents), 0, webhookEvents.length)
  )
}

type Input = Schema.Struct.Type<typeof body> & Schema.Struct.Type<typeof options>
type Install = typeof install.Type

/** What a row says that changes the settings of an application. */
export const applicationSettings = {
  body,
  options,
  validate: (input: Input): ReadonlyArray<ValidationIssue> => [
    ...(Object.keys(input).some((name) => name in body || name in options)
      ? []
      : [{ path: "description", message: "name at least one setting: nothing would change", code: "empty_change" }]),
    ...(input.integration_types_config !== undefined && Object.keys(input.integration_types_config).length === 0
      ? [{ path: "integration_types_config", message: "needs guild_install or user_install", code: "required" }]
      : [])
  ],
  riskOf: (input: Input): Risk => (isTakeover(input) ? "destructive" : "write"),
  toBody: (input: Input) =>
    Effect.map(
      Effect.all([imageOrNull(input.icon, "icon"), imageOrNull(input.cover_image, "cover_image")]),
      ([icon, cover_image]) => ({ ...toBody(input), icon, cover_image })
    ),
  renames: {
    "integration_types_config[0]": "integration_types_config.guild_install",
    "integration_types_config[1]": "integration_types_config.user_install"
  }
}

/** Where interactions or events go elsewhere, or new guilds give the bot a dangerous permission. */
const isTakeover = (input: Input): boolean =>
  typeof input.interactions_endpoint_url === "string" ||
  typeof input.event_webhooks_url === "string" ||
  [
    input.install_params,
    input.integration_types_config?.guild_install,
    input.integration_types_config?.user_install
  ].some((asked) => asked !== undefined && isDangerous(asked.permissions))

const toBody = (input: Input) => ({
  description: input.description,
  tags: input.tags,
  interactions_endpoint_url: input.interactions_endpoint_url,
  role_connections_verification_url: input.role_connections_verification_url,
  event_webhooks_url: input.event_webhooks_url,
  custom_install_url: input.custom_install_url,
  install_params: input.install_params && installBody(input.install_params),
  integration_types_config: input.integration_types_config && {
    ...placeBody(ApplicationIntegrationType.GuildInstall, input.integration_types_config.guild_install),
    ...placeBody(ApplicationIntegrationType.UserInstall, input.integration_types_config.user_install)
  },
  flags: input.flags && sumOf(intentFlags, input.flags),
  event_webhooks_status: input.event_webhooks_status && eventStatuses[input.event_webhooks_status],
  event_webhooks_types: input.event_webhooks_types
})

const installBody = ({ permissions, scopes }: Install) => ({ scopes, permissions: permissionsText(permissions) })

const placeBody = (place: ApplicationIntegrationType, asked: Install | undefined) =>
  asked && { [place]: { oauth2_install_params: installBody(asked) } }
