/** JSON Schemas of objects with arbitrary keys. Each has a sample field, because providers reject objects without fields. */

/** An object with any fields, such as the arguments of another tool. */
export const openObject = (description: string, sample: Readonly<Record<string, string>>) => ({
  type: "object",
  description,
  properties: textFields(sample),
  additionalProperties: true
})

/** A map from keys to texts. */
export const textMapSchema = (description: string, sample: Readonly<Record<string, string>>, maxLength?: number) => ({
  type: "object",
  description,
  properties: textFields(sample),
  additionalProperties: { type: "string", ...(maxLength !== undefined && { maxLength }) }
})

const textFields = (descriptions: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(descriptions).map(([name, description]) => [name, { type: "string", description }]))

/** The sample field of another tool's arguments. */
export const ARGUMENTS = { guild_id: "Guild id." }
