/** What the server offers beside tools: things to read, prompts for everyday jobs, and completions for both. */
import type {
  CompleteResult,
  GetPromptResult,
  ListPromptsResult,
  ListResourcesResult,
  ListResourceTemplatesResult,
  ReadResourceResult
} from "@modelcontextprotocol/sdk/types.js"
import { Effect } from "effect"
import type { Dispatch } from "../dispatch/Dispatch.ts"
import type { Refused } from "./Refused.ts"

/** What a client may ask for, by method. */
export type Offer = (params: unknown) => Effect.Effect<Offered, Refused>

type Offered =
  | CompleteResult
  | GetPromptResult
  | ListPromptsResult
  | ListResourcesResult
  | ListResourceTemplatesResult
  | ReadResourceResult

/** The methods of resources, prompts and completions. What they say is loaded when somebody asks. */
export const offers = (dispatch: Dispatch["Type"], maxChars: number): Readonly<Record<string, Offer>> => {
  const resources = Effect.promise(() => import("./resources/resources.ts"))
  const prompts = Effect.promise(() => import("./prompts/prompts.ts"))
  return {
    "resources/list": () => Effect.map(resources, ({ fixed }) => ({ resources: [...fixed] })),
    "resources/templates/list": () => Effect.map(resources, ({ templates }) => ({ resourceTemplates: [...templates] })),
    "resources/read": (params) =>
      Effect.flatMap(resources, ({ read }) => read(textIn(params, "uri"), dispatch, maxChars)),
    "prompts/list": () => Effect.map(prompts, ({ list }) => ({ prompts: [...list] })),
    "prompts/get": (params) =>
      Effect.flatMap(prompts, ({ get }) => get(textIn(params, "name"), Object(Object(params).arguments))),
    "completion/complete": (params) =>
      Effect.map(
        Effect.flatMap(
          Effect.promise(() => import("./completions.ts")),
          ({ complete }) => complete(params, dispatch)
        ),
        (values) => ({ completion: { values: values.slice(0, COMPLETIONS_MAX), total: values.length } })
      )
  }
}

/** What the protocol allows in one answer. */
const COMPLETIONS_MAX = 100

const textIn = (params: unknown, name: string): string => {
  const value: unknown = Object(params)[name]
  return typeof value === "string" ? value : ""
}
