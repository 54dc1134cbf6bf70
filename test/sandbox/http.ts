import { FetchHttpClient, HttpBody, HttpClient, HttpClientRequest } from "@effect/platform"
import { PermissionFlagsBits } from "discord-api-types/v10"
import { type Context, Effect, Layer, Schema } from "effect"
import type { SandboxOptions } from "../../src/sandbox/Sandbox.ts"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"

export const Sandbox = SandboxModule.Sandbox

/** Limits that no test reaches by accident. */
export const roomy = {
  "POST /channels/:id/messages": { limit: 1000, windowMs: 1000 },
  "GET /channels/:id/messages": { limit: 1000, windowMs: 1000 }
}

/** A sandbox and a client for it. */
export const sandboxAndClient = (options: SandboxOptions = { limits: roomy }) =>
  Layer.merge(SandboxModule.layer(options), FetchHttpClient.layer)

/** Every bit but ADMINISTRATOR, which would hide the hierarchy of roles. */
const EVERYTHING =
  Object.values(PermissionFlagsBits).reduce((all, bit) => all | bit, 0n) & ~PermissionFlagsBits.Administrator

/** A sandbox whose bot may do everything that its place among the roles lets it do. */
export const mightySandbox = sandboxAndClient({ limits: roomy, permissions: EVERYTHING, globalPerSecond: 1000 })

/** A whole answer. */
export interface Got {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Asks the sandbox as the bot would. */
export const ask = Effect.fnUntraced(function* (
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {}
) {
  const sandbox = yield* Sandbox
  const request = HttpClientRequest.make(method)(`${sandbox.url}/v10${path}`).pipe(
    HttpClientRequest.setHeader("authorization", `Bot ${sandbox.token}`),
    HttpClientRequest.setHeaders(headers)
  )
  return yield* send(body === undefined ? request : HttpClientRequest.setBody(request, HttpBody.unsafeJson(body)))
})

/** Asks outside of the API: `/__sandbox`. */
export const control = Effect.fnUntraced(function* (
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  body?: unknown
) {
  const sandbox = yield* Sandbox
  const request = HttpClientRequest.make(method)(`${new URL(sandbox.url).origin}/__sandbox${path}`)
  return yield* send(body === undefined ? request : HttpClientRequest.setBody(request, HttpBody.unsafeJson(body)))
})

/** Sends a request and reads the whole answer; JSON is read as such. */
export const send = Effect.fnUntraced(function* (request: HttpClientRequest.HttpClientRequest) {
  const client = yield* HttpClient.HttpClient
  const response = yield* client.execute(request)
  const text = yield* response.text
  const isJson = response.headers["content-type"]?.startsWith("application/json") === true
  const got: Got = {
    status: response.status,
    headers: { ...response.headers },
    body: isJson ? yield* decodeJson(text) : text
  }
  return got
})

/** Reads one field of a JSON object, or the fields of a list of them. */
export const field =
  (name: string) =>
  (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(field(name))
      : typeof value === "object" && value !== null
        ? Object.entries(value).find(([key]) => key === name)?.[1]
        : undefined

/** The text of a field. */
export const textField = (value: unknown, name: string): string => String(field(name)(value))

/** The text of what is several fields deep: `at(body, "user", "id")`. */
export const at = (value: unknown, ...names: ReadonlyArray<string>): unknown =>
  names.reduce((inner, name) => field(name)(inner), value)

/** An id nobody has. */
export const NOBODY = "111111111111111111"

/** Status and JSON code: what a refusal is known by. */
export const refusal = ({ body, status }: Got) => [status, field("code")(body), field("message")(body)]

export type SandboxShape = Context.Tag.Service<typeof Sandbox>

const decodeJson = Schema.decode(Schema.parseJson())
