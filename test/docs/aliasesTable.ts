/** The other names of fields, by field. */
import { fieldAliases } from "../../src/tools/dsl/fieldAliases.ts"

/** The table of docs/inputs.md. */
export const aliasesTable = (): string => {
  const names = new Map<string, Array<string>>()
  for (const [name, alias] of Object.entries(fieldAliases)) {
    const means = "means" in alias ? alias.means : alias
    for (const field of means) names.set(field, [...(names.get(field) ?? []), name])
  }
  const rows = [...names]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([field, others]) => `| \`${field}\` | ${others.map((name) => `\`${name}\``).join(", ")} |`)
  return ["| field | also |", "| --- | --- |", ...rows].join("\n")
}
