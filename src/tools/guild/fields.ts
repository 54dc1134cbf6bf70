/** Input fields and request body of guild_modify. */
import type { RESTPatchAPIGuildJSONBody } from "discord-api-types/v10"
import { Effect, Record, type Schema, Struct } from "effect"
import type { FileSource } from "../../discord/FileSource.ts"
import type { Risk } from "../../discord/Permit.ts"
import type { ValidationError } from "../../errors/DiscordMcpError.ts"
import { inputsOf } from "../../objects/fields.ts"
import { guildBody, guildFields, guildPictures } from "../../objects/guild.ts"
import { described, nullable, optional } from "../../objects/schema/fields.ts"
import { image, imageBody } from "../shared/files.ts"

/** All settings. */
export const settings = {
  ...inputsOf(guildFields),
  ...Record.map(guildPictures, (description) => optional(nullable(described(description, image))))
}

type Settings = Schema.Struct.Type<typeof settings>

/** Converts the settings to Discord's format. */
export const settingsBody = (input: Settings): Effect.Effect<RESTPatchAPIGuildJSONBody, ValidationError, FileSource> =>
  Effect.map(imageBody(Struct.pick(input, ...Record.keys(guildPictures))), (images) => ({
    ...images,
    ...guildBody(input)
  }))

/**
 * Returns the risk of guild_modify. Replacing the features is destructive: an unlisted feature is disabled.
 * Ownership cannot be transferred: bots cannot own guilds, and Discord's API has no field for it any more.
 */
export const settingsRisk = ({ features }: Settings): Risk => (features === undefined ? "write" : "destructive")
