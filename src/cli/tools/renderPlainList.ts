import { catalogue } from "../../catalogue.ts"
import type { Tool } from "../../tools/Tool.ts"
import type { RenderOptions } from "../rendering/Style.ts"
import { riskStyle } from "./renderTitle.ts"

/** Renders tools for a pipe: one line for each, with two spaces between columns, and the count. */
export const renderPlainList = (shown: ReadonlyArray<Tool>, { style }: Pick<RenderOptions, "style">): string => {
  const width = Math.max(0, ...shown.map(({ name }) => name.length))
  return [
    ...shown.map(
      ({ description, name, risk }) =>
        `${name.padEnd(width)}  ${riskStyle(style)[risk](risk.padEnd(RISK_WIDTH))}  ${firstSentence(description)}`
    ),
    countOf(shown)
  ].join("\n")
}

/** Returns the number of shown tools, and of all tools. */
export const countOf = (shown: ReadonlyArray<Tool>): string => `${shown.length} of ${catalogue.length} tools`

/** Returns the first sentence of a description, or all of it. */
export const firstSentence = (text: string): string => /^.*?[.](?=\s|$)/.exec(text)?.[0] ?? text

const RISK_WIDTH = "destructive".length
