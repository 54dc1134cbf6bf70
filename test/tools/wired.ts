/** Runs tools against a recorded reply, to test their request and result. */
import { Effect, Layer } from "effect"
import { findTool } from "../../src/catalogue/catalogue.ts"
import * as Discord from "../../src/discord/Discord.ts"
import { answer, makeWire } from "../discord/wire.ts"
import { call as dispatched, type Environment, overDiscord, settingsOf } from "../dispatch/app.ts"

/** The first bytes of a picture and of sounds, in base64. */
export const PNG = "iVBORw0KGgoA"
export const GIF = Buffer.from("GIF89a").toString("base64")
export const OGG = "T2dnUwAC"
export const MP3 = Buffer.from("ID3\x04").toString("base64")

/** Objects that give nobody anything and have nothing to lose, by the end of their path. Every other read gets an empty list. */
const harmless = [
  [/\/channels\/(\d+)$/, (id: string) => ({ id, guild_id: id, permission_overwrites: [] })],
  [/\/invites\/([\w-]+)$/, (code: string) => ({ code })],
  [/\/members\/(\d+)$/, () => ({ roles: [], flags: 0 })],
  [/\/messages\/(\d+|@original)$/, (id: string) => ({ id, flags: 0, embeds: [], attachments: [], components: [] })],
  [/\/commands\/(\d+)$/, (id: string) => ({ id })],
  [/\/emojis\/(\d+)$/, (id: string) => ({ id, roles: [] })],
  [/\/lobbies\/(\d+)$/, (id: string) => ({ id })],
  [/\/rules\/(\d+)$/, (id: string) => ({ id, enabled: false, actions: [] })],
  [/\/target-users$/, () => "user_id\n"],
  [/\/welcome-screen$/, () => ({ welcome_channels: [] })],
  [/\/widget$/, () => ({ enabled: true })],
  [/\/roles\/(\d+)$/, (id: string) => ({ id, permissions: "0" })],
  [/\/applications\/(@me|\d+)$/, () => ({ flags: 0 })],
  [
    /\/guilds\/(\d+)$/,
    (id: string) => ({
      id,
      features: [],
      roles: [],
      verification_level: 0,
      explicit_content_filter: 0,
      default_message_notifications: 0
    })
  ],
  [/\/onboarding$/, () => ({ enabled: false, mode: 0, prompts: [], default_channel_ids: [] })]
] as const

const lookUp = (path: string): unknown => {
  for (const [end, object] of harmless) {
    const match = end.exec(path)
    if (match !== null) return object(match[1] ?? "")
  }
  return []
}

/** The operator's consent. */
export const armed: Environment = { MCP_DRY_RUN: "false" }

/** Calls a tool once with a given reply. Reads that precede a change find nothing dangerous, and are not recorded. */
export const wired = (tool: string, input: object, body?: unknown, environment: Environment = {}, status?: number) =>
  Effect.gen(function* () {
    const method = findTool(tool)?.operation?.method ?? "GET"
    const isLookUp = (request: { readonly method: string }) => method !== "GET" && request.method === "GET"
    const given = answer(status ?? (body === undefined ? 204 : 200), body)
    const wire = makeWire((request, onPhase) =>
      (isLookUp(request) ? answer(200, lookUp(request.path)) : given)(request, onPhase)
    )
    const settings = yield* settingsOf(environment)
    const server = yield* Layer.build(overDiscord(Layer.provide(Discord.layer, wire.layer), settings))
    const { isError, structured } = yield* Effect.provide(dispatched(tool, input), server)
    const sent = wire.sent.find((request) => !isLookUp(request))
    return { isError, structured, sent, query: Object.fromEntries(sent?.query ?? []) }
  }).pipe(Effect.scoped)

/** The validation issues of a call, each as `path message`. */
export const issuesOf = ({ structured }: { readonly structured: Readonly<Record<string, unknown>> }): unknown =>
  Array.isArray(structured.validation_issues)
    ? structured.validation_issues.map(({ message, path }) => `${path} ${message}`)
    : structured.code

/** The request body as JSON, without undefined fields. */
export const bodyOf = ({ sent }: { readonly sent?: { readonly body: unknown } | undefined }): unknown =>
  JSON.parse(JSON.stringify(sent?.body ?? null))
