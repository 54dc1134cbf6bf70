/** Risk of linked-role metadata: in each guild it decides who gets the roles that require it. */
import { Effect, Option, Schema } from "effect"
import { getJson } from "../dsl/getJson.ts"
import { readable } from "../roles/risk.ts"
import type { RiskResolution } from "../Tool.ts"
import { comparisons } from "./enums.ts"

/** Returns the risk of new metadata: destructive if a present record is removed or compared in another way. */
export const metadataRisk = ({
  application_id,
  records
}: {
  readonly application_id: string
  readonly records: ReadonlyArray<{ readonly key: string; readonly type: keyof typeof comparisons }>
}): RiskResolution =>
  Effect.map(
    readable(getJson(Records, "/applications/{application_id}/role-connections/metadata", { application_id })),
    (present) =>
      Option.exists(present, (all) =>
        all.every(({ key, type }) => records.some((record) => record.key === key && comparisons[record.type] === type))
      )
        ? "write"
        : "destructive"
  )

const Records = Schema.Array(Schema.Struct({ key: Schema.String, type: Schema.Number }))
