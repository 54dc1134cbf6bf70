/** Handlers of resources, prompts and completions. */
import type {
  CompleteResult,
  EmptyResult,
  GetPromptResult,
  ListPromptsResult,
  ListResourcesResult,
  ListResourceTemplatesResult,
  ReadResourceResult
} from "@modelcontextprotocol/sdk/types.js"
import { Effect } from "effect"
import type { Settings } from "../config/Settings.ts"
import type { Dispatch } from "../dispatch/Dispatch.ts"
import type { Listing } from "./Listing.ts"
import type { Refused } from "./Refused.ts"
import type { SessionWatches } from "./watchedEvents.ts"

/** What the sender of a request may do. */
interface HandlerAccess {
  readonly dispatch: Dispatch["Type"]
  readonly listing: Pick<Listing["Type"], "settings">
  /** Waits until the sender's token is no longer valid. Unset if it cannot end. */
  readonly ended?: Effect.Effect<void>
}

/** The methods of resources, prompts and completions. */
const methods = [
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "resources/subscribe",
  "resources/unsubscribe",
  "prompts/list",
  "prompts/get",
  "completion/complete"
] as const

type Method = (typeof methods)[number]

const subscriptionMethods: ReadonlyArray<string> = ["resources/subscribe", "resources/unsubscribe"]

/** Returns whether a method is one of resources, prompts and completions. Only live events can be subscribed to. */
export const isResourceMethod = (method: string, { gateway }: Pick<Settings["Type"], "gateway">): method is Method =>
  methods.some((one) => one === method) && (gateway || !subscriptionMethods.includes(method))

/** Handles a request of one method. */
export type Handler = (params: unknown) => Effect.Effect<HandlerResult, Refused>

/** The result of one of these methods. */
export type HandlerResult =
  | CompleteResult
  | EmptyResult
  | GetPromptResult
  | ListPromptsResult
  | ListResourcesResult
  | ListResourceTemplatesResult
  | ReadResourceResult

/** Returns the handlers by method. Their modules are loaded on first use. */
export const resourceHandlers = (access: HandlerAccess, session: SessionWatches): Readonly<Record<Method, Handler>> => {
  const {
    dispatch,
    listing: { settings }
  } = access
  const watches = Effect.promise(() => import("./watchedEvents.ts"))
  const resources = Effect.promise(() => import("./resources/resources.ts"))
  const prompts = Effect.promise(() => import("./prompts.ts"))
  return {
    "resources/list": () => Effect.map(resources, ({ fixed }) => ({ resources: [...fixed] })),
    "resources/templates/list": () =>
      Effect.map(resources, ({ templatesFor }) => ({
        resourceTemplates: [...templatesFor(settings)]
      })),
    "resources/read": (params) =>
      Effect.flatMap(resources, ({ read }) => read(textIn(params, "uri"), dispatch, settings)),
    "resources/subscribe": (params) =>
      Effect.flatMap(watches, ({ subscribe }) => subscribe(textIn(params, "uri"), access, session)),
    "resources/unsubscribe": (params) =>
      Effect.flatMap(watches, ({ unsubscribe }) => unsubscribe(textIn(params, "uri"), session)),
    "prompts/list": () => Effect.map(prompts, ({ list }) => ({ prompts: [...list] })),
    "prompts/get": (params) =>
      Effect.flatMap(prompts, ({ get }) => get(textIn(params, "name"), Object(Object(params).arguments))),
    "completion/complete": (params) =>
      Effect.map(
        Effect.flatMap(
          Effect.promise(() => import("./completions.ts")),
          ({ complete }) => complete(params, dispatch, settings)
        ),
        (values) => ({ completion: { values: values.slice(0, COMPLETIONS_MAX), total: values.length } })
      )
  }
}

/** The protocol's limit for one response. */
const COMPLETIONS_MAX = 100

const textIn = (params: unknown, name: string): string => {
  const value: unknown = Object(params)[name]
  return typeof value === "string" ? value : ""
}
