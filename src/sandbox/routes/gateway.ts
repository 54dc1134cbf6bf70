import { Effect, Predicate } from "effect"
import { invalidField, json } from "../discordError.ts"
import { type RouteRequest, route } from "../Router.ts"
import { application } from "../stubReplies.ts"

/** `/gateway`: where the gateway is, and how often the bot can still identify. */
export const gatewayRoutes = [
  route("GET", "/gateway", ({ state }) => Effect.succeed(json(200, { url: state.gateway.url }))),

  route("GET", "/gateway/bot", ({ nowMs, state: { gateway } }) =>
    Effect.succeed(
      json(200, { url: gateway.url, shards: gateway.settings.shards, session_start_limit: gateway.limit(nowMs) })
    )
  )
]

const get = (request: RouteRequest<never>) => Effect.succeed(json(200, application(request)))

/** Stores the fields of the body. An endpoint for interactions must answer as Discord demands. */
const modify = Effect.fnUntraced(function* ({ body, state }: RouteRequest<never>) {
  const fields = Predicate.isReadonlyRecord(body) ? body : {}
  const { interactions_endpoint_url: url } = fields
  if (typeof url === "string" && isLoopback(url)) {
    // Loaded only for an endpoint, with its HTTP client.
    const { isValidEndpoint } = yield* Effect.promise(() => import("../gateway/endpoint.ts"))
    if (!(yield* isValidEndpoint(url))) return yield* invalidEndpoint
  }
  const { application: before } = state
  state.entities.of("/applications").set(before.id, { ...before, ...fields, id: before.id })
  return json(200, application({ state }))
})

const invalidEndpoint = invalidField(
  "interactions_endpoint_url",
  "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID",
  "The specified interactions endpoint url could not be verified."
)

/** The sandbox sends nothing to other machines. */
export const isLoopback = (url: string): boolean => URL.canParse(url) && LOOPBACK.has(new URL(url).hostname)

const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"])

/** `/applications`: the application of the bot. */
export const applicationRoutes = [
  route("GET", "/applications/@me", get),
  route("PATCH", "/applications/@me", modify),
  route("GET", "/applications/:application_id", get),
  route("PATCH", "/applications/:application_id", modify)
]
