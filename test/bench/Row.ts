/** One row of the benchmark: the measurement, the comparison, and whether the target is met. */
export interface Row {
  readonly what: string
  /** The comparison, such as another program, with its figure. */
  readonly limit: string
  readonly measured: string
  readonly target: string
  readonly met: boolean
}

/** A benchmark: its name on the command line, and its rows. */
export interface Bench {
  readonly name: string
  readonly run: () => Promise<ReadonlyArray<Row>>
}

/** Returns the median. */
export const median = (values: ReadonlyArray<number>): number => quantile(values, 0.5)

/** Returns a percentile. */
export const quantile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The factor by which ratios may exceed their targets on a busy machine: `--slack=1.5`. */
const slack = Number(process.argv.find((word) => word.startsWith("--slack="))?.slice("--slack=".length) ?? 1)

/** Makes a row whose ratio to another figure is bounded. */
export const ratioRow = (row: {
  readonly what: string
  readonly limit: string
  readonly value: number
  readonly base: number
  readonly atMost: number
  readonly unit: string
}): Row => {
  const ratio = row.value / row.base
  return {
    what: row.what,
    limit: `${row.limit}: ${figure(row.base)} ${row.unit}`,
    measured: `${figure(row.value)} ${row.unit} (${ratio.toFixed(2)} ×)`,
    target: Number.isFinite(row.atMost) ? `≤ ${row.atMost} ×` : "none",
    met: ratio <= row.atMost * slack
  }
}

/** Makes a row with a fixed bound. */
export const boundRow = (row: {
  readonly what: string
  readonly limit: string
  readonly value: number
  readonly atMost: number
  readonly unit: string
}): Row => ({
  what: row.what,
  limit: row.limit,
  measured: `${figure(row.value)} ${row.unit}`,
  target: `≤ ${figure(row.atMost)} ${row.unit}`,
  met: row.value <= row.atMost
})

/** Formats a number with three significant digits. */
export const figure = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toPrecision(3)
