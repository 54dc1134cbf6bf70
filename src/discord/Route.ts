/** Everything that can be told from a route such as `/channels/{channel_id}/messages`: pure text work. */

const FIELD = /\{(\w+)\}/g

/** The template shown to people and used as a key: `/channels/:id/messages`. It holds no id and no token. */
export const templateOf = (route: string): string =>
  route.replaceAll(FIELD, (_, field: string) => (field.endsWith("_id") ? ":id" : `:${field}`))

/** The path that is sent: every field filled in and encoded. */
export const pathOf = (route: string, values: Readonly<Record<string, string>>): string =>
  route.replaceAll(FIELD, (_, field: string) => encodeURIComponent(values[field] ?? ""))

/** The names of a route's fields, in order. */
export const fieldsOf = (route: string): ReadonlyArray<string> =>
  [...route.matchAll(FIELD)].map((match) => match[1] ?? "")

/**
 * The major parameter: the id Discord counts rate limits by, beside the bucket
 * (Discord docs, rate limits: channel, guild, or webhook with its token).
 */
export const majorOf = (route: string, values: Readonly<Record<string, string>>): string => {
  const match = /^\/(channels|guilds|webhooks)\/\{(\w+)\}(?:\/\{(\w+)\})?/.exec(route)
  if (match?.[1] === undefined || match[2] === undefined) return "global"
  const id = values[match[2]] ?? ""
  return match[1] === "webhooks" && match[3] !== undefined ? `${id}/${values[match[3]] ?? ""}` : id
}
