import type { Schema } from "effect"
import type { Risk } from "../../safety/Permit.ts"
import type { Fields } from "./ToolDefinition.ts"

/** The arguments of a tool before they are decoded, with the fields for consent and audit log. */
export type WireInput<
  Given extends Fields,
  Floor extends Risk,
  Rises extends Risk,
  Reasoned extends true = never
> = Schema.Struct.Encoded<Given> & Consent<Floor, Rises> & AuditReason<Reasoned>

/** Only a tool whose calls can be destructive accepts `__confirm`. `Rises` is `never` if arguments cannot raise the risk. */
type Consent<Floor extends Risk, Rises extends Risk> = [Rises] extends [never]
  ? Floor extends "destructive"
    ? Confirmed
    : unknown
  : Confirmed

interface Confirmed {
  /** Executes the call: true, or a preview's confirmation_token. */
  readonly __confirm?: boolean | string
}

type AuditReason<Reasoned extends true> = [Reasoned] extends [never] ? unknown : Reason

interface Reason {
  /** Audit log reason. */
  readonly audit_reason?: string
}
