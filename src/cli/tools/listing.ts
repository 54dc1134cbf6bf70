import { catalogue } from "../../catalogue.ts"
import type { Tool } from "../../tools/Tool.ts"
import type { Look } from "../rendering/Style.ts"
import { firstSentence } from "./firstSentence.ts"
import { riskColour } from "./riskColour.ts"

/** Tools for a pipe: a line each, in columns that are always two spaces apart, and how many there are. */
export const listing = (shown: ReadonlyArray<Tool>, { paint }: Pick<Look, "paint">): string => {
  const width = Math.max(0, ...shown.map(({ name }) => name.length))
  return [
    ...shown.map(
      ({ description, name, risk }) =>
        `${name.padEnd(width)}  ${riskColour(paint)[risk](risk.padEnd(RISK_WIDTH))}  ${firstSentence(description)}`
    ),
    countOf(shown)
  ].join("\n")
}

/** How many of all there are. */
export const countOf = (shown: ReadonlyArray<Tool>): string => `${shown.length} of ${catalogue.length} tools`

const RISK_WIDTH = "destructive".length
