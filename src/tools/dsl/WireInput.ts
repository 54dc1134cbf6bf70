import type { Schema } from "effect"
import type { Risk } from "../../safety/Permit.ts"
import type { Fields } from "./ToolDefinition.ts"

/** The arguments of a tool as they are sent: its fields before they are decoded, and those for the gate and the log. */
export type WireInput<
  Given extends Fields,
  Floor extends Risk,
  Rises extends Risk,
  Reasoned extends true = never
> = Schema.Struct.Encoded<Given> & Consent<Floor, Rises> & AuditReason<Reasoned>

/** Only a call that can be destructive is agreed to. A row that cannot rise has nothing that tells to what. */
type Consent<Floor extends Risk, Rises extends Risk> = [Rises] extends [never]
  ? Floor extends "destructive"
    ? Confirmed
    : unknown
  : Confirmed

interface Confirmed {
  /** true, or a preview's confirmation_token: execute. */
  readonly __confirm?: boolean | string
}

type AuditReason<Reasoned extends true> = [Reasoned] extends [never] ? unknown : Reason

interface Reason {
  /** Audit log reason. */
  readonly audit_reason?: string
}
