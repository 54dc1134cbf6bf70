import { Predicate, Struct } from "effect"
import type { JsonObject } from "../rendering/renderValue.ts"
import type { ConfigChange } from "./ConfigFormat.ts"

/** Applies changes to the content of a config file. */
export const applyChanges = (file: JsonObject, changes: ReadonlyArray<ConfigChange>): JsonObject =>
  changes.reduce(applyChange, file)

const applyChange = (fields: JsonObject, { path: [field = "", ...path], ...change }: ConfigChange): JsonObject => {
  const value = fields[field]
  if (path.length > 0) {
    return { ...fields, [field]: applyChange(Predicate.isReadonlyRecord(value) ? value : {}, { ...change, path }) }
  }
  if (change.remove) return Struct.omit(fields, field)
  return { ...fields, [field]: change.item ? [...(Array.isArray(value) ? value : []), change.value] : change.value }
}
