import type { Envelope } from "../errors/Envelope.ts"
import { renderEnvelope } from "../errors/renderEnvelope.ts"
import type { ToolResult } from "../tools/Tool.ts"

/** What a caller is given, in both halves: some clients show only the one, some only the other. */
export interface Answer {
  readonly isError: boolean
  readonly structured: Readonly<Record<string, unknown>>
  readonly text: string
}

/** The answer of a call that worked. */
export const success = ({ notice, value }: ToolResult): Answer => {
  const root = isRecord(value) ? value : { value }
  const structured = notice === undefined ? root : { ...root, notice }
  return { isError: false, structured, text: JSON.stringify(structured) }
}

/** The answer of a call that failed. */
export const failure = (envelope: Envelope): Answer => ({
  isError: true,
  structured: envelope,
  text: renderEnvelope(envelope)
})

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
