/** Operations without behaviour of their own: what is made is kept, listed, given back, changed and thrown away. */
import { Effect, Predicate } from "effect"
import { type Refusal, unauthorizedFor } from "./discordError.ts"
import { findChannel, findGuild } from "./find.ts"
import { ensureInGuild } from "./Permissions.ts"
import { json, noContent } from "./Reply.ts"
import { type Call, type OperationOf, type Route, route } from "./Router.ts"
import type { Thing } from "./State.ts"

/** A kind of thing that is kept under a path. */
export interface Shelf {
  readonly path: string
  /** The last part of the path of one thing, and the field it is known by: `command_id`, by `id`. */
  readonly item: string
  readonly by?: string
  readonly unknown: Refusal
  readonly can: ReadonlyArray<"list" | "create" | "replace" | "get" | "modify" | "remove">
  /** What Discord adds to what was sent. */
  readonly fields?: (call: Call<string>, id: string) => object
  /** The list is inside an object: `{ items: [...] }`. */
  readonly inside?: string
  readonly created?: 200 | 201
  /** Of a guild: the bits that making and changing takes. */
  readonly needs?: bigint
  /** A thing of the same name takes the place of the former. */
  readonly unique?: string
}

/** The operations of a shelf, by what can be done with it. */
interface Operations<Path extends string, Item extends string> {
  readonly list: `GET ${Path}`
  readonly create: `POST ${Path}`
  readonly replace: `PUT ${Path}`
  readonly get: `GET ${Path}/:${Item}`
  readonly modify: `PATCH ${Path}/:${Item}`
  readonly remove: `DELETE ${Path}/:${Item}`
}

type OperationsOf<It> = It extends Shelf ? OperationOf<Operations<It["path"], It["item"]>[It["can"][number]]> : never

/** The routes of a shelf. */
export const routesOf = <const It extends Shelf>(shelf: It): ReadonlyArray<Route<OperationsOf<It>>> => {
  const one = `${shelf.path}/:${shelf.item}`
  const all = {
    list: () => route("GET", shelf.path, (call) => Effect.map(open(shelf, call), () => json(200, listed(shelf, call)))),
    create: () => route("POST", shelf.path, (call) => Effect.map(writable(shelf, call), () => create(shelf, call))),
    replace: () => route("PUT", shelf.path, (call) => Effect.map(writable(shelf, call), () => replace(shelf, call))),
    get: () => route("GET", one, (call) => Effect.map(found(shelf, call), (thing) => json(200, told(thing)))),
    modify: () => route("PATCH", one, (call) => modify(shelf, call)),
    remove: () => route("DELETE", one, (call) => remove(shelf, call))
  }
  const made: ReadonlyArray<Route> = shelf.can.map((verb) => all[verb]())
  return made as ReadonlyArray<Route<OperationsOf<It>>> // which verb has which path, `all` says as the type does
}

const placeOf = ({ path }: Shelf, { param }: Call<string>): string => path.replace(/:(\w+)/g, (_, name) => param(name))

const thingsOf = (shelf: Shelf, call: Call<string>): Map<string, Thing> => call.world.things.of(placeOf(shelf, call))

/** An application is the bot's own or none; a guild and a channel are there, and seen. */
const open = Effect.fnUntraced(function* ({ path }: Shelf, { param, world }: Call<string>) {
  if (path.startsWith("/applications/") && param("application_id") !== world.bot.id) return yield* unauthorizedFor
  if (path.includes("/:guild_id")) yield* findGuild(world, param("guild_id"))
  if (path.includes("/:channel_id")) yield* findChannel(world, param("channel_id"))
})

const writable = Effect.fnUntraced(function* (shelf: Shelf, call: Call<string>) {
  yield* open(shelf, call)
  if (shelf.needs !== undefined) yield* ensureInGuild(call.world, call.param("guild_id"), shelf.needs)
})

const found = Effect.fnUntraced(function* (shelf: Shelf, call: Call<string>) {
  yield* open(shelf, call)
  return thingsOf(shelf, call).get(call.param(shelf.item)) ?? (yield* shelf.unknown)
})

const listed = (shelf: Shelf, call: Call<string>) => {
  const things = [...thingsOf(shelf, call).values()].map(told)
  return shelf.inside === undefined ? things : { [shelf.inside]: things }
}

const create = (shelf: Shelf, call: Call<string>) => {
  const { fresh, thing } = put(shelf, call, call.body)
  return json(fresh ? (shelf.created ?? 200) : 200, told(thing))
}

const replace = (shelf: Shelf, call: Call<string>) => {
  const bodies: ReadonlyArray<unknown> = Array.isArray(call.body) ? call.body : []
  const kept = bodies.map((body) => put(shelf, call, body).thing)
  const things = thingsOf(shelf, call)
  for (const key of things.keys()) if (!kept.some((thing) => thing.id === key)) things.delete(key)
  return json(200, kept.map(told))
}

const modify = Effect.fnUntraced(function* (shelf: Shelf, call: Call<string>) {
  yield* writable(shelf, call)
  const before = yield* found(shelf, call)
  const after: Thing = { ...before, ...fieldsOf(call.body), id: before.id }
  thingsOf(shelf, call).set(before.id, after)
  return json(200, told(after))
})

const remove = Effect.fnUntraced(function* (shelf: Shelf, call: Call<string>) {
  yield* writable(shelf, call)
  const { id } = yield* found(shelf, call)
  thingsOf(shelf, call).delete(id)
  return noContent
})

const put = (shelf: Shelf, call: Call<string>, body: unknown): { readonly fresh: boolean; readonly thing: Thing } => {
  const form = fieldsOf(body)
  const things = thingsOf(shelf, call)
  const { unique } = shelf
  const same = unique === undefined ? undefined : [...things.values()].find((it) => it[unique] === form[unique])
  const named = shelf.by === undefined ? undefined : form[shelf.by]
  const made = same?.id ?? call.world.nextId()
  const id = typeof named === "string" ? named : made
  const { by = "id" } = shelf
  const thing: Thing = {
    ...pathFields(shelf, call),
    ...shelf.fields?.(call, made),
    ...form,
    [KEYED_BY]: by,
    [by]: id,
    id
  }
  things.set(id, thing)
  return { fresh: same === undefined, thing }
}

/** Where a thing belongs stands in its fields as it does in its path. */
const pathFields = ({ path }: Shelf, { param }: Call<string>) =>
  Object.fromEntries([...path.matchAll(/:(\w+_id)/g)].map(([, name = ""]) => [name, param(name)]))

const KEYED_BY = "sandbox_keyed_by"

/** Things that Discord knows by another field have no `id` there, unless they were made with one. */
const told = ({ id, [KEYED_BY]: by, ...thing }: Thing) =>
  by === "sound_id" || by === "code" ? thing : { id, ...thing }

const fieldsOf = (body: unknown): Readonly<Record<string, unknown>> => (Predicate.isReadonlyRecord(body) ? body : {})
