import type { GetPromptResult, Prompt } from "@modelcontextprotocol/sdk/types.js"
import { Effect } from "effect"
import { quoted } from "../../text/words.ts"
import { Refused } from "../Refused.ts"
import { everydayJobs, type Job } from "./everydayJobs.ts"

/** The prompts, as `prompts/list` shows them. */
export const list: ReadonlyArray<Prompt> = everydayJobs.map(({ arguments: parts, description, name, title }) => ({
  name,
  title,
  description,
  arguments: [...parts]
}))

/** JSON-RPC's code for invalid parameters. */
const INVALID_PARAMS = -32602

/** Renders a prompt with its arguments. */
export const get = (
  name: string,
  given: Readonly<Record<string, unknown>>
): Effect.Effect<GetPromptResult, Refused> => {
  const job = everydayJobs.find((it) => it.name === name)
  if (job === undefined) {
    return refuse(`There is no prompt ${quoted(name)}. There are ${list.map((it) => it.name).join(", ")}.`)
  }
  const missing = job.arguments.filter((part) => part.required === true && textOf(given, part.name) === "")
  return missing.length > 0
    ? refuse(`The prompt ${name} needs ${missing.map((part) => part.name).join(" and ")}.`)
    : Effect.succeed({
        description: job.description,
        messages: [{ role: "user", content: { type: "text", text: render(job, given) } }]
      })
}

const refuse = (message: string) => new Refused({ error: { code: INVALID_PARAMS, message } })

const render = (job: Job, given: Readonly<Record<string, unknown>>): string =>
  job.text((part) => textOf(given, part)).join("\n")

const textOf = (given: Readonly<Record<string, unknown>>, name: string): string => {
  const value = Object.hasOwn(given, name) ? given[name] : undefined
  return typeof value === "string" ? value.trim() : ""
}
