/** Makes the request from a tool's definition and input, and the result from Discord's reply. */
import { Effect, Predicate, Record, Schema, Struct } from "effect"
import { Settings } from "../../config/Settings.ts"
import { Discord } from "../../discord/Discord.ts"
import type { DiscordRequest, Reply, RequestFile } from "../../discord/DiscordRequest.ts"
import { type FileInput, FileSource } from "../../discord/FileSource.ts"
import type { NameOf } from "../../discord/KnownNames.ts"
import { Permit } from "../../discord/Permit.ts"
import type { DiscordFailure, ValidationError } from "../../errors/DiscordMcpError.ts"
import { monotonicMs } from "../../telemetry/monotonic.ts"
import { joinNotices, type ToolResult } from "../ToolResult.ts"
import { type Renames, renameIssuePaths } from "./checks.ts"
import { type Asked, completeResult, type ShownAs } from "./completeResult.ts"
import { type Shape, shapeOf } from "./inputShape.ts"
import { previousIn } from "./previous.ts"
import { type Pages, readPages } from "./readPages.ts"
import type { Fields, Kept, LoadedContent, Several } from "./ToolDefinition.ts"
import { isFull, type Locate, type Result, withOmissions } from "./view.ts"

type Query = NonNullable<DiscordRequest["query"]>

/** The parts of a definition that a request needs, without the types of its fields. */
interface RequestDefinition<Input> extends Pick<DiscordRequest, "method" | "route" | "risk" | "repeat"> {
  /** The result says that the object is deleted. */
  readonly deletes?: boolean
  readonly spec: {
    readonly path: Fields
    readonly query?: Fields
    readonly body?: Fields
    readonly toBody?: (input: Input) => unknown
    readonly keeps?: (input: Input) => Effect.Effect<Kept, DiscordFailure, Discord | Permit> | undefined
    readonly files?: (
      input: Input
    ) => ReadonlyArray<readonly [file: FileInput, at: string, key?: string, maxBytes?: number]>
    readonly withFiles?: (content: LoadedContent) => Effect.Effect<LoadedContent, ValidationError>
    readonly toQuery?: (input: Input) => Query
    readonly toHeaders?: (input: Input) => NonNullable<DiscordRequest["headers"]>
    readonly options?: Fields
    readonly shownAs?: ShownAs
    readonly toResult?: Result<Input, unknown>
    readonly refine?: (result: ToolResult, settings: Settings["Type"]) => ToolResult
    readonly afterwards?: (input: Input, reply: unknown) => Effect.Effect<string | undefined, never, Discord | Permit>
    readonly pages?: Pages
    readonly several?: Several<Input, unknown>
    readonly send?: (request: DiscordRequest, input: Input) => Effect.Effect<Reply, DiscordFailure, Discord | Permit>
    readonly form?: true
    readonly renames?: Renames
    readonly subject?: DiscordRequest["subject"]
    readonly accept?: DiscordRequest["accept"]
    readonly duration?: DiscordRequest["duration"]
  }
}

/** Runs the request of a tool. */
export const runRequest =
  <Input extends object>(definition: RequestDefinition<Input>) =>
  (input: Input): Effect.Effect<ToolResult, DiscordFailure, Discord | FileSource | Settings | Permit> =>
    Effect.gen(function* () {
      const { spec } = definition
      const discord = yield* Discord
      const files = yield* FileSource
      const kept = (yield* spec.keeps?.(input) ?? Effect.succeed(undefined)) ?? NOTHING_KEPT
      const request = (of: Input, extra: Query) =>
        Effect.mapError(
          (spec.send ?? discord.request)(requestOf(definition, of, extra, files, kept), of).pipe(
            Effect.provideService(Discord, discord)
          ),
          (failure) => renameIssuePaths(spec.renames ?? {}, failure)
        )
      const several = spec.several?.fields.some((name) => name in input)
        ? spec.several.run(
            input,
            (changes, extra = {}) => request({ ...input, ...changes }, extra),
            (reply, changes) => resultFrom(reply, { ...input, ...changes }, definition)
          )
        : undefined
      const result =
        several !== undefined
          ? yield* withAfterwards(yield* several, input, undefined, spec)
          : spec.pages === undefined
            ? yield* resultWith(yield* request(input, {}), input, definition, kept)
            : yield* readPages(spec.pages, input, (extra) => request(input, extra))
      const locate = spec.pages?.locate ?? spec.toResult?.locate
      const located = locate === undefined ? result : yield* addLinks(result, locate, input)
      return spec.refine === undefined ? located : spec.refine(located, yield* Settings)
    })

/** Adds links to a result if the guild is in the arguments or the gate has resolved it, and names of mentions. */
export const addLinks = <Answer>(result: ToolResult<Answer>, locate: Locate, input: object) =>
  Effect.gen(function* () {
    const { names } = yield* Discord
    const { guildId } = yield* Permit
    const nowMs = yield* monotonicMs
    const guild_id = "guild_id" in input ? String(input.guild_id) : guildId
    const nameOf: NameOf = (id) => names.find(id, { ...input, guild_id }, nowMs)
    const parentOf = (id: string) => names.parentOf(id, { ...input, guild_id }, nowMs)
    return locate(result, { guild_id, nameOf, parentOf }, input)
  })

const requestOf = <Input extends object>(
  { deletes: _, spec, ...rest }: RequestDefinition<Input>,
  input: Input,
  extra: Query,
  source: FileSource["Type"],
  kept: Kept
): DiscordRequest => {
  const own = bodyOf(spec, input)
  const body = withKept(own, kept)
  const files = spec.files?.(input) ?? []
  const read = spec.pages?.reader ?? spec.toResult?.read
  const query = spec.toQuery?.(input) ?? Record.map(pick(input, spec.query ?? {}), textsOf)
  const request = {
    ...rest,
    path: Record.map(pick(input, spec.path), String),
    query: { ...query, ...extra },
    ...(spec.toHeaders && { headers: spec.toHeaders(input) }),
    ...(spec.form && { form: spec.form }),
    ...("audit_reason" in input && { reason: String(input.audit_reason) }),
    subject: spec.subject ?? "bot",
    ...(spec.accept !== undefined && { accept: spec.accept }),
    ...(read !== undefined && { read }),
    duration: spec.duration ?? "default"
  } satisfies DiscordRequest
  if (files.length === 0 && !Effect.isEffect(body)) return { ...request, ...(body !== undefined && { body }) }
  const content = Effect.gen(function* () {
    const loaded: LoadedContent = { body: yield* toEffect(body), files: yield* loadFiles(files, spec.form) }
    const whole = spec.withFiles === undefined ? loaded : yield* spec.withFiles(loaded)
    return {
      ...(whole.body !== undefined && { body: whole.body }),
      ...(whole.files.length > 0 && { files: whole.files })
    }
  })
  const load = source.withReservation(
    filesIn(input),
    Effect.provideService(content, FileSource, source),
    ({ body, files = [] }) => textLengthOf(body) + bytesOf(files)
  )
  return { ...request, load }
}

/** Merges the body fields with the result of `toBody`. The result of `toBody` takes precedence. */
const bodyOf = <Input extends object>({ body, toBody }: RequestDefinition<Input>["spec"], input: Input): unknown => {
  const fields = body && pick(input, body)
  if (toBody === undefined) return fields
  const parts = toBody(input)
  if (fields === undefined) return parts
  // @effect-diagnostics-next-line anyUnknownInErrorContext:off
  if (Effect.isEffect(parts)) return Effect.map(toEffect(parts), (loaded) => ({ ...fields, ...Object(loaded) }))
  return { ...fields, ...Object(parts) }
}

/** Adds to a body what the request keeps. */
const withKept = (body: unknown, kept: Kept): unknown => {
  if (Object.keys(kept.body).length === 0) return body
  // @effect-diagnostics-next-line anyUnknownInErrorContext:off
  if (Effect.isEffect(body)) return Effect.map(toEffect(body), (loaded) => ({ ...Object(loaded), ...kept.body }))
  return { ...Object(body), ...kept.body }
}

/** Returns the fields of an input that a part of a request has. */
const pick = (input: object, fields: Fields): Readonly<Record<string, unknown>> =>
  Struct.pick(input as Readonly<Record<string, unknown>>, ...Object.keys(fields)) // the decoded fields of a tool

const textsOf = (value: unknown): string | ReadonlyArray<string> =>
  Array.isArray(value) ? value.map(String) : String(value)

/** Returns a body as an Effect. A body that loads images already is an Effect. */
const toEffect = (body: unknown): Effect.Effect<unknown, ValidationError, FileSource> =>
  // The effects of definitions load pictures and sounds, or read the clock.
  // @effect-diagnostics-next-line anyUnknownInErrorContext:off
  Effect.isEffect(body) ? (body as Effect.Effect<unknown, ValidationError, FileSource>) : Effect.succeed(body)

/** Loads files one after another. The reservation of the call limits their total size. */
const loadFiles = (
  files: ReadonlyArray<readonly [file: FileInput, at: string, key?: string, maxBytes?: number]>,
  form: true | undefined
): Effect.Effect<ReadonlyArray<RequestFile>, ValidationError, FileSource> =>
  Effect.flatMap(FileSource, ({ load }) =>
    Effect.forEach(files, ([file, at, key = form && at, maxBytes]) =>
      Effect.map(load(file, at, maxBytes), (loaded) => (key === undefined ? loaded : { ...loaded, key }))
    )
  )

/** Returns all files in an input, at any depth. */
const filesIn = (input: object): ReadonlyArray<FileInput> =>
  Object.values(input)
    .flat()
    .flatMap((value: unknown) => (!Predicate.isRecord(value) ? [] : isFile(value) ? [value] : filesIn(value)))

const isFile = (value: object): value is FileInput =>
  ["url", "path", "base64"].filter((name) => name in value).length === 1 &&
  [...Object.values(value)].every((part) => typeof part !== "object")

const bytesOf = (files: ReadonlyArray<RequestFile>): number => files.reduce((sum, { data }) => sum + data.length, 0)

/** Counts the characters of all texts in a body, which can contain pictures and sounds. */
const textLengthOf = (body: unknown): number =>
  typeof body === "string"
    ? body.length
    : typeof body === "object" && body !== null
      ? Object.values(body).reduce((sum: number, value: unknown) => sum + textLengthOf(value), 0)
      : 0

/** A request that keeps nothing: its arguments say all. */
const NOTHING_KEPT: Kept = { body: {}, result: {} }

/** The result of a tool without `toResult`. */
const DONE: ToolResult = { value: { done: true } }

/** Makes the result from the reply to a single request, with a notice of what it took from the bot. */
const resultWith = <Input extends object>(
  reply: Reply,
  input: Input,
  definition: RequestDefinition<Input>,
  kept: Kept
) => {
  const made = resultFrom(reply, input, definition, kept)
  const result = kept === NOTHING_KEPT ? made : { ...made, value: { ...Object(made.value), ...kept.result } }
  return withAfterwards(result, input, reply.body, definition.spec)
}

/** Adds the notice of what follows from a write. Several requests have no common reply. */
const withAfterwards = <Input extends object>(
  result: ToolResult,
  input: Input,
  reply: unknown,
  { afterwards }: RequestDefinition<Input>["spec"]
) =>
  afterwards === undefined
    ? Effect.succeed(result)
    : Effect.map(afterwards(input, reply), (notice) =>
        notice === undefined ? result : { ...result, notice: joinNotices(result.notice, notice) }
      )

/** Makes the result from the reply to a single request. */
const resultFrom = <Input extends object>(
  { alreadyApplied, attempts, before, body, notice: sent, omitted = [] }: Reply,
  input: Input,
  definition: RequestDefinition<Input>,
  kept: Kept = NOTHING_KEPT
): ToolResult => {
  const { toResult } = definition.spec
  const deleted = definition.deletes === true ? { deleted: true } : {}
  if (alreadyApplied) {
    const notice = "An earlier attempt of this call had already done it."
    const done: ToolResult = { value: { done: true, ...deleted, already_applied: true }, attempts, notice }
    return complete(done, undefined, input, definition)
  }
  const made = toResult?.(body, input, omitted) ?? DONE
  const noted = sent === undefined ? made : { ...made, notice: joinNotices(made.notice, sent) }
  const result = definition.deletes === true ? { ...noted, value: { ...Object(noted.value), ...deleted } } : noted
  const whole = complete(
    { ...(omitted.length === 0 ? result : withOmissions(result, omitted, input)), attempts },
    body,
    input,
    definition
  )
  const previous = before === undefined ? undefined : previousOf(before, whole.value, body, input, definition, kept)
  return previous === undefined ? whole : { ...whole, value: { ...Object(whole.value), previous } }
}

/** Returns what the changed fields had before. A loss that the result names is not repeated. */
const previousOf = <Input extends object>(
  before: unknown,
  after: unknown,
  body: unknown,
  input: Input,
  definition: RequestDefinition<Input>,
  kept: Kept
) => {
  const { method, spec } = definition
  const { toResult } = spec
  const reading = toResult?.read === undefined ? { body: before, omitted: [] } : toResult.read(before)
  if (reading === undefined) return undefined
  const asked = askedOf(input, definition)
  const said = Object.keys(kept.result).length === 0 ? [] : Object.keys(kept.body)
  const made = toResult?.(reading.body, input, reading.omitted) ?? { value: {} }
  const shown = isFull(input) ? made : completeResult(made, reading.body, true, asked)
  const fields = asked.fields.filter((field) => !said.includes(field))
  return previousIn(
    shown.value,
    after,
    { ...asked, fields },
    method === "PUT" && Array.isArray(body) ? body : undefined
  )
}

/** Returns whether a result has every field of an input. Most messages are such a text; others are completed. */
const isShown = (input: object, value: object): boolean => {
  for (const [name, sent] of Object.entries(input)) if (!(name in value) || typeof sent === "object") return false
  return true
}

/** The shapes of the fields that tools set. Each is made when the first call needs it. */
const shapes = new WeakMap<object, Shape>()

const shapeOfFields = (spec: object, fields: Fields): Shape => {
  const shape = shapes.get(spec) ?? shapeOf(Schema.Struct(fields).ast)
  shapes.set(spec, shape)
  return shape
}

/** Completes the result of a write. With `view: "full"`, the result already is Discord's object. */
const complete = <Input extends object>(
  result: ToolResult,
  body: unknown,
  input: Input,
  definition: RequestDefinition<Input>
): ToolResult => {
  const { method, risk, spec } = definition
  if (method === "GET" || risk === "read" || isFull(input) || isShown(input, Object(result.value))) return result
  const hasView = spec.toResult !== undefined && !Object.hasOwn(Object(result.value), "already_applied")
  return completeResult(result, body, hasView, askedOf(input, definition))
}

/** Returns what a call asks to set. */
const askedOf = <Input extends object>(input: Input, { spec }: RequestDefinition<Input>): Asked => {
  const fields = { ...spec.body, ...spec.options }
  return {
    input: input as Readonly<Record<string, unknown>>, // the decoded fields of a tool
    path: Object.keys(spec.path),
    fields: Object.keys(fields),
    shapeOf: (field) => shapeOfFields(spec, fields).object?.field(field),
    shownAs: { ...spec.toResult?.shownAs, ...spec.shownAs },
    renames: spec.renames ?? {}
  }
}
