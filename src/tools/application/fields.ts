/** Settings of an application, shared by application_modify_current and application_modify. */
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

const install = object("The requested scopes and permissions.", {
  scopes: setOf("OAuth2 scopes.", choice("A scope.", ...scopes), 1, scopes.length),
  permissions: permissions("Permissions of the bot.")
})

const nullableUrl = nullable(url("A URL."))

/** Fields that are sent to Discord unchanged. */
const body = fits<RESTPatchCurrentApplicationJSONBody>()({
  description: optional(text("The description.", { max: Limits.APPLICATION_DESCRIPTION_MAX, min: 0 })),
  tags: optional(
    setOf(
      "Up to 5 tags that describe the application.",
      text("A tag.", { max: Limits.APPLICATION_TAG_MAX }),
      0,
      Limits.APPLICATION_TAGS_MAX
    )
  ),
  interactions_endpoint_url: optional(
    described("URL that receives all interactions instead of the gateway; null removes it.", nullableUrl)
  ),
  role_connections_verification_url: optional(
    described("URL where users verify for linked roles; null removes it.", nullableUrl)
  ),
  event_webhooks_url: optional(described("URL that receives webhook events; null removes it.", nullableUrl)),
  custom_install_url: optional(url("Custom installation URL."))
})

/** Fields that are converted to Discord's format. */
const options = {
  icon: optional(described("The icon; null removes it.", nullable(image))),
  cover_image: optional(described("The cover image; null removes it.", nullable(image))),
  install_params: optional(described("Scopes and permissions requested on installation.", install)),
  integration_types_config: optional(
    object("Install parameters by installation type.", {
      guild_install: optional(described("For installation to a guild.", install)),
      user_install: optional(described("For installation to a user account.", install))
    })
  ),
  flags: optional(flagsOf("All privileged intents from now on. An unlisted intent is removed.", intentFlags)),
  event_webhooks_status: optional(choice("Whether webhook events are sent.", "enabled", "disabled")),
  event_webhooks_types: optional(
    setOf("Webhook events to send.", choice("An event.", ...webhookEvents), 0, webhookEvents.length)
  )
}

type Input = Schema.Struct.Type<typeof body> & Schema.Struct.Type<typeof options>
type Install = typeof install.Type

/** The definition parts of a tool that changes application settings. */
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

/** Returns whether the change redirects interactions or events, or requests a dangerous permission in new guilds. */
const isTakeover = (input: Input): boolean =>
  typeof input.interactions_endpoint_url === "string" ||
  typeof input.event_webhooks_url === "string" ||
  [
    input.install_params,
    input.integration_types_config?.guild_install,
    input.integration_types_config?.user_install
  ].some((install) => install !== undefined && isDangerous(install.permissions))

const toBody = (input: Input) => ({
  description: input.description,
  tags: input.tags,
  interactions_endpoint_url: input.interactions_endpoint_url,
  role_connections_verification_url: input.role_connections_verification_url,
  event_webhooks_url: input.event_webhooks_url,
  custom_install_url: input.custom_install_url,
  install_params: input.install_params && installBody(input.install_params),
  integration_types_config: input.integration_types_config && {
    ...installTypeBody(ApplicationIntegrationType.GuildInstall, input.integration_types_config.guild_install),
    ...installTypeBody(ApplicationIntegrationType.UserInstall, input.integration_types_config.user_install)
  },
  flags: input.flags && sumOf(intentFlags, input.flags),
  event_webhooks_status: input.event_webhooks_status && eventStatuses[input.event_webhooks_status],
  event_webhooks_types: input.event_webhooks_types
})

const installBody = ({ permissions, scopes }: Install) => ({ scopes, permissions: permissionsText(permissions) })

const installTypeBody = (type: ApplicationIntegrationType, install: Install | undefined) =>
  install && { [type]: { oauth2_install_params: installBody(install) } }
