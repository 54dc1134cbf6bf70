/** Operations without behaviour of their own: what is made is kept, listed, given back, changed and thrown away. */
import { Effect, Predicate } from "effect"
import { type Refusal, unauthorizedFor } from "./discordError.ts"
import { findChannel, findGuild } from "./find.ts"
import { ensureInGuild } from "./Permissions.ts"
import { json, noContent } from "./Reply.ts"
import { type OperationOf, type Route, type RouteRequest, route } from "./Router.ts"
import type { Entity } from "./State.ts"

/** A kind of entity that is kept under a path. */
export interface EntityStore {
  readonly path: string
  /** The last part of the path of one entity, and the field it is known by: `command_id`, by `id`. */
  readonly item: string
  readonly by?: string
  readonly unknown: Refusal
  readonly operations: ReadonlyArray<"list" | "create" | "replace" | "get" | "modify" | "remove">
  /** What Discord adds to what was sent. */
  readonly fields?: (request: RouteRequest<string>, id: string) => object
  /** The list is inside an object: `{ items: [...] }`. */
  readonly inside?: string
  readonly created?: 200 | 201
  /** Of a guild: the bits that making and changing takes. */
  readonly needs?: bigint
  /** A entity of the same name takes the place of the former. */
  readonly unique?: string
}

/** The operations of a store, by what can be done with it. */
interface Operations<Path extends string, Item extends string> {
  readonly list: `GET ${Path}`
  readonly create: `POST ${Path}`
  readonly replace: `PUT ${Path}`
  readonly get: `GET ${Path}/:${Item}`
  readonly modify: `PATCH ${Path}/:${Item}`
  readonly remove: `DELETE ${Path}/:${Item}`
}

type OperationsOf<It> = It extends EntityStore
  ? OperationOf<Operations<It["path"], It["item"]>[It["operations"][number]]>
  : never

/** The routes of a store. */
export const routesOf = <const It extends EntityStore>(store: It): ReadonlyArray<Route<OperationsOf<It>>> => {
  const one = `${store.path}/:${store.item}`
  const all = {
    list: () =>
      route("GET", store.path, (request) =>
        Effect.map(ensureExists(store, request), () => json(200, listed(store, request)))
      ),
    create: () =>
      route("POST", store.path, (request) => Effect.map(ensureWritable(store, request), () => create(store, request))),
    replace: () =>
      route("PUT", store.path, (request) => Effect.map(ensureWritable(store, request), () => replace(store, request))),
    get: () =>
      route("GET", one, (request) => Effect.map(findEntity(store, request), (entity) => json(200, toApi(entity)))),
    modify: () => route("PATCH", one, (request) => modify(store, request)),
    remove: () => route("DELETE", one, (request) => remove(store, request))
  }
  const made: ReadonlyArray<Route> = store.operations.map((verb) => all[verb]())
  return made as ReadonlyArray<Route<OperationsOf<It>>> // which verb has which path, `all` says as the type does
}

const pathOf = ({ path }: EntityStore, { param }: RouteRequest<string>): string =>
  path.replace(/:(\w+)/g, (_, name) => param(name))

const entitiesOf = (store: EntityStore, request: RouteRequest<string>): Map<string, Entity> =>
  request.state.entities.of(pathOf(store, request))

/** An application is the bot's own or none; a guild and a channel are there, and seen. */
const ensureExists = Effect.fnUntraced(function* ({ path }: EntityStore, { param, state }: RouteRequest<string>) {
  if (path.startsWith("/applications/") && param("application_id") !== state.bot.id) return yield* unauthorizedFor
  if (path.includes("/:guild_id")) yield* findGuild(state, param("guild_id"))
  if (path.includes("/:channel_id")) yield* findChannel(state, param("channel_id"))
})

const ensureWritable = Effect.fnUntraced(function* (store: EntityStore, request: RouteRequest<string>) {
  yield* ensureExists(store, request)
  if (store.needs !== undefined) yield* ensureInGuild(request.state, request.param("guild_id"), store.needs)
})

const findEntity = Effect.fnUntraced(function* (store: EntityStore, request: RouteRequest<string>) {
  yield* ensureExists(store, request)
  return entitiesOf(store, request).get(request.param(store.item)) ?? (yield* store.unknown)
})

const listed = (store: EntityStore, request: RouteRequest<string>) => {
  const entities = [...entitiesOf(store, request).values()].map(toApi)
  return store.inside === undefined ? entities : { [store.inside]: entities }
}

const create = (store: EntityStore, request: RouteRequest<string>) => {
  const { created, entity } = put(store, request, request.body)
  return json(created ? (store.created ?? 200) : 200, toApi(entity))
}

const replace = (store: EntityStore, request: RouteRequest<string>) => {
  const bodies: ReadonlyArray<unknown> = Array.isArray(request.body) ? request.body : []
  const kept = bodies.map((body) => put(store, request, body).entity)
  const entities = entitiesOf(store, request)
  for (const key of entities.keys()) if (!kept.some((entity) => entity.id === key)) entities.delete(key)
  return json(200, kept.map(toApi))
}

const modify = Effect.fnUntraced(function* (store: EntityStore, request: RouteRequest<string>) {
  yield* ensureWritable(store, request)
  const before = yield* findEntity(store, request)
  const after: Entity = { ...before, ...fieldsOf(request.body), id: before.id }
  entitiesOf(store, request).set(before.id, after)
  return json(200, toApi(after))
})

const remove = Effect.fnUntraced(function* (store: EntityStore, request: RouteRequest<string>) {
  yield* ensureWritable(store, request)
  const { id } = yield* findEntity(store, request)
  entitiesOf(store, request).delete(id)
  return noContent
})

const put = (
  store: EntityStore,
  request: RouteRequest<string>,
  body: unknown
): { readonly created: boolean; readonly entity: Entity } => {
  const form = fieldsOf(body)
  const entities = entitiesOf(store, request)
  const { unique } = store
  const same = unique === undefined ? undefined : [...entities.values()].find((it) => it[unique] === form[unique])
  const named = store.by === undefined ? undefined : form[store.by]
  const made = same?.id ?? request.state.nextId()
  const id = typeof named === "string" ? named : made
  const { by = "id" } = store
  const entity: Entity = {
    ...pathFields(store, request),
    ...store.fields?.(request, made),
    ...form,
    [KEYED_BY]: by,
    [by]: id,
    id
  }
  entities.set(id, entity)
  return { created: same === undefined, entity }
}

/** Where a entity belongs stands in its fields as it does in its path. */
const pathFields = ({ path }: EntityStore, { param }: RouteRequest<string>) =>
  Object.fromEntries([...path.matchAll(/:(\w+_id)/g)].map(([, name = ""]) => [name, param(name)]))

const KEYED_BY = "sandbox_keyed_by"

/** Things that Discord knows by another field have no `id` there, unless they were made with one. */
const toApi = ({ id, [KEYED_BY]: by, ...entity }: Entity) =>
  by === "sound_id" || by === "code" ? entity : { id, ...entity }

const fieldsOf = (body: unknown): Readonly<Record<string, unknown>> => (Predicate.isReadonlyRecord(body) ? body : {})
