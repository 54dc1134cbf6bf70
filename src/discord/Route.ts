/** Everything that can be told from a route such as `/channels/{channel_id}/messages`: pure text work. */

const FIELD = /\{(\w+)\}/g

/** The template shown to people and used as a key: `/channels/:id/messages`. It holds no id and no token. */
export const templateOf = (route: string): string => factsOf(route).template

/** The route with every field alike: `/channels/:id/messages/:id/reactions/:id/@me`. */
export const shapeOf = (route: string): string => templateOf(route).replaceAll(/:\w+/g, ":id")

/** The names of a route's fields, in order. */
export const fieldsOf = (route: string): ReadonlyArray<string> => factsOf(route).fields

/** The path that is sent: every field filled in and encoded. */
export const pathOf = (route: string, values: Readonly<Record<string, string>>): string =>
  route.replaceAll(FIELD, (_, field: string) => encodeURIComponent(values[field] ?? ""))

/**
 * The major parameter: the id Discord counts rate limits by, beside the bucket
 * (Discord docs, rate limits: channel, guild, or webhook with its token).
 */
export const majorOf = (route: string, values: Readonly<Record<string, string>>): string => {
  const { major } = factsOf(route)
  return major === undefined ? "global" : major.map((field) => values[field] ?? "").join("/")
}

/** What is the same in every request of a route. Routes are those of the catalogue: it is worked out once for each. */
interface Facts {
  readonly template: string
  readonly fields: ReadonlyArray<string>
  /** The fields requests are counted by. */
  readonly major: ReadonlyArray<string> | undefined
}

const known = new Map<string, Facts>()

const factsOf = (route: string): Facts => {
  const facts = known.get(route) ?? factsIn(route)
  known.set(route, facts)
  return facts
}

const factsIn = (route: string): Facts => {
  const [, resource, id, token] = /^\/(channels|guilds|webhooks)\/\{(\w+)\}(?:\/\{(\w+)\})?/.exec(route) ?? []
  return {
    template: route.replaceAll(FIELD, (_, field: string) => (field.endsWith("_id") ? ":id" : `:${field}`)),
    fields: [...route.matchAll(FIELD)].map((match) => match[1] ?? ""),
    major: id === undefined ? undefined : resource === "webhooks" && token !== undefined ? [id, token] : [id]
  }
}
