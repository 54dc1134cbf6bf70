/**
 * The language the catalogue is written in. A row names a route and its fields;
 * request, schema, annotations, retry safety and guild scope follow from it.
 */
import type { Effect, Schema } from "effect"
import type { Settings } from "../../config/Settings.ts"
import type { Discord } from "../../discord/Discord.ts"
import { type Method, repeatOf } from "../../discord/DiscordRequest.ts"
import type { FileSource } from "../../discord/FileSource.ts"
import type { DiscordFailure } from "../../errors/DiscordMcpError.ts"
import type { Permit, Risk } from "../../safety/Permit.ts"
import { optional, text } from "../shared/fields.ts"
import { AUDIT_REASON_MAX } from "../shared/limits.ts"
import { unknownIn } from "../shared/unknownFailures.ts"
import type { ToolResult } from "../ToolResult.ts"
import { defineTool } from "./defineTool.ts"
import { isIdempotent } from "./idempotence.ts"
import { type Fail, failing, type Reasons } from "./Reason.ts"
import { runRequest } from "./runRequest.ts"
import type { CommonSpec, Fields, ToolDefinition } from "./ToolDefinition.ts"
import type { InputOf, ToolSpec } from "./ToolSpec.ts"
import type { WireInput } from "./WireInput.ts"

type NoFields = Record<never, never>

/** What is answered where Discord has nothing to say. */
interface Done {
  readonly done: true
}

/** What a deletion answers that its earlier, unanswered try had done. */
interface Deleted extends Done {
  readonly already_applied?: true
}

const verb =
  <Verb extends Method, DefaultRisk extends Risk>(method: Verb, defaultRisk: DefaultRisk) =>
  <
    const Name extends string,
    const Route extends string,
    Path extends Fields = NoFields,
    Query extends Fields = NoFields,
    Body extends Fields = NoFields,
    Local extends Fields = NoFields,
    const Answer = Done,
    Floor extends Risk = DefaultRisk,
    Rises extends Risk = never,
    Reasoned extends true = never
  >(
    name: Name,
    route: Route,
    spec: ToolSpec<Route, Path, Query, Body, Local, Answer, Floor, Rises, Reasoned>
  ): ToolDefinition<
    Name,
    WireInput<Path & Query & Body & Local, Floor, Rises, Reasoned>,
    // A repeated deletion may find that its first try had done it.
    NoInfer<Verb extends "DELETE" ? Exclude<Answer, Done> | Deleted : Answer>
  > => {
    const risk = spec.risk ?? defaultRisk
    const repeat = spec.repeat ?? repeatOf(method)
    return defineTool<InputOf<Path, Query, Body, Local> & object, Name>({
      name,
      fields: {
        ...spec.path,
        ...spec.query,
        ...spec.body,
        ...spec.options,
        ...(spec.auditReason && { audit_reason: auditReason })
      },
      operation: { method, route },
      spec: { ...spec, failures: { ...unknownIn(route), ...spec.failures } },
      risk,
      idempotent: isIdempotent(name, method, risk),
      run: (input) => runRequest({ method, route, risk, repeat, spec }, input)
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

/** A tool with its own logic, which fails for the reasons it declares, and for no other of its own. */
export const custom = <
  const Name extends string,
  F extends Fields,
  Answer,
  Floor extends Risk,
  Rises extends Risk = never,
  Reason extends string = never
>(
  name: Name,
  spec: CommonSpec<Schema.Struct.Type<F>, Reason, Rises> & {
    readonly fields: F
    readonly risk: Floor
    readonly run: (
      input: Schema.Struct.Type<F>,
      fail: Fail<Reason>
    ) => Effect.Effect<ToolResult<Answer>, DiscordFailure, Discord | FileSource | Settings | Permit>
  }
): ToolDefinition<Name, WireInput<F, Floor, Rises>, Answer> => {
  // Who declares no reason has no name to fail for.
  const fail = failing(spec.failures ?? ({} as Reasons<Reason>))
  return defineTool<Schema.Struct.Type<F> & object, Name>({
    name,
    fields: spec.fields,
    operation: undefined,
    spec,
    risk: spec.risk,
    idempotent: spec.risk === "read",
    run: (input) => spec.run(input, fail)
  })
}

const auditReason = optional(text("Reason for the audit log.", { max: AUDIT_REASON_MAX }))
