/** A server whose Discord is a fake wire: what a tool sends, and what it makes of an answer. */
import { Effect, Layer } from "effect"
import { findTool } from "../../src/catalogue.ts"
import * as Discord from "../../src/discord/Discord.ts"
import { answer, makeWire } from "../discord/wire.ts"
import { call as dispatched, type Environment, overDiscord, settingsOf } from "../dispatch/app.ts"

/** The bytes of a picture and of sounds, as far as anybody looks at them; base64. */
export const PNG = "iVBORw0KGgoA"
export const GIF = Buffer.from("GIF89a").toString("base64")
export const OGG = "T2dnUwAC"
export const MP3 = Buffer.from("ID3\x04").toString("base64")

const nothing = answer(200, [])

/** The operator's half of consent. */
export const armed: Environment = { MCP_DRY_RUN: "false" }

/** Calls a tool once, with Discord's answer given. What is looked up before a change finds nothing, and is not shown. */
export const wired = (tool: string, input: object, body?: unknown, environment: Environment = {}) =>
  Effect.gen(function* () {
    const method = findTool(tool)?.operation?.method ?? "GET"
    const isLookUp = (request: { readonly method: string }) => method !== "GET" && request.method === "GET"
    const given = answer(body === undefined ? 204 : 200, body)
    const wire = makeWire((request, onPhase) => (isLookUp(request) ? nothing : given)(request, onPhase))
    const settings = yield* settingsOf(environment)
    const server = yield* Layer.build(overDiscord(Layer.provide(Discord.layer, wire.layer), settings))
    const { isError, structured } = yield* Effect.provide(dispatched(tool, input), server)
    const sent = wire.sent.find((request) => !isLookUp(request))
    return { isError, structured, sent, query: Object.fromEntries(sent?.query ?? []) }
  }).pipe(Effect.scoped)

/** What is wrong with a call, as `path message`. */
export const issuesOf = ({ structured }: { readonly structured: Readonly<Record<string, unknown>> }): unknown =>
  Array.isArray(structured.validation_issues)
    ? structured.validation_issues.map(({ message, path }) => `${path} ${message}`)
    : structured.code

/** The body of a request as JSON has it: without what is undefined. */
export const bodyOf = ({ sent }: { readonly sent?: { readonly body: unknown } | undefined }): unknown =>
  JSON.parse(JSON.stringify(sent?.body ?? null))
