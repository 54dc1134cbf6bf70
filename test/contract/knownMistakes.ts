/** Known errors in Discord's published description. */
import type { DescribedNode } from "../../src/discord/description/DescribedNode.ts"
import { shapeOf } from "./Operation.ts"

/** An error in the description. An entry that no tool shows fails the test. */
export interface KnownMistake {
  /** The ids of the operations, or `METHOD /path` of a missing operation. */
  readonly operations: ReadonlyArray<string>
  /** Where a request differs: `route`, `query.limit`, `body.embeds[].url`. */
  readonly at: string | RegExp
  /** The wrong keyword of the description. Unset: all keywords at that path. */
  readonly rule?: string
  readonly reason: string
  /** A tool and its input that show the mistake, if generated inputs rarely do. */
  readonly shownBy?: readonly [tool: string, input: object]
}

/** Whether a known mistake explains a violation. */
export const excuses = (
  mistake: KnownMistake,
  violation: { readonly operation: string; readonly at: string; readonly rule: string }
): boolean =>
  (typeof mistake.at === "string" ? mistake.at === violation.at : mistake.at.test(violation.at)) &&
  (mistake.rule === undefined || mistake.rule === violation.rule) &&
  mistake.operations.some((operation) => shapeOf(operation) === shapeOf(violation.operation))

const bits =
  "Permissions are described as integers. Discord documents them as strings, and sends them so: not every number of JSON holds all their bits."

const nsfw = "Lacks the field, which is documented under Application Commands, Create Global Application Command."

const media = "Lacks 16 (GUILD_MEDIA), which is documented under Channel, Channel Types."

/** A menu of media channels. */
const mediaMenu = { type: 1, components: [{ type: 8, custom_id: "where", channel_types: ["media"] }] }

const oneCommand = [
  "create_application_command",
  "create_guild_application_command",
  "update_application_command",
  "update_guild_application_command"
]
const allCommands = ["bulk_set_application_commands", "bulk_set_guild_application_commands"]

/** The table. */
export const knownMistakes: ReadonlyArray<KnownMistake> = [
  {
    operations: ["GET /applications/{application_id}/skus"],
    at: "route",
    reason: "Left out of the description; documented under SKU, List SKUs."
  },
  {
    operations: ["create_guild_channel"],
    at: "body.type",
    rule: "enum",
    reason: "Lacks 16 (GUILD_MEDIA), which is documented under Channel, Channel Types, and can be created."
  },
  {
    operations: ["create_message"],
    at: "body.message_reference.type",
    rule: "const",
    reason: "Lacks 1 (FORWARD), which is documented under Message, Message Reference Types."
  },
  { operations: ["create_guild_role", "update_guild_role"], at: "body.permissions", rule: "type", reason: bits },
  ...Array.from({ length: 10 }, (_, index) => ({
    operations: ["create_thread"],
    at: `body.files[${index}]`,
    reason: "A form without its files, which are documented under Channel, Start Thread in Forum or Media Channel."
  })),
  {
    operations: ["create_guild_channel", "update_channel"],
    at: "body.permission_overwrites[].allow",
    rule: "type",
    reason: bits
  },
  {
    operations: ["create_guild_channel", "update_channel"],
    at: "body.permission_overwrites[].deny",
    rule: "type",
    reason: bits
  },
  { operations: ["set_channel_permission_overwrite"], at: "body.allow", rule: "type", reason: bits },
  { operations: ["set_channel_permission_overwrite"], at: "body.deny", rule: "type", reason: bits },
  { operations: oneCommand, at: "body.default_member_permissions", rule: "type", reason: bits },
  { operations: allCommands, at: "body[].default_member_permissions", rule: "type", reason: bits },
  { operations: oneCommand, at: "body.nsfw", reason: nsfw },
  { operations: allCommands, at: "body[].nsfw", reason: nsfw },
  {
    operations: [...oneCommand, ...allCommands],
    at: /^body(\[\])?(\.options\[\])+\.channel_types\[\]$/,
    rule: "enum",
    reason: media
  },
  {
    operations: ["create_message", "update_message", "execute_webhook", "update_webhook_message"],
    at: /^body\.components\[\](\.components\[\])*\.channel_types\[\]$/,
    rule: "enum",
    reason: media,
    shownBy: ["messages_send", { channel_id: "1248328050278400010", content: "Where?", components: [mediaMenu] }]
  },
  {
    operations: ["update_my_application", "update_application"],
    at: "body.description",
    rule: "type",
    reason: "Described with its translations. Documented under Application, Edit Current Application, as a string."
  },
  {
    operations: ["update_my_application", "update_application"],
    at: "body.install_params.permissions",
    rule: "type",
    reason: bits
  },
  {
    operations: ["update_my_application", "update_application"],
    at: "body.integration_types_config[].oauth2_install_params.permissions",
    rule: "type",
    reason: bits
  },
  {
    operations: ["update_my_user"],
    at: "body.username",
    rule: "required",
    reason: "Documented as optional, like all of User, Modify Current User; libraries change the avatar alone with it."
  },
  {
    operations: ["unban_user_from_guild"],
    at: "body",
    rule: "required",
    reason: "Described with a body that is required and has no fields; documented as a DELETE without one."
  },
  {
    operations: ["execute_webhook"],
    at: /^body\.files\[\d\]$/,
    reason:
      "Lacks the files of its form, which are documented under Uploading Files, and described where a message is edited."
  }
]

const picture: DescribedNode = { type: "picture", nullable: true }
const pictures = ["icon", "banner", "splash", "discovery_splash"].map((name) => `GuildPatchRequestPartial.${name}`)

const permissionBits: DescribedNode = { type: "snowflake", nullable: true }

/** What the compiled description has in the place of a mistake or of what it does not say, by schema and field. */
export const fixes: Readonly<Record<string, DescribedNode>> = {
  "CreateGuildChannelRequest.type": { type: "choice", values: [0, 2, 4, 5, 13, 15, 16], nullable: true },
  "UpdateGuildChannelRequestPartial.type": { type: "integer", nullable: true },
  "ChannelPermissionOverwriteRequest.allow": permissionBits,
  "ChannelPermissionOverwriteRequest.deny": permissionBits,
  // Documented with 150 characters.
  "BlockMessageActionMetadata.custom_message": { type: "string", max: 150, nullable: true },
  "CreateRoleRequest.permissions": permissionBits,
  "UpdateRoleRequestPartial.permissions": permissionBits,
  ...Object.fromEntries(
    ["CreateRoleRequest.icon", "UpdateRoleRequestPartial.icon", ...pictures].map((at) => [at, picture])
  )
}
