/** Lists in another order with each reply: Discord promises no order for most of them. */
import { Array as Arr, Chunk, Effect, Predicate, Random, Struct } from "effect"
import { ruleFields, triggerMetadata } from "../objects/automodRule.ts"

/** Fields whose lists have no order. */
const FIELDS: ReadonlySet<string> = new Set([
  ...["roles", "emojis", "stickers", "features", "permission_overwrites"],
  ...["default_channel_ids", "role_ids", "channel_ids"],
  ...Object.keys({ ...triggerMetadata, ...Struct.omit(ruleFields, "actions") })
])

/** Operations whose whole reply is such a list. */
const OPERATIONS: ReadonlySet<string> = new Set([
  ...["GET /guilds/:id/channels", "GET /guilds/:id/roles", "GET /guilds/:id/emojis", "GET /guilds/:id/stickers"],
  ...["GET /guilds/:id/auto-moderation/rules"]
])

/** Returns the JSON of a reply with its lists shuffled. */
export const shuffled = (operation: string, body: string): Effect.Effect<string> =>
  Effect.map(inside(JSON.parse(body), OPERATIONS.has(operation)), (value) => JSON.stringify(value))

const inside = (value: unknown, isUnordered: boolean): Effect.Effect<unknown> => {
  if (Arr.isArray(value)) {
    const items = isUnordered ? Effect.map(Random.shuffle(value), Chunk.toReadonlyArray) : Effect.succeed(value)
    return Effect.flatMap(items, (all) => Effect.forEach(all, (item) => inside(item, false)))
  }
  return Predicate.isReadonlyRecord(value)
    ? Effect.map(
        Effect.forEach(Object.entries(value), ([name, item]) =>
          Effect.map(inside(item, FIELDS.has(name)), (done) => [name, done] as const)
        ),
        (entries) => Object.fromEntries(entries)
      )
    : Effect.succeed(value)
}
