import type {
  APIApplicationCommand,
  APIApplicationCommandOption,
  APIGuildApplicationCommandPermissions
} from "discord-api-types/v10"
import { namesOf } from "../../discord/permissions/PermissionName.ts"
import {
  channelTypes,
  commandTypes,
  contexts,
  handlers,
  integrationTypes,
  optionTypes,
  permissionTypes
} from "../parts/commandWords.ts"
import { wordFor } from "../parts/words.ts"
import { compact } from "./compact.ts"

/** What an agent needs of a command: what it is called, what it asks for, and who can use it where. */
export const command = (it: APIApplicationCommand) =>
  compact({
    id: it.id,
    name: it.name,
    type: wordFor(commandTypes, it.type),
    guild_id: it.guild_id,
    description: it.description,
    name_localizations: it.name_localizations,
    description_localizations: it.description_localizations,
    options: it.options?.map(option),
    default_member_permissions: permissions(it.default_member_permissions),
    contexts: it.contexts?.map((context) => wordFor(contexts, context)),
    integration_types: it.integration_types?.map((type) => wordFor(integrationTypes, type)),
    handler: it.handler === undefined ? undefined : wordFor(handlers, it.handler),
    nsfw: it.nsfw
  })

/** Who may use a command in a guild, beside what its permissions say. */
export const commandPermissions = (it: APIGuildApplicationCommandPermissions) => ({
  id: it.id,
  permissions: it.permissions.map(({ id, permission, type }) => ({
    id,
    type: wordFor(permissionTypes, type),
    permission
  }))
})

const permissions = (bits: string | null | undefined) => {
  if (bits === null || bits === undefined) return undefined
  return BigInt(bits) === 0n ? "administrators only" : namesOf(BigInt(bits))
}

/** Options below one another, as they are written. */
type Option = Omit<APIApplicationCommandOption, "type"> & {
  readonly type: number
  readonly choices?: ReadonlyArray<{ readonly name: string; readonly value: string | number }>
  readonly channel_types?: ReadonlyArray<number>
  readonly options?: ReadonlyArray<Option>
}

const option = (it: Option): object =>
  compact({
    ...it,
    type: wordFor(optionTypes, it.type),
    choices: it.choices?.map(({ name, value }) => (name === value ? name : { name, value })),
    channel_types: it.channel_types?.map((type) => wordFor(channelTypes, type)),
    options: it.options?.map(option)
  })
