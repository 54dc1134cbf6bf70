import { Effect, Either } from "effect"
import type { YieldWrap } from "effect/Utils"
import { invalidForm, type Refusal, type Reply } from "./discordError.ts"
import type { UploadedFile } from "./incomingRequest.ts"
import { isSnowflake } from "./Snowflakes.ts"
import type { SandboxState } from "./State.ts"

/** A request in the form that its route reads. */
export interface RouteRequest<Name extends string> {
  readonly state: SandboxState
  readonly nowMs: number
  /** Returns a path parameter by its name in the template. */
  readonly param: (name: Name) => string
  readonly query: Readonly<Record<string, string>>
  /** Returns all values of a query parameter that can occur more than once. */
  readonly queryAll: (name: string) => ReadonlyArray<string>
  /** The reason for the audit log. */
  readonly reason: string | undefined
  readonly body: unknown
  readonly files: ReadonlyArray<UploadedFile>
}

/** An operation that the sandbox serves. */
export interface Route<Operation extends string = string> {
  readonly method: Method
  readonly segments: ReadonlyArray<string>
  /** As the table of permissions has it: `/channels/{channel_id}/messages`. */
  readonly template: string
  /** The key of its rate limit and of faults: `POST /channels/:id/messages`. */
  readonly operation: Operation
  /** Whether the operation needs no bot token, because its path has a token. */
  readonly open: boolean
  readonly run: (call: RouteRequest<string>) => Effect.Effect<Reply, Refusal>
}

/** The route of a request, with its path parameters. */
export interface Match {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

/** The names of the path parameters of `/channels/:channel_id/messages`. */
type Names<Path extends string> = string extends Path
  ? string
  : Path extends `${string}:${infer Name}/${infer Rest}`
    ? Name | Names<Rest>
    : Path extends `${string}:${infer Name}`
      ? Name
      : never

/** The HTTP methods of routes. */
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/** Returns an effect, or a generator of effects as `Effect.gen` takes it. */
type Handler<Name extends string> = (
  request: RouteRequest<Name>
) => Effect.Effect<Reply, Refusal> | Generator<YieldWrap<Effect.Effect<unknown, Refusal>>, Reply, never>

/** Creates a route. If two routes match a request, the first one in the table serves it. */
export const route = <const Verb extends Method, const Path extends string>(
  method: Verb,
  path: Path,
  handler: Handler<Names<Path>>,
  { open = false }: { readonly open?: boolean } = {}
): Route<OperationOf<`${Verb} ${Path}`>> => ({
  method,
  segments: path.split("/"),
  template: path.replace(/:(\w+)/g, "{$1}"),
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
  text.replace(/:\w+/g, ":id") as OperationOf<Text> // the type mirrors the expression

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

/** Returns the major parameter of a path: the id of its channel, guild or webhook. */
export const majorOf = (path: string): string => /^\/(?:channels|guilds|webhooks)\/(\d+)/.exec(path)?.[1] ?? ""

/** Fails with 50035 if an id in the path is not a snowflake. */
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
