import { FetchHttpClient, HttpBody, HttpClient, HttpClientRequest } from "@effect/platform"
import { ApplicationFlags, PermissionFlagsBits } from "discord-api-types/v10"
import { type Context, Effect, Layer, Schema } from "effect"
import type { SandboxOptions } from "../../src/sandbox/Sandbox.ts"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"

export const Sandbox = SandboxModule.Sandbox

/** Rate limits that no test reaches by accident. */
export const roomy = {
  "POST /channels/:id/messages": { limit: 1000, windowMs: 1000 },
  "GET /channels/:id/messages": { limit: 1000, windowMs: 1000 }
}

/** Provides a sandbox and an HTTP client. */
export const sandboxAndClient = (options: SandboxOptions = { limits: roomy }) =>
  Layer.merge(SandboxModule.layer(options), FetchHttpClient.layer)

/** All permissions except ADMINISTRATOR, which bypasses the role hierarchy. */
const EVERYTHING =
  Object.values(PermissionFlagsBits).reduce((all, bit) => all | bit, 0n) & ~PermissionFlagsBits.Administrator

/** A sandbox whose bot has all these permissions, and all privileged intents but presences. The role hierarchy still applies. */
export const mightySandbox = sandboxAndClient({
  limits: roomy,
  permissions: EVERYTHING,
  globalPerSecond: 1000,
  applicationFlags: ApplicationFlags.GatewayGuildMembersLimited | ApplicationFlags.GatewayMessageContentLimited
})

/** A complete response. */
export interface Got {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Sends an API request with the bot token. */
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

/** Sends a request to `/__sandbox`. */
export const control = Effect.fnUntraced(function* (
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  body?: unknown
) {
  const sandbox = yield* Sandbox
  const request = HttpClientRequest.make(method)(`${new URL(sandbox.url).origin}/__sandbox${path}`)
  return yield* send(body === undefined ? request : HttpClientRequest.setBody(request, HttpBody.unsafeJson(body)))
})

/** Sends a request and reads the complete response. Decodes JSON. */
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

/** Returns a field of a JSON object, or of each object in a list. */
export const field =
  (name: string) =>
  (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(field(name))
      : typeof value === "object" && value !== null
        ? Object.entries(value).find(([key]) => key === name)?.[1]
        : undefined

/** Returns the text of a field. */
export const textField = (value: unknown, name: string): string => String(field(name)(value))

/** Returns a nested field: `at(body, "user", "id")`. */
export const at = (value: unknown, ...names: ReadonlyArray<string>): unknown =>
  names.reduce((inner, name) => field(name)(inner), value)

/** An unused id. */
export const NOBODY = "111111111111111111"

/** Returns the status, JSON code and message of an error response. */
export const refusal = ({ body, status }: Got) => [status, field("code")(body), field("message")(body)]

export type SandboxShape = Context.Tag.Service<typeof Sandbox>

const decodeJson = Schema.decode(Schema.parseJson())
