import { Effect } from "effect"
import { categories } from "../../src/catalogue/catalogue.ts"
import { namesByCategory } from "../../src/catalogue/toolNames.ts"
import { loadSettings } from "../../src/config/loadSettings.ts"
import { DiscordMcpError, describe } from "../../src/errors/DiscordMcpError.ts"
import { codeOf } from "../../src/errors/ErrorCode.ts"
import { describeDefect } from "../../src/errors/failureEnvelope.ts"
import { samples } from "../errors/samples.ts"
import { table } from "./tables.ts"

/** The codes of failed calls, in the order of the alphabet, each with what its errors say. */
export const causesTable = (): string =>
  table(
    ["code", "message", "action"],
    [
      ...DiscordMcpError.members.flatMap(({ _tag }) =>
        samples[_tag].map((error) => {
          const { message, recovery_hint } = describe(error)
          return [`\`${codeOf(error)}\``, inCell(message), inCell(recovery_hint)] as const
        })
      ),
      incident()
    ]
      .filter((row, at, all) => all.findIndex(([, message]) => message === row[1]) === at)
      .toSorted(([one], [two]) => one.localeCompare(two))
      .map(([code, message, action], at, all) => [all[at - 1]?.[0] === code ? "" : code, message, action])
  )

const incident = (): readonly [string, string, string] => {
  const { message, recovery_hint } = describeDefect("INCIDENT_ID")
  return ["`INTERNAL_ERROR`", inCell(message), inCell(recovery_hint)]
}

/** Text that a table takes as text. */
const inCell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;")

/** Environments that do not start a server, or that start it with a warning. */
const environments: ReadonlyArray<Readonly<Record<string, string>>> = [
  {},
  { DISCORD_TOKEN: "your-token-here" },
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a client did not replace it
  { DISCORD_TOKEN: "${env:DISCORD_TOKEN}" },
  { DISCORD_TOKEN: "two words" },
  { DISCORD_TOKEN_FILE: "/run/secrets/discord" },
  { MCP_TOOLS: "message_send" },
  { ALLOWED_GUILDS: "" },
  { ALLOWED_GUILDS: "my server" },
  { MCP_DRY_RUN: "maybe" },
  { MCP_BULKHEAD_LIMIT: "5000" },
  { MCP_DRYRUN: "false" }
]

const known = { tools: Object.values(namesByCategory).flat(), categories }

/** What the server says at its start about wrong settings. */
export const startTable: Effect.Effect<string> = Effect.map(
  Effect.forEach(environments, (environment) => {
    const token = Object.keys(environment).some((name) => name.startsWith("DISCORD_TOKEN")) || isEmpty(environment)
    return loadSettings(
      { ...(token ? {} : { DISCORD_TOKEN: "a-token-of-twenty-letters" }), ...environment },
      known,
      () => Effect.fail("NotFound")
    ).pipe(
      Effect.match({
        onFailure: ({ problems }) => problems,
        onSuccess: ({ warnings }) => warnings.map((warning) => `Warning: ${warning}`)
      }),
      Effect.map((lines) => [shown(environment), lines.map(inCell).join("<br>")])
    )
  }),
  (rows) => table(["environment", "message"], rows)
)

const isEmpty = (environment: object): boolean => Object.keys(environment).length === 0

const shown = (environment: Readonly<Record<string, string>>): string =>
  isEmpty(environment)
    ? "no token"
    : Object.entries(environment)
        .map(([name, value]) => `\`${name}=${value}\``)
        .join(" ")
