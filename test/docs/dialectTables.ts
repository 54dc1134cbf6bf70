import { Schema } from "effect"
import { DiscordMcpError, DiscordRateLimitError } from "../../src/errors/DiscordMcpError.ts"
import { dialects, toStructured } from "../../src/errors/dialects/Dialect.ts"
import { errorKindOf } from "../../src/errors/ErrorKind.ts"
import { jsonRpcCodes } from "../../src/errors/ErrorTraits.ts"
import { Defect, type Failure } from "../../src/errors/failureEnvelope.ts"
import { jsonRpcCodeOf, protocolCodeOf, toJsonRpc } from "../../src/errors/toJsonRpc.ts"
import { samples } from "../errors/samples.ts"
import { table } from "./tables.ts"

/** The failure of all examples. It has most of the possible fields. */
const example = new DiscordRateLimitError({
  retry_after_ms: 5000,
  scope: "user",
  sent: true,
  upstream: { status: 429, method: "POST", route: "/channels/:id/messages" },
  attempts: 3
})

/** The same failure in every dialect. */
export const dialectExamples = (): string =>
  dialects.map((dialect) => block(`// MCP_ERROR_DIALECT=${dialect}`, toStructured(dialect, example))).join("\n\n")

/** A failure as an error of the protocol. */
export const jsonRpcExample = (): string => block("// an error of JSON-RPC", toJsonRpc(example))

/** Every class with its number and its kinds. */
export const conventionsTable = (): string =>
  table(
    ["class", "JSON-RPC", "`mcp-ts-core`", "`error_kind`"],
    [...Object.values(samples), [new Defect({ incident_id: "00c0ffee" })]].map((errors) => {
      const all = errors.flatMap(atEveryStatus)
      return [`\`${all[0]?._tag}\``, protocolNumbers(all), numbers(all), kinds(all)]
    })
  )

const block = (head: string, value: unknown): string =>
  `\`\`\`jsonc\n${head}\n${JSON.stringify(value, undefined, 2)}\n\`\`\``

/** An error of Discord's may come with any status. */
const atEveryStatus = (failure: Failure): ReadonlyArray<Failure> => {
  if (failure._tag === "Defect") return [failure]
  const encoded = Schema.encodeSync(DiscordMcpError)(failure)
  return !("upstream" in encoded)
    ? [failure]
    : [400, 403, 404, 409, 422, 429, 500, 503].map((status) =>
        Schema.decodeUnknownSync(DiscordMcpError)({ ...encoded, upstream: { ...encoded.upstream, status } })
      )
}

const numbers = (failures: ReadonlyArray<Failure>): string =>
  [...new Set(failures.map(jsonRpcCodeOf))]
    .map((code) => `${code} ${Object.entries(jsonRpcCodes).find(([, number]) => number === code)?.[0]}`)
    .join(", ")

const protocolNumbers = (failures: ReadonlyArray<Failure>): string =>
  [...new Set(failures.map(protocolCodeOf))].join(", ")

/** Returns the kinds. Kinds that depend only on the status are in one line below the table. */
const kinds = (failures: ReadonlyArray<Failure>): string => {
  const all = [...new Set(failures.map(errorKindOf))]
  const upstream = all.filter((kind) => kind.startsWith("upstream_"))
  const shown = upstream.length > 1 ? all.filter((kind) => !kind.startsWith("upstream_")) : all
  return [...shown.map((kind) => `\`${kind}\``), ...(upstream.length > 1 ? ["by the status"] : [])].join(", ")
}
