import { Effect, Either } from "effect"
import type { YieldWrap } from "effect/Utils"
import { invalidForm, type Refusal } from "./discordError.ts"
import type { UploadedFile } from "./incomingRequest.ts"
import type { Reply } from "./Reply.ts"
import { isSnowflake } from "./Snowflakes.ts"
import type { SandboxState } from "./State.ts"

/** One request as its route sees it. */
export interface RouteRequest<Name extends string> {
  readonly state: SandboxState
  readonly nowMs: number
  /** A part of the path by the name it has in the template. */
  readonly param: (name: Name) => string
  readonly query: Readonly<Record<string, string>>
  /** All values of a name that may be in the query more than once. */
  readonly queryAll: (name: string) => ReadonlyArray<string>
  /** What the audit log is to say about it. */
  readonly reason: string | undefined
  readonly body: unknown
  readonly files: ReadonlyArray<UploadedFile>
}

/** An operation the sandbox has behaviour for. */
export interface Route<Operation extends string = string> {
  readonly method: string
  readonly segments: ReadonlyArray<string>
  /** What its rate limit is keyed by, and faults find it by: `POST /channels/:id/messages`. */
  readonly operation: Operation
  /** Whether it answers without the bot's token: a token in its path is enough. */
  readonly open: boolean
  readonly run: (call: RouteRequest<string>) => Effect.Effect<Reply, Refusal>
}

/** A route that fits, with the parts of the path. */
export interface Match {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

/** Names the parts of `/channels/:channel_id/messages` in its type. */
type Names<Path extends string> = string extends Path
  ? string
  : Path extends `${string}:${infer Name}/${infer Rest}`
    ? Name | Names<Rest>
    : Path extends `${string}:${infer Name}`
      ? Name
      : never

/** The methods a route can have. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/** How a route answers: an effect, or a generator of effects as `Effect.gen` takes it. */
type Handler<Name extends string> = (
  request: RouteRequest<Name>
) => Effect.Effect<Reply, Refusal> | Generator<YieldWrap<Effect.Effect<unknown, Refusal>>, Reply, never>

/** Describes a route. If two routes match a request, the first one in the table answers it. */
export const route = <const Verb extends Method, const Path extends string>(
  method: Verb,
  path: Path,
  handler: Handler<Names<Path>>,
  { open = false }: { readonly open?: boolean } = {}
): Route<OperationOf<`${Verb} ${Path}`>> => ({
  method,
  segments: path.split("/"),
  operation: operationOf(`${method} ${path}`),
  open,
  run: (request) =>
    Effect.suspend(() => {
      const answer = handler(request)
      return Effect.isEffect(answer) ? answer : Effect.gen(() => answer)
    })
})

/** `GET /channels/:channel_id` and `GET /channels/:id` are one operation. */
export type OperationOf<Text extends string> = Text extends `${infer Before}:${infer After}`
  ? After extends `${string}/${infer Rest}`
    ? `${Before}:id/${OperationOf<Rest>}`
    : `${Before}:id`
  : Text

/** `GET /channels/:channel_id` and `GET /channels/:id` are one operation. */
export const operationOf = <const Text extends string>(text: Text): OperationOf<Text> =>
  text.replace(/:\w+/g, ":id") as OperationOf<Text> // the type says what the expression does

/** Finds the route of a request. */
export const findRoute = (routes: ReadonlyArray<Route>, method: string, path: string): Match | undefined => {
  const parts = path.split("/")
  for (const candidate of routes) {
    if (candidate.method !== method || candidate.segments.length !== parts.length) continue
    const params: Record<string, string> = {}
    const fits = candidate.segments.every((segment, at) => {
      const part = parts[at] ?? ""
      if (!segment.startsWith(":")) return segment === part
      params[segment.slice(1)] = part
      return part !== ""
    })
    if (fits) return { route: candidate, params }
  }
  return undefined
}

/** The channel, guild or webhook a path is about: the part of a rate limit that is not in its hash. */
export const majorOf = (path: string): string => /^\/(?:channels|guilds|webhooks)\/(\d+)/.exec(path)?.[1] ?? ""

/** Refuses a path whose ids are none. */
export const checkIds = (params: Match["params"]): Effect.Effect<void, Refusal> => {
  const problems = Object.entries(params)
    .filter(([name, value]) => name.endsWith("_id") && !isSnowflake(value))
    .map(([name, value]) => ({
      path: [name],
      code: "NUMBER_TYPE_COERCE",
      message: `Value "${value}" is not snowflake.`
    }))
  return problems.length === 0 ? Effect.void : Either.left(invalidForm(problems))
}
