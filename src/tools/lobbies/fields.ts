/** Input fields of lobbies and their members. */
import { Schema } from "effect"
import { flag, optional, url } from "../../objects/schema/fields.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { textMapSchema } from "../shared/openObject.ts"
import { CAN_LINK_LOBBY } from "./view.ts"

/** Returns a schema for a map from free keys to texts. Discord stores it without interpreting it. */
export const textMap = (
  description: string,
  max: { readonly keys: number; readonly value: number; readonly total?: number }
) =>
  Schema.Record({ key: Schema.String, value: Schema.String }).pipe(
    Schema.annotations({ message: () => "must be an object whose values are texts" }),
    Schema.filter((texts) => textMapIssue(texts, max) ?? true, {
      description,
      jsonSchema: textMapSchema(description, { key: "The text under a key of your choice." }, max.value),
      arbitrary: () => (fc) =>
        fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), fc.string({ maxLength: 16 }), { maxKeys: max.keys })
    })
  )

const textMapIssue = (
  texts: Readonly<Record<string, string>>,
  max: { readonly keys: number; readonly value: number; readonly total?: number }
): string | undefined => {
  const entries = Object.entries(texts)
  if (entries.length > max.keys) return `must have at most ${max.keys} entries, has ${entries.length}`
  const long = entries.find(([, value]) => lengthOf(value) > max.value)
  if (long !== undefined)
    return `each text must be at most ${max.value} characters, ${long[0]} has ${lengthOf(long[1])}`
  const total = entries.reduce((sum, [key, value]) => sum + lengthOf(key) + lengthOf(value), 0)
  return max.total !== undefined && total > max.total
    ? `must be at most ${max.total} characters in total, is ${total}`
    : undefined
}

const lengthOf = (text: string): number => [...text].length

/** Metadata that a game stores with a lobby or member. */
export const metadata = textMap("The game's texts by key, at most 1000 characters in total.", {
  keys: Limits.LOBBY_METADATA_KEYS_MAX,
  value: Limits.LOBBY_METADATA_MAX,
  total: Limits.LOBBY_METADATA_MAX
})

/** The URL that receives the events of a lobby. */
export const eventsUrl = url("URL for webhook events, instead of the application's.", {
  max: Limits.LOBBY_EVENTS_URL_MAX
})

/** The fields of a member. */
export const memberFields = {
  metadata: optional(metadata),
  can_link_lobby: optional(flag("May link a channel to the lobby; false by default."))
}

/** Converts a member to Discord's format: permissions are flags as a number, or null for none. */
export const memberBody = <Member extends { readonly can_link_lobby?: boolean | undefined }>({
  can_link_lobby,
  ...rest
}: Member) => ({
  ...rest,
  ...(can_link_lobby !== undefined && { flags: can_link_lobby ? CAN_LINK_LOBBY : null })
})
