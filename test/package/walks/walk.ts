/**
 * Follows docs/first-steps.md as its readers do: runs its commands on a terminal, starts the entry that `init` wrote as
 * the client would, and says its prompts.
 */
// @effect-diagnostics asyncFunction:off
import { readFileSync } from "node:fs"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import { stripVTControlCharacters } from "node:util"
import { FileSystem } from "@effect/platform"
import { assert } from "@effect/vitest"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js"
import { Effect } from "effect"
import { configuredEntry } from "../../../src/cli/doctor/configuredEntry.ts"
import type { Environment } from "../../../src/cli/Environment.ts"
import { clients } from "../../../src/cli/init/clients.ts"
import { currentLaunchCommand } from "../../../src/cli/init/ServerEntry.ts"
import { Binary } from "../../process/binary.ts"
import { connect, startProcess } from "../../process/child.ts"
import { startOnTerminal } from "../../process/pseudoTerminal.ts"

const page = readFileSync(fileURLToPath(new URL("../../../docs/first-steps.md", import.meta.url)), "utf8")

/** A command of the page: the variables before it, and its arguments. */
export interface PageCommand {
  readonly variables: Readonly<Record<string, string>>
  readonly args: ReadonlyArray<string>
}

/** Returns the commands of the shell blocks of a text, in order: those of an installed package, or of a checkout. */
const commandsIn = (text: string): ReadonlyArray<PageCommand> =>
  [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = ""]) =>
    block.split("\n").flatMap((line) => {
      const [, before, words] =
        /^\s*((?:\w+=\S* )*)(?:npx -y effect-discord-mcp|node dist\/bin\/main\.js) ([^#]*)/.exec(line) ?? []
      if (before === undefined || words === undefined) return []
      const variables = [...before.matchAll(/(\w+)=(\S*) /g)].map(([, name = "", value = ""]) => [name, value] as const)
      return [{ variables: Object.fromEntries(variables), args: words.trim().split(/\s+/) }]
    })
  )

const [steps = "", recipesText = ""] = page.split("\n## Recipes\n")

/** The commands of the steps, in order. */
const commands = commandsIn(steps)

/** The command of each recipe, by its title. */
export const recipes: ReadonlyMap<string, PageCommand> = new Map(
  [...recipesText.matchAll(/^\*\*(.+?)\.\*\*[\s\S]*?\n```\n/gm)].flatMap(([text, title = ""]) =>
    commandsIn(text).map((command) => [title, command] as const)
  )
)

/** Returns the command of the steps with exactly these words. */
export const commandOf = (...words: ReadonlyArray<string>): PageCommand =>
  commands.find(({ args }) => args.join(" ") === words.join(" ")) ?? assert.fail(`the page has no ${words.join(" ")}`)

/** The prompts of the page, in order. */
export const pagePrompts: ReadonlyArray<string> = [
  ...(/<!-- prompts -->\n([\s\S]*?)<!-- \/prompts -->/.exec(page)?.[1] ?? "").matchAll(/^\d+\. "(.+?)"/gm)
].map(([, prompt = ""]) => prompt)

/** An empty home directory, as a desktop starts a client in it: no settings, and Node in the path. */
export const emptyHome = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const HOME = yield* fs.realPath(yield* fs.makeTempDirectoryScoped({ prefix: "walk-" }))
  return { HOME, PATH: `${dirname(process.execPath)}:/usr/bin:/bin` }
})

/**
 * Runs a command of the page on a terminal. The person keeps the answers that are marked, and agrees to the changes.
 * Returns what the terminal showed.
 */
export const agreeOnTerminal = Effect.fn("agreeOnTerminal")(function* (
  { args, variables }: PageCommand,
  env: Readonly<Record<string, string>>
) {
  const child = yield* startOnTerminal(args, 100, { ...env, ...variables })
  const isAsked = (question: RegExp) =>
    Effect.map(
      child.stdout.until((text) => question.test(shownIn(text))),
      (text) => shownIn(text)
    )
  if (/\? Token from/.test(yield* isAsked(/\? Token from|Write (it|them)\?/))) yield* child.write("\r")
  yield* isAsked(/Write (it|them)\?/)
  yield* child.write("y")
  assert.deepStrictEqual(yield* child.ended, { code: 0, signal: null }, child.stdout.text)
  return child.stdout.text
}, Effect.scoped)

/** Returns what a terminal shows, without control sequences. */
export const shownIn = (text: string): string => stripVTControlCharacters(text).replaceAll("\r\n", "\n")

/** What a person answers to the question of a server. */
export type Answer = "Yes, do it" | "No, leave it"

/**
 * Starts the entry that a client has, with the references of the entry resolved, and connects the official client.
 * It can ask its user only if the client can.
 */
export const startEntry = Effect.fn("startEntry")(function* (
  clientName: string,
  variables: Readonly<Record<string, string>>
) {
  const { elicitation } = clients.find(({ name }) => name === clientName) ?? assert.fail(clientName)
  const environment: Environment = { platform: "linux", variables, directory: variables.HOME ?? "" }
  const launch = yield* currentLaunchCommand(yield* Binary, "linux")
  const entry = yield* configuredEntry(clientName, environment, launch)
  const child = yield* startProcess(entry.command, entry.args, { ...variables, ...entry.env })
  const questions: Array<string> = []
  const person = { answer: "No, leave it" satisfies Answer as Answer }
  const own = new Client(
    { name: clientName, version: "1" },
    { capabilities: elicitation.supported ? { elicitation: {} } : {} }
  )
  if (elicitation.supported) {
    own.setRequestHandler(ElicitRequestSchema, async ({ params: { message } }) => {
      questions.push(message)
      return { action: "accept", content: { answer: person.answer } }
    })
  }
  const { client } = yield* connect(child, own)
  /** Calls a tool. Returns its structured result, and whether it failed. */
  const call = (name: string, input: object) =>
    Effect.map(
      Effect.promise(() => client.callTool({ name, arguments: { ...input } })),
      ({ isError, structuredContent }) => ({ failed: isError === true, result: Object(structuredContent) })
    )
  /** Calls a tool that must succeed. */
  const ask = (name: string, input: object) =>
    Effect.map(call(name, input), ({ failed, result }) => {
      assert.isFalse(failed, `${name}: ${JSON.stringify(result)}`)
      return result
    })
  return { call, ask, client, entry, questions, person, canAsk: elicitation.supported }
})

/** The session of a client. */
export type Session = Effect.Effect.Success<ReturnType<typeof startEntry>>
