import { categories } from "../../catalogue.ts"
import type { Tool } from "../../tools/Tool.ts"
import { cut } from "../rendering/cut.ts"
import { fold } from "../rendering/fold.ts"
import type { Look } from "../rendering/Style.ts"
import { firstSentence } from "./firstSentence.ts"
import { countOf } from "./listing.ts"
import { riskColour } from "./riskColour.ts"
import { title } from "./title.ts"

/** Tools for a person: by category, a line each where the terminal is wide enough, and what to type for more. */
export const listingPage = (shown: ReadonlyArray<Tool>, look: Look): string =>
  [
    ...categories
      .map((category) => ({ category, tools: shown.filter((tool) => tool.category === category) }))
      .filter(({ tools }) => tools.length > 0)
      .flatMap(({ category, tools }) => [
        look.paint.bold(category) + look.paint.dim(` (${tools.length})`),
        ...group(tools, look),
        ""
      ]),
    ...(shown.length > 0
      ? []
      : fold(`There is nothing like that. The categories: ${categories.join(", ")}.`, look.columns)),
    ...fold(`${countOf(shown)}. tools NAME shows all of one.`, look.columns).map(look.paint.dim)
  ].join("\n")

/** The tools of a category, their columns as wide as these tools need them. */
const group = (tools: ReadonlyArray<Tool>, look: Look): ReadonlyArray<string> => {
  const { columns, paint } = look
  const nameWidth = Math.max(...tools.map(({ name }) => name.length))
  const riskWidth = Math.max(...tools.map(({ risk }) => risk.length))
  const room = columns - INDENT.length - nameWidth - GAP.length - riskWidth - GAP.length
  return tools.flatMap((tool) => {
    const { description, name, risk } = tool
    const sentence = firstSentence(description)
    if (room >= SENTENCE_MIN) {
      const shown = riskColour(paint)[risk](risk.padEnd(riskWidth))
      const cells = [paint.cyan(name.padEnd(nameWidth)), shown, cut(sentence, room)]
      return [INDENT + cells.join(GAP)]
    }
    return [...title(tool, look, paint.cyan), ...fold(sentence, columns - INDENT.length).map((line) => INDENT + line)]
  })
}

const INDENT = "  "
const GAP = "  "

/** In fewer columns a sentence is not understood: it stands below the name instead, whole. */
const SENTENCE_MIN = 30
