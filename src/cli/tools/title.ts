import type { Tool } from "../../tools/Tool.ts"
import { fold } from "../rendering/fold.ts"
import type { Look } from "../rendering/Style.ts"
import { riskColour } from "./riskColour.ts"

/** A tool's name and risk, on one line where that has room for both. */
export const title = (
  { name, risk }: Pick<Tool, "name" | "risk">,
  { columns, paint }: Look,
  named: (text: string) => string
): ReadonlyArray<string> => {
  const shown = riskColour(paint)[risk](risk)
  return name.length + GAP.length + risk.length <= columns
    ? [named(name) + GAP + shown]
    : [...fold(name, columns).map(named), shown]
}

const GAP = "  "
