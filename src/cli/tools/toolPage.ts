import type { Tool } from "../../tools/Tool.ts"
import { fold } from "../rendering/fold.ts"
import { fields, lines } from "../rendering/lines.ts"
import type { Look } from "../rendering/Style.ts"
import { argumentsOf } from "./argumentsOf.ts"
import { title } from "./title.ts"

/** All of one tool: what it does and may do, what it needs, what it takes, and what can stand in its way. */
export const toolPage = (tool: Tool, look: Look): string => {
  const { bold } = look.paint
  const { category, description, failures, permissions, operation, undo } = tool
  const taken = argumentsOf(tool)
  const inside = { ...look, columns: look.columns - INDENT.length }
  const part = (title: string, content: ReadonlyArray<string>) =>
    content.length === 0 ? [] : ["", bold(title), ...content.map((line) => INDENT + line)]
  return [
    ...title(tool, look, bold),
    ...fold(description, look.columns),
    "",
    ...fields(
      {
        category,
        ...(operation !== undefined && { operation: `${operation.method} ${operation.route}` }),
        ...(permissions.length > 0 && { permissions }),
        ...(undo !== undefined && { undo })
      },
      look
    ),
    ...part("Arguments", taken.length === 0 ? [] : lines(taken, inside)),
    ...part(
      "Why it may fail",
      fields(
        Object.fromEntries(Object.entries(failures).map(([reason, it]) => [reason, `${it.when} ${it.recovery}`])),
        inside
      )
    )
  ].join("\n")
}

const INDENT = "  "
