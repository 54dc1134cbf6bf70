/** A server whose Discord returns the recorded replies of a call, of which some are replaced. */
import { Effect, Layer, Redacted } from "effect"
import * as Discord from "../../src/discord/Discord.ts"
import * as RestTransport from "../../src/discord/RestTransport.ts"
import type { ResponseBody } from "../../src/errors/classifyResponse.ts"
import { type Answered, listen } from "../contract/listen.ts"
import { answerTo, type Environment, overDiscord, settingsOf } from "../dispatch/app.ts"
import type { Recorded, Values } from "./recordAll.ts"

/** Returns the parts of the response to a request that are replaced. */
export type Replace = (request: string) => Partial<Answered> | undefined

/** Listens on loopback, so that every reply is read from HTTP. */
export const replaying = Effect.fnUntraced(function* (environment: Environment) {
  let replies: Recorded["replies"] = new Map()
  let replace: Replace = () => undefined
  let wrote = false
  const url = yield* listen(({ method, target }) =>
    Effect.sync(() => {
      wrote ||= method !== "GET"
      const request = `${method} ${decodeURIComponent(target.replace(/^\/api\/v10|\?.*$/g, ""))}`
      const reply = replies.get(request)
      const status = reply === undefined || reply.status === 204 ? 200 : reply.status
      return { status, media: "application/json", body: bodyOf(reply?.body), ...replace(request) }
    })
  )
  const transport = RestTransport.layer({
    apiUrl: `${url}/api`,
    token: Redacted.make("x".repeat(59)),
    userAgent: "effect-discord-mcp/test"
  })
  const settings = yield* settingsOf(environment)
  const server = yield* Layer.build(overDiscord(Layer.provide(Discord.layer, transport), settings))
  return {
    /** Calls the tool of a recording, by default with its input. */
    call: (recorded: Recorded, how: Replace = () => undefined, input: Values = recorded.input) =>
      Effect.suspend(() => {
        replies = new Map([...recorded.replies].map(([request, reply]) => [decodeURIComponent(request), reply]))
        replace = how
        wrote = false
        return Effect.provide(answerTo(recorded.tool.name, input), server)
      }),
    wrote: () => wrote
  }
})

/** Replaces the response to one request. */
export const only =
  (request: string, answered: Partial<Answered>): Replace =>
  (asked) =>
    asked === decodeURIComponent(request) ? answered : undefined

const bodyOf = (body: ResponseBody | undefined): string =>
  body === undefined
    ? "{}"
    : body.kind === "json"
      ? JSON.stringify(body.value)
      : body.kind === "foreign"
        ? (body.text ?? "")
        : ""
