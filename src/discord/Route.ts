/** Parses routes such as `/channels/{channel_id}/messages`. Pure. */

const FIELD = /\{(\w+)\}/g

/** Returns the template for logs and keys: `/channels/:id/messages`. It contains no ids and no tokens. */
export const templateOf = (route: string): string => factsOf(route).template

/** Returns the template with every placeholder as `:id`: `/channels/:id/messages/:id/reactions/:id/@me`. */
export const shapeOf = (route: string): string => templateOf(route).replaceAll(/:\w+/g, ":id")

/** Returns the names of a route's placeholders, in order. */
export const fieldsOf = (route: string): ReadonlyArray<string> => factsOf(route).fields

/** Returns the request path, with all values percent-encoded. */
export const pathOf = (route: string, values: Readonly<Record<string, string>>): string =>
  route.replaceAll(FIELD, (_, field: string) => encodeURIComponent(values[field] ?? ""))

/** The facts about a route. */
interface RouteFacts {
  readonly template: string
  readonly fields: ReadonlyArray<string>
  /**
   * The placeholders of the major parameter. Discord separates rate limits by bucket and major parameter (Discord
   * docs, rate limits: channel, guild, or webhook with its token).
   */
  readonly major: ReadonlyArray<string> | undefined
}

const cache = new Map<string, RouteFacts>()

/** Returns the facts about a route. They are kept, one for each route of the catalogue. */
export const factsOf = (route: string): RouteFacts => {
  const facts = cache.get(route) ?? factsIn(route)
  cache.set(route, facts)
  return facts
}

const factsIn = (route: string): RouteFacts => {
  const [, resource, id, token] = /^\/(channels|guilds|webhooks)\/\{(\w+)\}(?:\/\{(\w+)\})?/.exec(route) ?? []
  return {
    template: route.replaceAll(FIELD, (_, field: string) => (field.endsWith("_id") ? ":id" : `:${field}`)),
    fields: [...route.matchAll(FIELD)].map((match) => match[1] ?? ""),
    major: id === undefined ? undefined : resource === "webhooks" && token !== undefined ? [id, token] : [id]
  }
}
