/**
 * The functions that define tools. A definition names a route and its fields;
 * the request, schema, annotations, retry safety and guild scope are derived from it.
 */
import { Effect, type Schema } from "effect"
import type { Settings } from "../../config/Settings.ts"
import type { Discord } from "../../discord/Discord.ts"
import { type Method, repeatOf } from "../../discord/DiscordRequest.ts"
import type { FileSource } from "../../discord/FileSource.ts"
import type { Permit, Risk } from "../../discord/Permit.ts"
import type { DiscordFailure, GatewayUnavailable } from "../../errors/DiscordMcpError.ts"
import type { Clear } from "../../objects/schema/clearable.ts"
import { opaque, optional } from "../../objects/schema/fields.ts"
import { AUDIT_REASON_MAX } from "../../objects/schema/limits.ts"
import type { GuardedTool } from "../losses/table.ts"
import { unknownIn } from "../shared/failures.ts"
import type { OwnPlan } from "../Tool.ts"
import type { ToolResult } from "../ToolResult.ts"
import type { AsSent } from "./asSent.ts"
import { defineTool } from "./defineTool.ts"
import { type Fail, makeFail, type Reasons } from "./Reason.ts"
import { runRequest } from "./runRequest.ts"
import type { CommonSpec, Fields, InputOf, ToolDefinition, ToolSpec, WireInput } from "./ToolDefinition.ts"
import { collectOmissions, withOmissions } from "./view.ts"

type NoFields = Record<never, never>

/** The result of a request whose reply has no content. */
interface Done {
  readonly done: true
}

/** The result of a deletion. `already_applied`: an earlier, unanswered attempt had done it. */
interface Deleted extends Done {
  readonly deleted?: true
  readonly already_applied?: true
}

/** Whether the tool deletes what it names. Other uses of DELETE remove, kick, leave or unban. */
const DELETES = /(?:^|_)delete(?:_|$)/

/** The fields that a write was asked to set, as Discord now has them. `cleared`: those that now are empty. */
type AskedFields<Given extends Fields> = {
  readonly [Field in Exclude<
    keyof Given,
    "cursor" | "fail_if_not_exists" | "interaction_id" | "reveal_token" | "tables" | "view" | "with_response"
  >]?: unknown
} & { readonly cleared?: ReadonlyArray<string> }

/** The values that the changed fields had, where the call has read them before the change. */
interface Changed {
  readonly previous?: Readonly<Record<string, unknown>>
}

/** The risk of a call that takes something away. */
type RiseByLoss<Name> = Name extends GuardedTool ? "destructive" : never

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
    WireInput<Path & Query & Body & Local, Floor, Rises | RiseByLoss<Name>, Reasoned> &
      (Verb extends "POST" ? unknown : Clear<Path & Query & Body & Local>),
    // A repeated deletion may find that the first attempt had already deleted the object.
    NoInfer<
      Verb extends "GET"
        ? Answer
        : AsSent<Body & Local> &
            (Verb extends "DELETE" ? Exclude<Answer, Done> | Deleted : Answer) &
            ([Answer] extends [Done] ? AskedFields<Path & Body & Local> : AskedFields<Body & Local>) &
            (Verb extends "PATCH" | "PUT" ? Changed : unknown)
    >
  > => {
    const risk = spec.risk ?? defaultRisk
    const repeat = spec.repeat ?? repeatOf(method)
    type Input = InputOf<Path, Query, Body, Local> & object
    return defineTool<Input, Name>({
      name,
      fields: {
        ...spec.path,
        ...spec.query,
        ...spec.body,
        ...spec.options,
        ...(spec.auditReason && { audit_reason: auditReason })
      },
      // A POST creates something: it has nothing to clear.
      clears: method !== "POST",
      operation: { method, route },
      spec: { ...spec, failures: { ...unknownIn(route), ...spec.failures } },
      risk,
      ...(spec.usualRisk !== undefined && { usualRisk: spec.usualRisk }),
      ...(spec.shorthand !== undefined && { shorthand: spec.shorthand }),
      idempotent: isIdempotent(name, method, risk),
      run: runRequest<Input>({ method, route, risk, repeat, deletes: method === "DELETE" && DELETES.test(name), spec })
    })
  }

/** Defines a tool that reads. */
export const get = verb("GET", "read")

/** Defines a tool that creates something or runs an action. */
export const post = verb("POST", "write")

/** Defines a tool that sets a complete state. */
export const put = verb("PUT", "write")

/** Defines a tool that changes some fields. */
export const patch = verb("PATCH", "write")

/** Defines a tool that deletes something. */
export const del = verb("DELETE", "destructive")

/** Defines a tool with its own logic. Its code can fail only for the reasons that it declares. */
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
    ) => Effect.Effect<
      ToolResult<Answer>,
      DiscordFailure | GatewayUnavailable,
      Discord | FileSource | Settings | Permit
    >
  }
): ToolDefinition<
  Name,
  WireInput<F, Floor, Rises> & Clear<F>,
  NoInfer<Floor extends "read" ? Answer : Answer & AsSent<F>>
> => {
  // Without declared reasons, `Reason` is `never`.
  const fail = makeFail(spec.failures ?? ({} as Reasons<Reason>))
  return defineTool<Schema.Struct.Type<F> & object, Name>({
    name,
    fields: spec.fields,
    clears: true,
    operation: undefined,
    spec,
    risk: spec.risk,
    idempotent: spec.risk === "read",
    run: (input) =>
      Effect.map(collectOmissions(spec.run(input, fail)), ([result, omitted]) => withOmissions(result, omitted, input))
  })
}

/**
 * Defines a tool whose calls run as a plan of calls of other tools. Making the plan only reads. Consent covers the plan,
 * and each of its steps is checked, recorded and limited as a call.
 */
export const planned = <const Name extends string, F extends Fields, Answer, Reason extends string = never>(
  name: Name,
  spec: CommonSpec<Schema.Struct.Type<F>, Reason> & {
    readonly fields: F
    readonly plan: (
      input: Schema.Struct.Type<F>,
      fail: Fail<Reason>
    ) => Effect.Effect<OwnPlan<Answer>, DiscordFailure, Discord | FileSource | Settings | Permit>
  }
): ToolDefinition<Name, WireInput<F, "destructive", never> & Clear<F>, Answer> => {
  // Without declared reasons, `Reason` is `never`.
  const fail = makeFail(spec.failures ?? ({} as Reasons<Reason>))
  return defineTool<Schema.Struct.Type<F> & object, Name>({
    name,
    fields: spec.fields,
    clears: true,
    operation: undefined,
    spec,
    risk: "destructive",
    idempotent: false,
    run: () => Effect.dieMessage(`${name} runs as the calls of its plan`),
    plan: (input) => spec.plan(input, fail)
  })
}

const auditReason = optional(opaque("Audit log reason.", AUDIT_REASON_MAX))

/**
 * Returns whether a second identical call changes nothing. Reads change nothing; PUT and PATCH set a state; DELETE
 * removes one (RFC 9110, idempotent methods). A POST adds something each time. The exceptions are listed below.
 */
export const isIdempotent = (name: string, method: Method, risk: Risk): boolean =>
  risk === "read" || (method === "POST" ? idempotentPosts.has(name) : !nonIdempotentWrites.has(name))

/** POSTs that are idempotent, each with its reason. */
export const idempotentPosts: ReadonlyMap<string, string> = new Map([
  ["users_create_dm", "answers with the direct message channel that exists"],
  ["members_bulk_ban", "a banned user stays banned"],
  ["messages_bulk_delete", "a deleted message stays deleted"],
  ["messages_crosspost", "a published message is not published again"],
  ["polls_end", "an ended poll stays ended"],
  ["lobbies_modify_members", "sets members and their metadata"]
])

/** Other writes that are not idempotent, each with its reason. */
export const nonIdempotentWrites: ReadonlyMap<string, string> = new Map([
  ["members_timeout", "minutes count from the moment of the call"],
  ["templates_sync", "copies the guild as it is at that moment"]
])
