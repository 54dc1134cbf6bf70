/** What a session costs an agent, from the messages between it and a server. */
import { Predicate } from "effect"
import { getEncoding } from "js-tiktoken"

/** A message of the protocol, and who sent it. */
export interface Frame {
  readonly from: "agent" | "server"
  readonly message: unknown
}

/** Sizes are of JSON: the tool list, the arguments of calls, and the `content` of results. */
export interface Measures {
  readonly calls: number
  /** Calls that end with an error: `isError`, or an error of the protocol. */
  readonly failures: number
  readonly bytes: number
  /** In OpenAI's encoding o200k. */
  readonly tokens: number
  /** The tools that were called, those in plans and those behind a dispatcher included, one entry for each use. */
  readonly tools: ReadonlyArray<string>
}

/** Measures a session. */
export const measure = (frames: ReadonlyArray<Frame>): Measures => {
  const pending = new Map<unknown, string>()
  const texts: Array<string> = []
  const tools: Array<string> = []
  let calls = 0
  let failures = 0
  for (const { from, message } of frames) {
    const { error, id, method, params, result } = fieldsOf(message)
    if (from === "agent" && typeof method === "string" && id !== undefined) {
      pending.set(id, method)
      if (method !== "tools/call") continue
      calls++
      const { arguments: args = {}, name } = fieldsOf(params)
      tools.push(...namesIn(name, fieldsOf(args)))
      texts.push(JSON.stringify(args))
    } else if (from === "server" && method === undefined) {
      const asked = pending.get(id)
      pending.delete(id)
      const { content, isError, tools: list = [] } = fieldsOf(result)
      if (asked === "tools/list") texts.push(JSON.stringify(list))
      if (asked !== "tools/call") continue
      if (error !== undefined || isError === true) failures++
      texts.push(JSON.stringify(error ?? content ?? []))
    }
  }
  return {
    calls,
    failures,
    bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    tokens: texts.reduce((sum, text) => sum + tokensOf(text), 0),
    tools
  }
}

/** Returns the names in a call: the tool, the tool that it runs, and those of a plan's steps. */
const namesIn = (name: unknown, { steps, tool }: Readonly<Record<string, unknown>>): ReadonlyArray<string> =>
  [name, tool, ...[steps].flat().map((step) => fieldsOf(step).tool)].filter(Predicate.isString)

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (Predicate.isReadonlyRecord(value) ? value : {})

const encoding = getEncoding("o200k_base")

/** Tool lists are long and the same in every session. */
const lengths = new Map<string, number>()

const tokensOf = (text: string): number => {
  const length = lengths.get(text) ?? encoding.encode(text, "all").length
  lengths.set(text, length)
  return length
}

/** A line of the table: a task on a surface. */
export interface Row extends Measures {
  readonly task: string
  readonly surface: string
  readonly problems: ReadonlyArray<string>
}

/** Returns the table of rows, with the sums of each surface. */
export const tableOf = (rows: ReadonlyArray<Row>): string => {
  const surfaces = [...new Set(rows.map(({ surface }) => surface))]
  const lines = rows.map((row) => [row.task, row.surface, row.problems.length === 0 ? "yes" : "no", ...costsOf(row)])
  const sums = surfaces.map((surface) => {
    const own = rows.filter((row) => row.surface === surface)
    const done = own.filter(({ problems }) => problems.length === 0).length
    const sum = (field: keyof Costs) => own.reduce((total, row) => total + row[field], 0)
    return [
      "all",
      surface,
      `${done} of ${own.length}`,
      ...costsOf({ calls: sum("calls"), failures: sum("failures"), bytes: sum("bytes"), tokens: sum("tokens") })
    ]
  })
  const header = ["task", "surface", "done", "calls", "failures", "bytes", "tokens"]
  const cells = [header, ...lines, ...sums]
  const widths = header.map((_, at) => Math.max(...cells.map((row) => (row[at] ?? "").length)))
  return cells
    .map((row) =>
      row.map((cell, at) => (at < 3 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  ")
    )
    .join("\n")
}

type Costs = Omit<Measures, "tools">

const costsOf = ({ bytes, calls, failures, tokens }: Costs) =>
  [calls, failures, bytes, tokens].map((cost) => cost.toLocaleString("en-US"))
