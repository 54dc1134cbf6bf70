import { Schema } from "effect"
import { namesOf } from "../../errors/PermissionName.ts"
import { enumName } from "../../objects/schema/enums.ts"
import { Bits, expected, Id, Localizations, Numbers, nullish } from "../../objects/schema/reply.ts"
import { compact, created, viewOf } from "../dsl/view.ts"
import {
  channelTypes,
  commandTypes,
  contexts,
  handlers,
  integrationTypes,
  optionTypes,
  permissionTypes
} from "./enums.ts"

interface Choice {
  readonly name?: string | undefined
  readonly value?: string | number | undefined
}

/** A nested option, as decoded from Discord's reply. Other fields are passed through. */
interface Option {
  readonly type?: number | undefined
  readonly name?: string | undefined
  readonly choices?: ReadonlyArray<Choice> | null | undefined
  readonly channel_types?: ReadonlyArray<number> | null | undefined
  readonly options?: ReadonlyArray<Option> | null | undefined
}

const Option: Schema.Schema<Option> = Schema.Struct({
  type: expected(Schema.Number),
  name: expected(Schema.String),
  choices: nullish(
    Schema.Array(
      Schema.Struct({ name: expected(Schema.String), value: expected(Schema.Union(Schema.String, Schema.Number)) })
    )
  ),
  channel_types: nullish(Schema.Array(Schema.Number)),
  options: nullish(Schema.Array(Schema.suspend(() => Option)))
})

/** A command, as decoded from Discord's reply. */
export const Command = Schema.Struct({
  id: expected(Id),
  name: expected(Schema.String),
  type: nullish(Schema.Number),
  guild_id: nullish(Id),
  description: nullish(Schema.String),
  name_localizations: Localizations,
  description_localizations: Localizations,
  options: nullish(Schema.Array(Option)),
  default_member_permissions: nullish(Bits),
  contexts: Numbers,
  integration_types: Numbers,
  handler: nullish(Schema.Number),
  nsfw: nullish(Schema.Boolean)
})

/** Compact view of a command: name, options, permissions and contexts. */
export const command = viewOf(Command, (command) =>
  compact({
    id: command.id,
    name: command.name,
    type: enumName(commandTypes, command.type),
    guild_id: command.guild_id,
    description: command.description,
    name_localizations: command.name_localizations,
    description_localizations: command.description_localizations,
    options: command.options?.map(option),
    default_member_permissions: permissions(command.default_member_permissions),
    contexts: command.contexts?.map((context) => enumName(contexts, context)),
    integration_types: command.integration_types?.map((type) => enumName(integrationTypes, type)),
    handler: enumName(handlers, command.handler),
    nsfw: command.nsfw
  })
)

/** Compact view of a command that a call created. */
export const createdCommand = created(command, "id")

/** Compact view of a command's permission settings in a guild. */
export const commandPermissions = viewOf(
  Schema.Struct({
    id: expected(Id),
    permissions: expected(
      Schema.Array(
        Schema.Struct({ id: expected(Id), type: expected(Schema.Number), permission: expected(Schema.Boolean) })
      )
    )
  }),
  (permission) => ({
    ...compact({ id: permission.id }),
    ...(permission.permissions !== undefined && {
      permissions: permission.permissions.map(({ id, permission, type }) => ({
        ...compact({ id, type: enumName(permissionTypes, type) }),
        ...(permission !== undefined && { permission })
      }))
    })
  })
)

const permissions = (bits: string | null | undefined) => {
  if (bits === null || bits === undefined) return undefined
  return BigInt(bits) === 0n ? "administrators only" : namesOf(BigInt(bits))
}

const option = (definition: Option): object =>
  compact({
    ...definition,
    type: enumName(optionTypes, definition.type),
    choices: definition.choices?.map(({ name, value }) => (name === value ? name : { name, value })),
    channel_types: definition.channel_types?.map((type) => enumName(channelTypes, type)),
    options: definition.options?.map(option)
  })
