import type { Tool } from "../../tools/Tool.ts"
import { renderFields, renderValue } from "../rendering/renderValue.ts"
import type { RenderOptions } from "../rendering/Style.ts"
import { wrap } from "../rendering/wrap.ts"
import { describeArguments } from "./describeArguments.ts"
import { renderTitle } from "./renderTitle.ts"

/** Renders one tool in full: description, risk, permissions, arguments and failure reasons. */
export const renderTool = (tool: Tool, options: RenderOptions, args = describeArguments(tool)): string => {
  const { bold } = options.style
  const { category, description, failures, operation, permissions, undo } = tool
  const inside = { ...options, columns: options.columns - INDENT.length }
  const part = (title: string, content: ReadonlyArray<string>) =>
    content.length === 0 ? [] : ["", bold(title), ...content.map((line) => INDENT + line)]
  return [
    ...renderTitle(tool, options, bold),
    ...wrap(description, options.columns),
    "",
    ...renderFields(
      {
        category,
        ...(operation !== undefined && { operation: `${operation.method} ${operation.route}` }),
        ...(permissions.length > 0 && { permissions }),
        ...(undo !== undefined && { undo })
      },
      options
    ),
    ...part("Arguments", args.length === 0 ? [] : renderValue(args, inside)),
    ...part(
      "Why it may fail",
      renderFields(
        Object.fromEntries(Object.entries(failures).map(([reason, it]) => [reason, `${it.when} ${it.recovery}`])),
        inside
      )
    )
  ].join("\n")
}

const INDENT = "  "
