/** The texts of a value that a pattern of `untrusted_fields` selects. */
export const textsAt = (value: unknown, pattern: string): ReadonlyArray<string> => {
  const names = pattern.split(/\.|(?=\[\])/).filter((name) => name !== "")
  return names
    .reduce<ReadonlyArray<unknown>>((found, name) => found.flatMap((it) => below(it, name)), [value])
    .filter(isText)
}

const below = (value: unknown, name: string): ReadonlyArray<unknown> => {
  if (name === "[]") return Array.isArray(value) ? value : []
  if (name === "**") return everything(value)
  if (Array.isArray(value) || typeof value !== "object" || value === null) return []
  return name === "*"
    ? Object.values(value)
    : Object.entries(value).flatMap(([key, item]) => (key === name ? [item] : []))
}

const everything = (value: unknown): ReadonlyArray<unknown> =>
  typeof value === "object" && value !== null ? [value, ...Object.values(value).flatMap(everything)] : [value]

const isText = (value: unknown): value is string => typeof value === "string"
