import type { Risk } from "../../safety/Permit.ts"
import type { Tool } from "../../tools/Tool.ts"
import type { RenderOptions, Style } from "../rendering/Style.ts"
import { wrap } from "../rendering/wrap.ts"

/** Renders a tool's name and risk, on one line if both fit. */
export const renderTitle = (
  { name, risk }: Pick<Tool, "name" | "risk">,
  { columns, style }: RenderOptions,
  styleName: (text: string) => string
): ReadonlyArray<string> => {
  const shown = riskStyle(style)[risk](risk)
  return name.length + GAP.length + risk.length <= columns
    ? [styleName(name) + GAP + shown]
    : [...wrap(name, columns).map(styleName), shown]
}

const GAP = "  "

/** Returns the style of each risk. */
export const riskStyle = ({ dim, red, yellow }: Style): Readonly<Record<Risk, (text: string) => string>> => ({
  read: dim,
  write: yellow,
  destructive: red
})
