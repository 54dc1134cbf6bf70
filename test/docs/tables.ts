import { Arbitrary, FastCheck, type Schema, SchemaAST } from "effect"
import manifest from "../../package.json" with { type: "json" }
import { mcpbManifest } from "../../packaging/manifests.mjs"
import { catalogue } from "../../src/catalogue/catalogue.ts"
import { exitCodes } from "../../src/cli/exit.ts"
import { REMOTE_TOKEN } from "../../src/config/httpVariables.ts"
import type { Setting } from "../../src/config/Setting.ts"
import { variables } from "../../src/config/Settings.ts"
import { DiscordMcpError, describe } from "../../src/errors/DiscordMcpError.ts"
import { errorTraits } from "../../src/errors/ErrorCode.ts"
import { failureFields } from "../../src/errors/fields.ts"
import { meaningOfStatus } from "../../src/errors/statusMeaning.ts"
import { type MetricDefinition, metricDefinitions } from "../../src/telemetry/metrics.ts"
import { consentKinds } from "../../src/tools/shared/consentKinds.ts"

/** The table of the union, with a row for each class. */
export const errorsTable = (): string =>
  table(
    ["class", "code", "side", "category", "retriable", "own fields"],
    [
      ...DiscordMcpError.members.map((member) => {
        const { category, code, side } = errorTraits[member._tag]
        return [`\`${member._tag}\``, `\`${code}\``, side, category, retriability(member), ownFields(member)]
      }),
      ["(a defect)", "`INTERNAL_ERROR`", "server", "internal", "no", "`incident_id`"]
    ]
  )

/** The table of the kinds of effects that need consent. */
export const consentTable = (): string =>
  table(
    ["kind", "a call that", "asks because", "tools"],
    Object.entries(consentKinds).map(([kind, { effect, label, reason }]) => [
      label,
      effect,
      reason,
      String(catalogue.filter(({ asks = [] }) => asks.some((one) => one === kind)).length)
    ])
  )

/** The table of settings, all of them or those of the chain. */
export const settingsTable = (which: "all" | "resilience"): string =>
  table(
    ["variable", "default", "expects", "does"],
    Object.values(variables)
      .filter(({ name }) => which === "all" || chain.test(name))
      .map(({ accepts, doc, fallback, name }: Setting<unknown>) => [
        `\`${name}\``,
        fallback === "" ? "" : `\`${fallback}\``,
        accepts,
        doc
      ])
  )

/** The variables that other commands than the server read. */
const variablesOfCommands: ReadonlyArray<readonly [name: string, doc: string]> = [
  [
    REMOTE_TOKEN,
    "The token of a client, as `clients add` or an issuer gives it. `connect` sends it to a server over HTTP."
  ],
  ["NO_COLOR", "With any value, the output on a terminal has no colours."],
  ["FORCE_COLOR", "With any value but 0, the output has colours also in a pipe."],
  ["XDG_STATE_HOME", "The directory of the audit log on Linux, as an absolute path. Unset: `~/.local/state`."]
]

/** The table of those variables. */
export const commandVariablesTable = (): string =>
  table(
    ["variable", "does"],
    variablesOfCommands.map(([name, doc]) => [`\`${name}\``, doc])
  )

/** The names of the settings that restrict or protect, in lines of the page's width. */
export const restrictionList = (): string => {
  const names = Object.values(variables)
    .filter(({ restricts }: Setting<unknown>) => restricts)
    .map(({ name }) => `\`${name}\``)
  return `${names.join(", ")}.`.replaceAll(/(.{1,120})(?: |$)/g, "$1\n").trimEnd()
}

/** The form of the bundle. */
export const bundleTable = (): string =>
  table(
    ["field", "default", "meaning"],
    Object.values(mcpbManifest(manifest).user_config).map(({ default: fallback, description, title }) => [
      title,
      fallback === undefined ? "" : `\`${fallback}\``,
      description
    ])
  )

/** The table of what is counted. */
export const metricsTable = (): string =>
  table(
    ["metric", "kind", "tags", "says"],
    Object.values(metricDefinitions).map(({ kind, meaning, name, tags }: MetricDefinition) => [
      `\`${name}\``,
      kind,
      tags.map((tag) => `\`${tag}\``).join(", "),
      meaning
    ])
  )

/** A table in Markdown. */
export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")

const chain = /^MCP_(RETRY|TIMEOUT|DEADLINE|CIRCUIT|BULKHEAD|RATE|GLOBAL)_/

type Member = (typeof DiscordMcpError.members)[number]

/** Returns when an error is retriable, derived from many samples. */
const retriability = (member: Member): string => {
  const samples = FastCheck.sample(Arbitrary.make(member as Schema.Schema<DiscordMcpError, unknown>), {
    numRuns: 100,
    seed: 1
  }).filter((error) => !("sent_parts" in error)) // one member of the union; what was sent in part is never retriable
  const retriable = samples.map((error) => describe(error).retriable)
  if (retriable.every((it) => it)) return "yes"
  if (retriable.every((it) => !it)) return "no"
  const follows = (rule: (error: DiscordMcpError) => boolean) =>
    samples.every((error, at) => rule(error) === retriable[at])
  if (follows((error) => "outcome_unknown" in error && !error.outcome_unknown)) return "unless `outcome_unknown`"
  const isTransient = (error: DiscordMcpError) =>
    error._tag === "DiscordUnexpectedResponse" && meaningOfStatus(error.upstream.status).transient
  if (follows((error) => isTransient(error) && "outcome_unknown" in error && !error.outcome_unknown)) {
    return "for a transient status, unless `outcome_unknown`"
  }
  if (follows((error) => "retry_after_ms" in error && error.retry_after_ms !== undefined))
    return "with `retry_after_ms`"
  if (
    follows(
      (error) => error._tag === "PipelineFailed" && error.report.steps.some((step) => step.error?.retriable === true)
    )
  ) {
    return "if a failed step is"
  }
  return "it depends"
}

const ownFields = (member: Member): string =>
  SchemaAST.getPropertySignatures(SchemaAST.encodedAST(member.ast))
    .filter(({ name }) => name !== "_tag" && !(String(name) in failureFields))
    .map(({ isOptional, name }) => `\`${String(name)}${isOptional ? "?" : ""}\``)
    .join(", ")

/** The exit codes of all commands except `doctor`. */
export const exitCodesTable = (): string => {
  const { audit: _, doctor: __, ...codes } = exitCodes
  return table(
    ["exit code", "meaning"],
    Object.values(codes).map(({ code, meaning }) => [String(code), meaning])
  )
}

/** The exit codes of `audit verify` or `doctor`, by verdict. */
export const verdictsTable = (command: "audit" | "doctor"): string =>
  table(
    ["exit code", "verdict", "meaning"],
    Object.entries(exitCodes[command]).map(([verdict, { code, meaning }]) => [String(code), `\`${verdict}\``, meaning])
  )
