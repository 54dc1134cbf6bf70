import { Cause, Context, Duration, Effect, Exit, Layer, Option, Redacted } from "effect"
import { AuditLog, type Intent, recorded } from "../audit/AuditLog.ts"
import { Settings } from "../config/Settings.ts"
import { keepingReads } from "../discord/CallReads.ts"
import { Discord } from "../discord/Discord.ts"
import { timeLimitsOf } from "../discord/DiscordRequest.ts"
import { FileSource } from "../discord/FileSource.ts"
import { Permit } from "../discord/Permit.ts"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import { ScopeRejectedError, ToolNotFound, ValidationError } from "../errors/DiscordMcpError.ts"
import { toStructured } from "../errors/dialects/Dialect.ts"
import { envelopeOf } from "../errors/failureEnvelope.ts"
import { callExitLabels, exitLabels } from "../errors/metricLabels.ts"
import * as Deadline from "../resilience/Deadline.ts"
import { Gate } from "../safety/Gate.ts"
import { monotonicMs } from "../telemetry/monotonic.ts"
import { annotate, type SpanOptions, span } from "../telemetry/span.ts"
import { makeRedactor, OwnSecrets, type OwnSecretsShape, secretIssue } from "../text/secrets.ts"
import { firstChars, truncateWithLength } from "../text/words.ts"
import { Catalogue, namesNear } from "../tools/Catalogue.ts"
import { ClientCalls, PlanHold } from "../tools/ClientCalls.ts"
import { META } from "../tools/meta/scopes.ts"
import { RunningPlans } from "../tools/RunningPlans.ts"
import type { OwnPlan, Tool, ToolCall } from "../tools/Tool.ts"
import { CallPlan, PIPELINE, ToolRunner } from "../tools/Tool.ts"
import { joinNotices, type ToolResult } from "../tools/ToolResult.ts"
import { ToolServices } from "../tools/ToolServices.ts"
import {
  type CallResult,
  type Conclusion,
  conclusionLabels,
  failure,
  failureOf,
  measure,
  success
} from "./CallResult.ts"
import { Dispatch } from "./Dispatch.ts"
import { withIds } from "./objectNames.ts"

/** Dispatches calls to the tools of the catalogue. */
export const layer: Layer.Layer<
  Dispatch,
  never,
  AuditLog | Catalogue | Settings | Discord | FileSource | Gate | RunningPlans
> = Layer.effect(
  Dispatch,
  Effect.gen(function* () {
    const dispatch = new CatalogueDispatch({
      audit: yield* AuditLog,
      clientCalls: yield* ClientCalls,
      catalogue: yield* Catalogue,
      discord: yield* Discord,
      files: yield* FileSource,
      gate: yield* Gate,
      ofProducts: yield* ToolServices,
      plans: yield* RunningPlans,
      secrets: yield* OwnSecrets,
      settings: yield* Settings
    })
    return Dispatch.of({
      run: (name, input) => dispatch.run(name, input),
      call: (name, input) => dispatch.call(name, input)
    })
  })
)

/** What dispatch needs. */
interface Parts {
  readonly audit: AuditLog["Type"]
  readonly clientCalls: ClientCalls["Type"]
  readonly catalogue: Catalogue["Type"]
  readonly discord: Discord["Type"]
  readonly files: FileSource["Type"]
  readonly gate: Gate["Type"]
  readonly ofProducts: ToolServices["Type"]
  readonly plans: RunningPlans["Type"]
  readonly secrets: OwnSecretsShape
  readonly settings: Settings["Type"]
}

/** A call that is decoded, with what the gate has decided about it. */
class Run {
  readonly requested: ToolCall
  permit: Permit["Type"] | undefined = undefined

  constructor(requested: ToolCall) {
    this.requested = requested
  }
}

/** Runs calls of the tools of a catalogue: decode, record, authorize, run, record the outcome, make the result. */
class CatalogueDispatch {
  readonly #parts: Parts
  readonly #names: ReadonlySet<string>
  /** The services of a call in one context, because providing one service costs as much as providing all. */
  readonly #services

  constructor(parts: Parts) {
    this.#parts = parts
    this.#names = new Set(parts.catalogue.names)
    const runner = ToolRunner.of({ run: (name, input) => this.#runStep(name, input) })
    this.#services = Context.make(Discord, parts.discord).pipe(
      Context.add(FileSource, parts.files),
      Context.add(Settings, parts.settings),
      Context.add(RunningPlans, parts.plans),
      Context.add(ClientCalls, parts.clientCalls),
      Context.add(ToolRunner, runner),
      Context.add(Catalogue, parts.catalogue),
      Context.merge(parts.ofProducts)
    )
  }

  /** Runs a call, and returns its value without secrets of this server. */
  run(name: string, input: unknown): Effect.Effect<ToolResult, DiscordMcpError> {
    return this.#runBounded(name, input).pipe(
      Effect.map((result) => ({ ...result, value: this.#parts.secrets.mask(result.value) })),
      withCallSpan(this.#labelOf(name), { kind: "server", ended: callExitLabels })
    )
  }

  /** Runs a call, makes its result and measures it. */
  call(name: string, input: unknown): Effect.Effect<CallResult> {
    const tool = this.#labelOf(name)
    return Effect.flatMap(monotonicMs, (startMs) =>
      this.#conclude(name, input).pipe(
        withCallSpan(tool, { kind: "server", ended: conclusionLabels }),
        Effect.onExit((exit) => measure(tool, startMs, exit)),
        Effect.map(({ result }) => result)
      )
    )
  }

  /** Runs a call and makes its result. The structured form of a failure is in the operator's dialect. */
  #conclude = Effect.fnUntraced(function* (
    this: CatalogueDispatch,
    name: string,
    input: unknown
  ): Effect.fn.Return<Conclusion> {
    const { clientCalls, secrets, settings } = this.#parts
    // A value that cannot be serialized is a defect of the call, not of its result.
    const exit = yield* this.#runBounded(name, input).pipe(
      Effect.flatMap((result) => clientCalls.inTurn(success(result, settings.maxResultChars))),
      Effect.exit
    )
    if (Exit.isSuccess(exit)) {
      const result = exit.value
      return { result: secrets.mayBeInJson(result.text) ? withoutOwnSecrets(secrets, result) : result }
    }
    const tool = truncateWithLength(name, NAME_MAX)
    const failed = yield* Effect.annotateLogs(failureOf(exit.cause), { tool })
    const result = yield* failure(envelopeOf(failed), toStructured(settings.errorDialect, failed))
    return { result: withoutOwnSecrets(secrets, result), failed }
  })

  /** Runs a call of a client within its budgets. */
  #runBounded(name: string, input: unknown) {
    const { clientCalls } = this.#parts
    return Effect.acquireUseRelease(
      clientCalls.hold(),
      (hold) =>
        clientCalls.run(clientCalls.inTurn(this.#runCall(name, input))).pipe(Effect.provideService(PlanHold, hold)),
      (hold) => Effect.sync(hold.end)
    )
  }

  /** Runs a step of a plan by the plan's permit. */
  #runStep(name: string, input: unknown) {
    return this.#parts.clientCalls
      .run(Effect.flatMap(Permit, (planPermit) => this.#runCall(name, input, planPermit)))
      .pipe(withCallSpan(this.#labelOf(name), { ended: callExitLabels }))
  }

  /**
   * Decodes, records, authorizes and runs a call. A refused call is on record, too. The consent of a plan covers its
   * steps: `planPermit` is that of the plan that the call is a step of.
   */
  #runCall = Effect.fnUntraced(function* (
    this: CatalogueDispatch,
    name: string,
    input: unknown,
    planPermit?: Permit["Type"]
  ) {
    const run = new Run(yield* this.#decode(name, input, planPermit === undefined))
    yield* annotate({ "mcp.risk": run.requested.risk })
    const running = this.#authorizeAndRun(run, planPermit)
    const exit = yield* Effect.exit(
      withAuditRecord(
        this.#parts.audit,
        run.requested,
        changesObject(run.requested.tool) ? keepingReads(running) : running,
        () => run.permit
      )
    )
    // The caller's policy may have changed, so that the caller may no longer see the result or the failure. The
    // audit record has the outcome of the call. A call without a permit saw nothing.
    if (run.permit !== undefined && !isPolicyRejection(exit)) {
      yield* Effect.mapError(
        run.permit.policy.beforeResult,
        (rejection) => new ScopeRejectedError({ ...rejection, policy_changed: "result_withheld" })
      )
    }
    return yield* exit
  })

  /** Decodes the arguments of a call. `takesNames`: names of channels, roles and members are taken for ids. */
  #decode = Effect.fnUntraced(function* (
    this: CatalogueDispatch,
    name: string,
    input: unknown,
    takesNames: boolean
  ): Effect.fn.Return<ToolCall, DiscordMcpError> {
    const { catalogue, secrets, settings } = this.#parts
    // The arguments are unreadable, and `input` is the reason.
    if (input instanceof ValidationError) return yield* input
    // Checked first, because a validation message may repeat a part of a secret.
    const secret = secrets.find({ name }, input)
    if (secret !== undefined) return yield* new ValidationError({ validation_issues: [secretIssue(secret)] })
    const tool = yield* catalogue.find(name)
    if (tool === undefined) return yield* toolNotFound(name, catalogue.names)
    // Checked here, because the gate checks the tool that a dispatcher runs, not the dispatcher.
    if (tool.category === META && settings.excludeTools?.includes(name)) return yield* excluded(name)
    return yield* Effect.catchTag(tool.prepare(input, settings.defaultGuildId), "ValidationError", (refused) =>
      takesNames ? this.#prepareByName(tool, input, refused) : refused
    )
  })

  /** Prepares a refused call again with the ids of the objects that it names. */
  #prepareByName = Effect.fnUntraced(function* (
    this: CatalogueDispatch,
    tool: Tool,
    input: unknown,
    refused: ValidationError
  ) {
    const { settings } = this.#parts
    const read = (name: string, args: object) => this.#runCall(name, args)
    const resolved = yield* withIds(refused, input, settings, read)
    if (Option.isNone(resolved)) return yield* refused
    const { input: complete, notice } = resolved.value
    const call = yield* tool.prepare(complete, settings.defaultGuildId)
    const noted = (result: ToolResult): ToolResult => ({ ...result, notice: joinNotices(result.notice, notice) })
    return { ...call, run: Effect.map(call.run, noted) } satisfies ToolCall as ToolCall
  })

  /** Asks the gate, and runs the call by its permit. */
  #authorizeAndRun = Effect.fnUntraced(function* (this: CatalogueDispatch, run: Run, planPermit?: Permit["Type"]) {
    const { clientCalls, gate, settings } = this.#parts
    const { requested } = run
    const call = requested.plan === undefined ? requested : yield* this.#withSteps(requested, requested.plan)
    const { duration } = call.tool
    // A plan has no deadline: each step has one. A tool that waits has its own.
    const hasNoDeadline = duration === "steps" || duration === "waiting"
    const deadline = yield* hasNoDeadline
      ? Deadline.Deadline
      : Deadline.after(timeLimitsOf(settings, duration).deadlineMs)
    const authorize =
      planPermit === undefined ? gate.permit(call, deadline) : gate.permitStep(planPermit, call, deadline)
    const permit = yield* span("gate", {}, { ended: exitLabels })(authorize)
    run.permit = permit
    if (permit.risk !== requested.risk) yield* annotate({ "mcp.risk": permit.risk })
    const context = Context.add(this.#services, Permit, permit).pipe(
      // The time for approval does not count against the deadline.
      Context.add(Deadline.Deadline, deadline + Duration.toMillis(permit.approvalTime))
    )
    const running = Effect.provide(call.run, context)
    const result = yield* duration === "waiting" ? clientCalls.wait(running) : running
    if (result.attempts !== undefined) yield* annotate({ attempts: result.attempts })
    return result
  })

  /** Makes the plan of a call. That only reads, so it needs no consent. Consent then covers the plan. */
  #withSteps = Effect.fnUntraced(function* (
    this: CatalogueDispatch,
    call: ToolCall,
    makePlan: NonNullable<ToolCall["plan"]>
  ) {
    const { catalogue, gate, settings } = this.#parts
    const deadline = yield* Deadline.after(timeLimitsOf(settings, "long").deadlineMs)
    const permit = yield* gate.permit({ ...call, risk: "read" }, deadline)
    const context = Context.add(this.#services, Permit, permit).pipe(Context.add(Deadline.Deadline, deadline))
    const plan: OwnPlan = yield* Effect.provide(makePlan, context)
    const pipeline = yield* catalogue.find(PIPELINE)
    if (pipeline === undefined) return yield* toolNotFound(PIPELINE, catalogue.names)
    return yield* pipeline.prepare(new CallPlan({ call, plan }), settings.defaultGuildId)
  })

  /** Returns the name of a tool for metrics and spans; `unknown` for an unknown name, which can be any text. */
  #labelOf(name: string): string {
    return this.#names.has(name) ? name : "unknown"
  }
}

/** Returns whether a call ended because of its caller's policy. Its failure says whether an attempt was sent before. */
const isPolicyRejection = (exit: Exit.Exit<unknown, DiscordMcpError>): boolean =>
  Exit.isFailure(exit) && Option.exists(Cause.failureOption(exit.cause), ({ _tag }) => _tag === "ScopeRejectedError")

/** Returns whether a tool changes an object, whose result says what was there before. */
const changesObject = ({ operation }: Tool): boolean => operation?.method === "PATCH" || operation?.method === "PUT"

/**
 * Records a call that may change Discord: its intent before any request, and its outcome at the end. `permitOf` returns
 * the gate's permit, whose risk may be higher than the tool's. Reads are not recorded.
 */
const withAuditRecord = <R>(
  audit: AuditLog["Type"],
  call: ToolCall,
  run: Effect.Effect<ToolResult, DiscordMcpError, R>,
  permitOf: () => Permit["Type"] | undefined
): Effect.Effect<ToolResult, DiscordMcpError, R> => {
  if (call.risk === "read") return run
  return recorded(audit, intentOf(call), run, () => {
    const { approval, risk = call.risk } = permitOf() ?? {}
    return { ...(approval && { ask_id: approval.ask_id, approved_by: approval.by }), risk }
  }).pipe(Effect.ensuring(Effect.suspend(() => permitOf()?.approval?.ended ?? Effect.void)))
}

const intentOf = ({ arguments: args, risk, secrets = [], tool, referencedIds }: ToolCall): Intent => {
  const guild = referencedIds.find(({ kind }) => kind === "guild")?.id
  return {
    tool: tool.name,
    risk,
    ...(guild !== undefined && { guild }),
    ids: referencedIds.map(({ id, kind }) => ({ kind, id })),
    arguments: secrets.length === 0 ? args : withoutCallSecrets(args, secrets)
  }
}

/** Redacts the secrets in a call's arguments that field names do not reveal. The log redacts the server's own. */
const withoutCallSecrets = (given: ToolCall["arguments"], secrets: ReadonlyArray<string>): ToolCall["arguments"] =>
  makeRedactor(secrets.map((secret) => Redacted.make(secret))).value(given) as ToolCall["arguments"] // still a record

/** Removes this server's secrets from a result. */
const withoutOwnSecrets = (secrets: OwnSecretsShape, { structured, text, ...rest }: CallResult): CallResult => ({
  ...rest,
  structured: secrets.mask(structured),
  text: secrets.mask(text)
})

/** Makes the error for an unknown name. The name is truncated, because it can have any length. */
export const toolNotFound = (name: string, names: ReadonlyArray<string>) =>
  new ToolNotFound({ tool: truncateWithLength(name, NAME_MAX), near: namesNear(firstChars(name, NAME_MAX), names) })

const excluded = (tool: string) =>
  new ScopeRejectedError({ tool, required: `tool ${tool}`, granted: "every tool but that one" })

/** The maximum length of a name in an error, in characters. Every tool name is shorter. */
const NAME_MAX = 64

const withCallSpan = <A, E>(tool: string, options: SpanOptions<A, E>) =>
  span(`tools/call ${tool}`, { "mcp.tool": tool }, options)
