/** What a session costs an agent, from the messages between it and a server. */
import { Predicate, Record } from "effect"
import { getEncoding } from "js-tiktoken"

/** A message of the protocol, and who sent it. */
export interface Frame {
  readonly from: "agent" | "server"
  readonly message: unknown
}

/** The bytes and tokens of JSON texts. Tokens are in OpenAI's encoding o200k. */
export interface Size {
  readonly bytes: number
  readonly tokens: number
}

/** What a session costs: the tool list, the arguments of calls, and the `content` of results. */
export interface Measures {
  readonly calls: number
  /** Calls that end with an error: `isError`, or an error of the protocol. */
  readonly failures: number
  readonly list: Size
  readonly arguments: Size
  readonly results: Size
  /** The tools that were called, those in plans and those behind a dispatcher included, one entry for each use. */
  readonly tools: ReadonlyArray<string>
}

/** Measures a session. */
export const measure = (frames: ReadonlyArray<Frame>): Measures => {
  const pending = new Map<unknown, string>()
  const texts = { list: [] as string[], arguments: [] as string[], results: [] as string[] }
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
      texts.arguments.push(JSON.stringify(args))
    } else if (from === "server" && method === undefined) {
      const asked = pending.get(id)
      pending.delete(id)
      const { content, isError, tools: list = [] } = fieldsOf(result)
      if (asked === "tools/list") texts.list.push(JSON.stringify(list))
      if (asked !== "tools/call") continue
      if (error !== undefined || isError === true) failures++
      texts.results.push(JSON.stringify(error ?? content ?? []))
    }
  }
  return { calls, failures, ...Record.map(texts, sizeOf), tools }
}

const sizeOf = (texts: ReadonlyArray<string>): Size =>
  sumOf(texts.map((text) => ({ bytes: Buffer.byteLength(text), tokens: tokensOf(text) })))

const sumOf = (sizes: ReadonlyArray<Size>): Size => ({
  bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
  tokens: sizes.reduce((sum, { tokens }) => sum + tokens, 0)
})

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

/** Costs of several tasks in one session. */
export interface Costs extends Omit<Measures, "tools"> {
  /** The list, the arguments and the results. */
  readonly total: Size
}

/** Returns what tasks cost in one session: the tool list counts once. */
export const costsOf = (rows: ReadonlyArray<Measures>): Costs => {
  const count = (field: "calls" | "failures") => rows.reduce((sum, row) => sum + row[field], 0)
  const list = rows[0]?.list ?? { bytes: 0, tokens: 0 }
  const [args, results] = [sumOf(rows.map((row) => row.arguments)), sumOf(rows.map((row) => row.results))]
  const total = sumOf([list, args, results])
  return { calls: count("calls"), failures: count("failures"), list, arguments: args, results, total }
}

/** Groups of tasks by their names, such as "first 30". */
export type TaskGroups = Readonly<Record<string, ReadonlySet<string>>>

/** Returns the table of rows without the tool list, and for each surface the costs of sessions of the groups. */
export const tableOf = (rows: ReadonlyArray<Row>, groups: TaskGroups): string => {
  const surfaces = [...new Set(rows.map(({ surface }) => surface))]
  const lines = rows.map((row) => [
    row.task,
    row.surface,
    row.problems.length === 0 ? "yes" : "no",
    ...cellsOf(costsOf([{ ...row, list: { bytes: 0, tokens: 0 } }]))
  ])
  const sums = surfaces.flatMap((surface) =>
    Object.entries(groups).flatMap(([group, names]) => {
      const own = rows.filter((row) => row.surface === surface && names.has(row.task))
      const done = own.filter(({ problems }) => problems.length === 0).length
      return own.length === 0 ? [] : [[group, surface, `${done} of ${own.length}`, ...cellsOf(costsOf(own))]]
    })
  )
  const header = ["task", "surface", "done", "calls", "failures", "list", "arguments", "results", "bytes", "tokens"]
  const cells = [header, ...lines, ...sums]
  const widths = header.map((_, at) => Math.max(...cells.map((row) => (row[at] ?? "").length)))
  return cells
    .map((row) =>
      row.map((cell, at) => (at < 3 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  ")
    )
    .join("\n")
}

const cellsOf = ({ calls, failures, list, results, total, ...costs }: Costs) =>
  [calls, failures, list.bytes, costs.arguments.bytes, results.bytes, total.bytes, total.tokens].map((cost) =>
    cost.toLocaleString("en-US")
  )
