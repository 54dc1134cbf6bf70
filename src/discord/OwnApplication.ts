/** The bot's own application: a request can name it without its id. */
import { Effect } from "effect"
import { type DiscordFailure, DiscordUnexpectedResponse } from "../errors/DiscordMcpError.ts"
import { OWN_APPLICATION } from "../objects/schema/ids.ts"
import type { DiscordRequest, Reply } from "./DiscordRequest.ts"
import type { Permit } from "./Permit.ts"

/** Sends a request through the chain. */
type Request = (request: DiscordRequest) => Effect.Effect<Reply, DiscordFailure, Permit>

/** Puts the id of the bot's own application into requests. It asks Discord once, before the first such request. */
export class OwnApplication {
  readonly #request: Request
  #id: string | undefined

  constructor(request: Request) {
    this.#request = request
  }

  /** Returns a request with the id in place of `OWN_APPLICATION`. */
  readonly withId = (request: DiscordRequest): Effect.Effect<DiscordRequest, DiscordFailure, Permit> =>
    request.path.application_id === OWN_APPLICATION
      ? Effect.map(this.#idOnce, (application_id) => ({ ...request, path: { ...request.path, application_id } }))
      : Effect.succeed(request)

  readonly #idOnce = Effect.suspend(() =>
    this.#id === undefined
      ? Effect.tap(Effect.flatMap(this.#request(ownApplication), idOf), (id) =>
          Effect.sync(() => {
            this.#id = id
          })
        )
      : Effect.succeed(this.#id)
  )
}

const ownApplication: DiscordRequest = {
  method: "GET",
  route: "/applications/@me",
  path: {},
  subject: "bot",
  risk: "read",
  repeat: "same",
  duration: "default"
}

const idOf = ({ body }: Reply): Effect.Effect<string, DiscordUnexpectedResponse> => {
  const id: unknown = Object(body).id
  return typeof id === "string" && /^\d+$/.test(id)
    ? Effect.succeed(id)
    : new DiscordUnexpectedResponse({
        upstream: { status: 200, method: "GET", route: ownApplication.route },
        outcome_unknown: false,
        recovery: "Set application_id: application_get_current shows it."
      })
}
