/** Create, read, update and delete routes for entities without special behaviour, described as data. */
import type { AuditLogEvent } from "discord-api-types/v10"
import { Effect, Predicate } from "effect"
import { json, noContent, type Refusal, unauthorizedFor } from "./discordError.ts"
import { findChannel, findGuild } from "./find.ts"
import { ensureInGuild } from "./Permissions.ts"
import { type OperationOf, type Route, type RouteRequest, route } from "./Router.ts"
import { writeAuditEntry } from "./routes/auditLog.ts"
import type { Entity } from "./State.ts"

type Request = RouteRequest<string>

/** Decodes the body of a request, or fails with every problem in it. `before`: the entity that it changes. */
type DecodeBody = (body: unknown, before?: Entity) => Effect.Effect<object, Refusal>

/** A collection of entities under one path, and the operations that the sandbox serves for it. */
export interface EntityStore {
  readonly path: string
  /** The path parameter of one entity, for example `command_id`. */
  readonly item: string
  /** The field that identifies an entity. Default `id`. */
  readonly by?: string
  readonly unknown: Refusal
  readonly operations: ReadonlyArray<"list" | "create" | "replace" | "get" | "modify" | "remove">
  /** Fields that Discord adds to the body of a new entity. */
  readonly fields?: (request: Request, id: string) => object
  /** Without `decode`, a body may have any fields. */
  readonly decode?: { readonly create: DecodeBody; readonly modify: DecodeBody }
  /** Fails if Discord would not accept the entity. `before` is `undefined` for a new entity. */
  readonly check?: (request: Request, after: Entity, before: Entity | undefined) => Effect.Effect<unknown, Refusal>
  /** Discord sends no `id` for these entities: the field `by` identifies them. */
  readonly withoutId?: true
  /** Default: all fields of the entity. */
  readonly toApi?: (entity: Entity, request: Request) => object
  /** The field of the response that holds the list. Without `inside`, the response is the list. */
  readonly inside?: string
  readonly created?: 200 | 201
  /** The guild permission to change entities that the bot has not created, if that needs more than its own ones. */
  readonly needsForOthers?: bigint
  /** Actions in the audit log. Without them, nothing is logged. */
  readonly audit?: Readonly<Record<"create" | "modify" | "remove", AuditLogEvent>>
  /** A field whose value is unique: a new entity with the same value replaces the old one. */
  readonly unique?: string
}

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

/** All operations but `replace`. */
export const CRUD = ["list", "create", "get", "modify", "remove"] as const

/** Returns the routes of a store. */
export const storeRoutes = <const It extends EntityStore>(store: It): ReadonlyArray<Route<OperationsOf<It>>> => {
  const one = `${store.path}/:${store.item}`
  const all = {
    list: () => route("GET", store.path, (request) => list(store, request)),
    create: () => route("POST", store.path, (request) => create(store, request)),
    replace: () => route("PUT", store.path, (request) => replace(store, request)),
    get: () =>
      route("GET", one, (request) => Effect.map(find(store, request), (it) => json(200, toApi(store, it, request)))),
    modify: () => route("PATCH", one, (request) => modify(store, request)),
    remove: () => route("DELETE", one, (request) => remove(store, request))
  }
  const routes: ReadonlyArray<Route> = store.operations.map((operation) => all[operation]())
  return routes as ReadonlyArray<Route<OperationsOf<It>>> // `all` and the type give each operation the same path
}

const entitiesOf = ({ path }: EntityStore, { param, state }: Request): Map<string, Entity> =>
  state.entities.of(path.replace(/:(\w+)/g, (_, name) => param(name)))

/** Fails if the path names another application, or a guild or channel that does not exist. */
const ensureReadable = Effect.fnUntraced(function* (store: EntityStore, { param, state }: Request) {
  const { path } = store
  if (path.startsWith("/applications/") && param("application_id") !== state.bot.id) return yield* unauthorizedFor
  if (path.includes("/:guild_id")) yield* findGuild(state, param("guild_id"))
  if (path.includes("/:channel_id")) yield* findChannel(state, param("channel_id"))
})

const find = Effect.fnUntraced(function* (store: EntityStore, request: Request) {
  yield* ensureReadable(store, request)
  return entitiesOf(store, request).get(request.param(store.item)) ?? (yield* store.unknown)
})

/** Finds the entity that a request changes, and checks that the bot may change it. */
const findWritable = Effect.fnUntraced(function* (store: EntityStore, request: Request) {
  const entity = yield* find(store, request)
  const { param, state } = request
  const isOwn = entity.creator_id === state.bot.id || entity.user === state.bot
  if (store.needsForOthers !== undefined && !isOwn) yield* ensureInGuild(state, param("guild_id"), store.needsForOthers)
  return entity
})

const list = Effect.fnUntraced(function* (store: EntityStore, request: Request) {
  yield* ensureReadable(store, request)
  const items = [...entitiesOf(store, request).values()].map((entity) => toApi(store, entity, request))
  return json(200, store.inside === undefined ? items : { [store.inside]: items })
})

const create = Effect.fnUntraced(function* (store: EntityStore, request: Request) {
  yield* ensureReadable(store, request)
  const form = yield* decoded(store, "create", request.body)
  const { entity, isNew } = build(store, request, form)
  yield* store.check?.(request, entity, undefined) ?? Effect.void
  entitiesOf(store, request).set(entity.id, entity)
  audit(store, "create", request, { target: entity.id, after: entity })
  return json(isNew ? (store.created ?? 200) : 200, toApi(store, entity, request))
})

const replace = Effect.fnUntraced(function* (store: EntityStore, request: Request) {
  yield* ensureReadable(store, request)
  const entities = entitiesOf(store, request)
  const bodies: ReadonlyArray<unknown> = Array.isArray(request.body) ? request.body : []
  const kept = bodies.map((body) => {
    const { entity } = build(store, request, fieldsOf(body))
    entities.set(entity.id, entity)
    return entity
  })
  for (const id of entities.keys()) if (!kept.some((entity) => entity.id === id)) entities.delete(id)
  return json(
    200,
    kept.map((entity) => toApi(store, entity, request))
  )
})

const modify = Effect.fnUntraced(function* (store: EntityStore, request: Request) {
  const before = yield* findWritable(store, request)
  const after: Entity = { ...before, ...(yield* decoded(store, "modify", request.body, before)), id: before.id }
  yield* store.check?.(request, after, before) ?? Effect.void
  entitiesOf(store, request).set(before.id, after)
  audit(store, "modify", request, { target: before.id, before, after })
  return json(200, toApi(store, after, request))
})

const remove = Effect.fnUntraced(function* (store: EntityStore, request: Request) {
  const before = yield* findWritable(store, request)
  entitiesOf(store, request).delete(before.id)
  audit(store, "remove", request, { target: before.id, before })
  return noContent
})

const decoded = ({ decode }: EntityStore, operation: "create" | "modify", body: unknown, before?: Entity) =>
  decode === undefined ? Effect.succeed(fieldsOf(body)) : Effect.map(decode[operation](body, before), fieldsOf)

const audit = (
  store: EntityStore,
  operation: "create" | "modify" | "remove",
  request: Request,
  change: { readonly target: string; readonly before?: object; readonly after?: object }
): void => {
  if (store.audit !== undefined)
    writeAuditEntry(request, request.param("guild_id"), { action: store.audit[operation], ...change })
}

const build = (store: EntityStore, request: Request, form: Readonly<Record<string, unknown>>) => {
  const { by = "id", unique } = store
  const entities = [...entitiesOf(store, request).values()]
  const same = unique === undefined ? undefined : entities.find((it) => it[unique] === form[unique])
  const given = store.by === undefined ? undefined : form[store.by]
  const newId = same?.id ?? request.state.nextId()
  const id = typeof given === "string" ? given : newId
  const entity: Entity = {
    ...pathFields(store, request),
    ...store.fields?.(request, newId),
    ...form,
    [by]: id,
    id
  }
  return { isNew: same === undefined, entity }
}

/** Returns the ids in the path, which are fields of the entity too. */
const pathFields = ({ path }: EntityStore, { param }: Request) =>
  Object.fromEntries([...path.matchAll(/:(\w+_id)/g)].map(([, name = ""]) => [name, param(name)]))

const toApi = (store: EntityStore, entity: Entity, request: Request): object => {
  const { id: _, ...withoutId } = entity
  return store.toApi?.(entity, request) ?? (store.withoutId === true ? withoutId : entity)
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (Predicate.isReadonlyRecord(value) ? value : {})
