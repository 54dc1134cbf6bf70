import type { Tool } from "../../tools/Tool.ts"
import type { RenderOptions } from "../rendering/Style.ts"
import { wrap } from "../rendering/wrap.ts"
import { describeArguments } from "./describeArguments.ts"
import { renderTool } from "./renderTool.ts"

/** Renders the help of `call TOOL`: an example with the required fields, then the tool, with its fields as options. */
export const renderCallHelp = (tool: Tool, options: RenderOptions): string => {
  const fields = describeArguments(tool).map((field) => ({ ...field, argument: `--${field.argument}` }))
  const needed = fields.filter(({ required }) => required === "yes").map(({ argument }) => `${argument} VALUE`)
  return [
    ...wrap(["Usage: effect-discord-mcp call", tool.name, ...needed].join(" "), options.columns),
    ...wrap("All fields can also be given as one JSON object.", options.columns),
    "",
    renderTool(tool, options, fields)
  ].join("\n")
}
