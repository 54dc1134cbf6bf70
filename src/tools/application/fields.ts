/** Settings of an application, shared by application_modify_current and application_modify. */
import {
  ApplicationIntegrationType,
  OAuth2Scopes,
  type RESTPatchCurrentApplicationJSONBody
} from "discord-api-types/v10"
import { Effect, type Schema, Struct } from "effect"
import type { Risk } from "../../discord/Permit.ts"
import type { ValidationIssue } from "../../errors/fields.ts"
import { fits } from "../../objects/fits.ts"
import { permissions, permissionsText } from "../../objects/overwrite.ts"
import { enumChoice, flagChoices, toBits } from "../../objects/schema/enums.ts"
import { choice, described, nullable, object, optional, setOf, text, url } from "../../objects/schema/fields.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { issueIf } from "../dsl/checks.ts"
import { granting } from "../permissions/dangerous.ts"
import { image, imageBody } from "../shared/files.ts"
import { eventStatuses, intentFlags, webhookEvents } from "./enums.ts"

/** Discord alone sets the third status. */
const { disabled, enabled } = eventStatuses
const settableStatuses = { enabled, disabled }

const scopes = [OAuth2Scopes.Bot, OAuth2Scopes.ApplicationsCommands] as const

const install = object("The requested scopes and permissions.", {
  scopes: setOf("OAuth2 scopes.", choice("A scope.", ...scopes), 1, scopes.length),
  permissions: permissions("Permissions of the bot.")
})

/** Fields that are sent to Discord unchanged. */
const body = fits<RESTPatchCurrentApplicationJSONBody>()({
  description: optional(
    text("The description, up to 400 characters.", { max: Limits.APPLICATION_DESCRIPTION_MAX, min: 0 })
  ),
  tags: optional(
    setOf(
      "Up to 5 tags that describe the application.",
      text("A tag.", { max: Limits.APPLICATION_TAG_MAX }),
      0,
      Limits.APPLICATION_TAGS_MAX
    )
  ),
  interactions_endpoint_url: optional(nullable(url("URL for interactions, instead of the gateway."))),
  role_connections_verification_url: optional(nullable(url("URL where users verify for linked roles."))),
  event_webhooks_url: optional(nullable(url("URL for webhook events.")))
})

/** Fields that are converted to Discord's format. */
const options = {
  icon: optional(nullable(described("The icon: {url}, {path} or {base64}.", image))),
  cover_image: optional(nullable(described("The cover image: {url}, {path} or {base64}.", image))),
  // Discord's OpenAPI description allows null in these; discord-api-types does not.
  custom_install_url: optional(nullable(url("Custom installation URL."))),
  install_params: optional(nullable(described("Scopes and permissions requested on installation.", install))),
  integration_types_config: optional(
    object("Install parameters by installation type.", {
      guild_install: optional(described("Guild install.", install)),
      user_install: optional(described("User install.", install))
    })
  ),
  flags: optional(flagChoices("The privileged intents. An unlisted intent is removed.", intentFlags)),
  event_webhooks_status: optional(enumChoice("Sending of webhook events.", settableStatuses)),
  event_webhooks_types: optional(
    setOf("The webhook events to send.", choice("An event.", ...webhookEvents), 0, webhookEvents.length)
  )
}

type Input = Schema.Struct.Type<typeof body> & Schema.Struct.Type<typeof options>
type Install = typeof install.Type

const granted = granting(({ install_params, integration_types_config: types }: Input) =>
  [install_params, types?.guild_install, types?.user_install].map((install) => ({
    permissions: install?.permissions,
    to: () => "the bot where it is installed"
  }))
)

/** The definition parts of a tool that changes application settings. */
export const applicationSettings = {
  body,
  options,
  validate: (input: Input): ReadonlyArray<ValidationIssue> => [
    ...issueIf(
      !Object.keys(input).some((name) => name in body || name in options),
      "description",
      "set at least one setting",
      "empty_change"
    ),
    ...issueIf(
      input.integration_types_config !== undefined && Object.keys(input.integration_types_config).length === 0,
      "integration_types_config",
      "needs guild_install or user_install",
      "required"
    )
  ],
  ...granted,
  asks: ["grants", "publishes"] as const,
  // A new URL redirects interactions or events.
  riskOf: (input: Input): Risk =>
    typeof input.interactions_endpoint_url === "string" || typeof input.event_webhooks_url === "string"
      ? "destructive"
      : granted.riskOf(input),
  toBody: (input: Input) =>
    Effect.map(imageBody(Struct.pick(input, "icon", "cover_image")), (images) => ({
      ...images,
      ...toBody(input)
    })),
  renames: {
    "integration_types_config[0]": "integration_types_config.guild_install",
    "integration_types_config[1]": "integration_types_config.user_install"
  }
}

const toBody = (input: Input) => ({
  custom_install_url: input.custom_install_url,
  install_params: input.install_params && installBody(input.install_params),
  integration_types_config: input.integration_types_config && {
    ...installTypeBody(ApplicationIntegrationType.GuildInstall, input.integration_types_config.guild_install),
    ...installTypeBody(ApplicationIntegrationType.UserInstall, input.integration_types_config.user_install)
  },
  flags: input.flags && toBits(intentFlags, input.flags),
  event_webhooks_status: input.event_webhooks_status && eventStatuses[input.event_webhooks_status],
  event_webhooks_types: input.event_webhooks_types
})

const installBody = ({ permissions, scopes }: Install) => ({ scopes, permissions: permissionsText(permissions) })

const installTypeBody = (type: ApplicationIntegrationType, install: Install | undefined) =>
  install && { [type]: { oauth2_install_params: installBody(install) } }
