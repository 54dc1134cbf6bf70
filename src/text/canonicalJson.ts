/** Serializes a value so that equal values give equal texts: sorted fields, `undefined` left out. */
export const canonicalJson = (value: unknown): string => {
  if (typeof value === "bigint") return `"${value}"`
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null"
  const fields = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, item]) => `${JSON.stringify(name)}:${canonicalJson(item)}`)
  return `{${fields.join(",")}}`
}
