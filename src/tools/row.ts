/**
 * The language the catalogue is written in. A row names a route and its fields;
 * request, schema, annotations, retry safety and guild scope follow from it.
 */
import { Effect, type Schema } from "effect"
import type { Settings } from "../config/Settings.ts"
import { Discord } from "../discord/Discord.ts"
import { type DiscordRequest, type Method, type Reply, repeatOf, type Subject } from "../discord/DiscordRequest.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import type { Clearance, Risk } from "../safety/Clearance.ts"
import { type Common, define, type Fields, type Row } from "./define.ts"
import { optional, text } from "./fields.ts"
import { AUDIT_REASON_MAX } from "./Limits.ts"
import { type Renames, withOwnPaths } from "./ownPaths.ts"
import type { ToolResult } from "./Tool.ts"

/** The fields of a route: `"channel_id" | "message_id"`. */
export type FieldsOf<Route extends string> = Route extends `${string}{${infer Field}}${infer Rest}`
  ? Field | FieldsOf<Rest>
  : never

type NoFields = Record<never, never>

/** Fields that stand in two places of one request are a mistake. */
type Apart<A, B> = keyof A & keyof B extends never
  ? unknown
  : { readonly "a field stands in two places": keyof A & keyof B }

/** The fields of a path: one for each placeholder of the route, and no other. */
type PathOf<Route extends string, Path> = { readonly [Field in FieldsOf<Route>]: Schema.Struct.Field } & {
  readonly [Field in Exclude<keyof Path, FieldsOf<Route>>]: never
}

type InputOf<
  Path extends Fields,
  Query extends Fields,
  Body extends Fields,
  Local extends Fields
> = Schema.Struct.Type<Path> & Schema.Struct.Type<Query> & Schema.Struct.Type<Body> & Schema.Struct.Type<Local>

/** What a row with a route can say. */
interface RowSpec<
  Route extends string,
  Path extends Fields,
  Query extends Fields,
  Body extends Fields,
  Local extends Fields
> extends Common<InputOf<Path, Query, Body, Local>> {
  readonly path: Path & PathOf<Route, Path>
  readonly query?: Query & Apart<Path, Query>
  readonly body?: Body & Apart<Path & Query, Body>
  /** Fields that are for this tool, and not sent as they are. */
  readonly local?: Local & Apart<Path & Query & Body, Local>
  /** The floor; by default `read` for GET, `destructive` for DELETE, else `write`. */
  readonly risk?: Risk
  /** The body as Discord takes it, where it is not just the body fields. */
  readonly send?: (input: InputOf<Path, Query, Body, Local>) => unknown
  /** Where `send` puts a field elsewhere: from Discord's path to the field, for Discord's complaints about it. */
  readonly renames?: Renames
  /** The query as Discord takes it, where it is not just the query fields. */
  readonly ask?: (input: InputOf<Path, Query, Body, Local>) => NonNullable<DiscordRequest["query"]>
  /** The route takes `X-Audit-Log-Reason`. */
  readonly reason?: true
  readonly repeat?: DiscordRequest["repeat"]
  readonly subject?: Subject
  /** From Discord's body to the result; by default the body itself. */
  readonly result?: (
    body: unknown,
    input: InputOf<Path, Query, Body, Local>
  ) => ToolResult | Effect.Effect<ToolResult, never, Settings>
}

const verb =
  (method: Method, defaultRisk: Risk) =>
  <
    const Route extends string,
    Path extends Fields = NoFields,
    Query extends Fields = NoFields,
    Body extends Fields = NoFields,
    Local extends Fields = NoFields
  >(
    name: string,
    route: Route,
    spec: RowSpec<Route, Path, Query, Body, Local>
  ): Row => {
    const risk = spec.risk ?? defaultRisk
    const repeat = spec.repeat ?? repeatOf(method)
    return define<InputOf<Path, Query, Body, Local> & object>({
      name,
      fields: {
        ...spec.path,
        ...spec.query,
        ...spec.body,
        ...spec.local,
        ...(spec.reason && { audit_reason: auditReason })
      },
      operation: { method, route },
      spec,
      risk,
      idempotent: repeat !== "no",
      run: (input) =>
        Effect.flatMap(Discord, (discord) =>
          discord.request({
            method,
            route,
            path: texts(input, spec.path),
            query: spec.ask === undefined ? texts(input, spec.query ?? {}) : spec.ask(input),
            ...(spec.send !== undefined
              ? { body: spec.send(input) }
              : spec.body !== undefined && { body: pick(input, spec.body) }),
            ...("audit_reason" in input && { reason: String(input.audit_reason) }),
            subject: spec.subject ?? "bot",
            risk,
            repeat,
            duration: spec.duration ?? "default"
          })
        ).pipe(
          Effect.mapError(withOwnPaths(spec.renames ?? {})),
          Effect.flatMap((reply) => {
            const result = spec.result?.(reply.body, input) ?? { value: reply.body ?? { done: true } }
            return Effect.map(Effect.isEffect(result) ? result : Effect.succeed(result), (it) => answered(reply, it))
          })
        )
    })
  }

/** A read. */
export const get = verb("GET", "read")

/** A creation, or an action. */
export const post = verb("POST", "write")

/** A change to a state that is named whole. */
export const put = verb("PUT", "write")

/** A change of some fields. */
export const patch = verb("PATCH", "write")

/** A deletion. */
export const del = verb("DELETE", "destructive")

/** A tool with its own logic. */
export const own = <F extends Fields>(
  name: string,
  spec: Common<Schema.Struct.Type<F>> & {
    readonly fields: F
    readonly risk: Risk
    readonly run: (
      input: Schema.Struct.Type<F>
    ) => Effect.Effect<ToolResult, DiscordFailure, Discord | Settings | Clearance>
  }
): Row =>
  define<Schema.Struct.Type<F> & object>({
    name,
    fields: spec.fields,
    operation: undefined,
    spec,
    risk: spec.risk,
    idempotent: spec.risk === "read",
    run: spec.run
  })

/** Body fields that must fit a body of discord-api-types: a field Discord does not have does not compile. */
export const fits =
  <JsonBody>() =>
  <F extends Fields>(fields: F & (Fit<F, JsonBody> extends true ? unknown : Misfit<JsonBody>)): F =>
    fields

type Fit<F extends Fields, JsonBody> =
  keyof F extends KeyOf<JsonBody>
    ? Schema.Struct.Type<F> extends { readonly [Key in keyof F]?: Frozen<ValueOf<JsonBody, Key>> }
      ? true
      : false
    : false

/** Discord's bodies are often unions, such as one per kind of channel. */
type KeyOf<Body> = Body extends unknown ? keyof Body : never
type ValueOf<Body, Key> = Body extends unknown ? (Key extends keyof Body ? Body[Key] : never) : never

/** Inputs are read-only all the way down; discord-api-types are not. */
type Frozen<A> = A extends (infer Item)[]
  ? ReadonlyArray<Frozen<Item>>
  : A extends object
    ? { readonly [Key in keyof A]: Frozen<A[Key]> }
    : A

/** What the compiler shows where a body does not fit. */
interface Misfit<JsonBody> {
  readonly "does not fit Discord's body": JsonBody
}

const auditReason = optional(text("Shown in the server's audit log as the reason.", { max: AUDIT_REASON_MAX }))

const pick = (input: object, fields: Fields): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(input).filter(([name]) => name in fields))

const texts = (input: object, fields: Fields): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(pick(input, fields)).map(([name, value]) => [name, String(value)]))

const answered = (reply: Reply, result: ToolResult): ToolResult => ({
  ...result,
  attempts: reply.attempts,
  ...(reply.alreadyApplied && { notice: "An earlier try of this call had already done it." })
})
