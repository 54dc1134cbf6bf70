import { Effect } from "effect"
import { variables } from "../../config/Settings.ts"
import { counted } from "../../text/words.ts"
import type { Check, CheckContext } from "./CheckContext.ts"
import type { Finding } from "./Finding.ts"

/** Reports every setting with a wrong value. */
export const settings: Check = {
  name: "settings",
  run: (context) => Effect.sync(() => finding(context))
}

const finding = ({ environment, problems, warnings }: CheckContext): Finding => {
  const given = Object.values(variables).flatMap(({ name }) =>
    (environment.variables[name] ?? "") === "" ? [] : [name]
  )
  const facts = { set: given, problems, oddities: warnings }
  if (problems.length > 0) {
    return {
      status: "failed",
      found: `${counted(problems.length, "setting")} wrong; the server does not start`,
      details: [...problems, ...warnings],
      todo: [
        "Fix the settings listed above; docs/configuration.md describes every variable. The checks below use the defaults for them."
      ],
      facts
    }
  }
  const found =
    given.length === 0 ? "all have their defaults" : `${given.join(", ")} set; the others have their defaults`
  return warnings.length === 0 ? { status: "ok", found, facts } : { status: "warning", found, details: warnings, facts }
}
