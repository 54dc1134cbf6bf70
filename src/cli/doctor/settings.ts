import { Effect } from "effect"
import { variables } from "../../config/Settings.ts"
import type { Check, Examination } from "./Examination.ts"
import { counted, type Finding } from "./Finding.ts"

/** Whether every variable can be read: all that cannot are told at once, each by its name. */
export const settings: Check = {
  name: "settings",
  run: (examination) => Effect.sync(() => finding(examination))
}

const finding = ({ oddities, problems, standpoint }: Examination): Finding => {
  const given = Object.values(variables).flatMap(({ name }) =>
    (standpoint.variables[name] ?? "") === "" ? [] : [name]
  )
  const facts = { set: given, problems, oddities }
  if (problems.length > 0) {
    return {
      status: "failed",
      found: `${counted(problems.length, "setting")} in need of attention: the server does not start`,
      details: [...problems, ...oddities],
      todo: [
        "Mend what is named; docs/configuration.md has every variable. Until then the checks below take its default."
      ],
      facts
    }
  }
  const found = given.length === 0 ? "all by default" : `${given.join(", ")} set, the rest by default`
  return oddities.length === 0 ? { status: "ok", found, facts } : { status: "warning", found, details: oddities, facts }
}
