import { Schema } from "effect"
import type { Description } from "./callFacts.ts"
import { DiscordMcpError } from "./DiscordMcpError.ts"
import { describe, describeDefect } from "./describe.ts"
import type { Envelope } from "./Envelope.ts"
import { categoryOf, codeOf } from "./ErrorCode.ts"

/** Encodes an error as an envelope: code, category, description, and the error's own fields at the root. */
export const toEnvelope = (error: DiscordMcpError): Envelope => {
  const { _tag, recovery: _, ...fields } = encode(error) as OwnFields
  return { code: codeOf(error), ...describe(error), category: categoryOf(error), ...fields }
}

/** Encodes a defect as an envelope: only the id under which the log has the cause. */
export const defectEnvelope = (incident_id: string): Envelope => {
  const description: Description = describeDefect(incident_id)
  return { code: "INTERNAL_ERROR", ...description, category: "internal", incident_id }
}

const encode = Schema.encodeSync(DiscordMcpError)

/** The members share no fields in the type; at run time each encodes to a record with its `_tag`. */
type OwnFields = { readonly _tag: string; readonly recovery?: string } & Readonly<Record<string, unknown>>
