/** What Discord does not render of a sent text: tables are converted, and a notice says what people see of the rest. */
import { Predicate } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"
import { choice, optional } from "../../objects/schema/fields.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { counted } from "../../text/words.ts"
import type { Rewritten } from "../dsl/ToolDefinition.ts"
import { CODE } from "./silentMentions.ts"
import { convertTables } from "./tables.ts"

/** The field that says whether Markdown tables are converted. */
export const tables = optional(choice("keep: tables stay pipes.", "convert", "keep"))

/** Returns the input as it is sent, with notices of what Discord does not render in it. */
export const toRenderable = (input: object): Rewritten => rewrite(input)

/** The same for a message of a tool with `split`, which a longer text can use. */
export const toRenderableParts = (input: object): Rewritten => rewrite(input, SPLIT_HINT)

const SPLIT_HINT = "send it with split: true"

const rewrite = (input: object, hint = "shorten it"): Rewritten => {
  if (isPlain(input)) return { input, issues: [], notices: [] }
  const issues: Array<ValidationIssue> = []
  const notes = new Set<string>()
  let [blocks, lists] = [0, 0]
  const convert = (text: string, path: string, { blockMax, columns, max }: Place, keeps: boolean): string => {
    const converted = keeps ? { text, blocks: 0, lists: 0 } : convertTables(text, { columns, blockMax })
    blocks += converted.blocks
    lists += converted.lists
    for (const note of notesOf(converted.text)) notes.add(note)
    const length = [...converted.text].length
    if (converted.text !== text && length > max) issues.push(tooLong(path, length, max, hint))
    return converted.text
  }
  const visit = (value: unknown, path: string, place: Place | undefined, keeps: boolean): unknown => {
    if (typeof value === "string") return place === undefined ? value : convert(value, path, place, keeps)
    if (Array.isArray(value)) {
      const items = value.map((item, at) => visit(item, `${path}[${at}]`, place, keeps))
      return items.every((item, at) => item === value[at]) ? value : items
    }
    if (!Predicate.isReadonlyRecord(value)) return value
    const keepsHere = keeps || value.tables === "keep"
    const changed = Object.entries(value).flatMap(([name, part]) => {
      const inside = placeOf(name, path, value.split === true)
      if (inside === undefined && (typeof part !== "object" || part === null)) return []
      const sent = visit(part, path === "" ? name : `${path}.${name}`, inside, keepsHere)
      return sent === part ? [] : [[name, sent] as const]
    })
    return changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) }
  }
  return {
    input: Object(visit(input, "", undefined, false)),
    issues,
    notices: [...tableNotices(blocks, lists), ...notes]
  }
}

/** Returns whether an input is only a text without any mark of Markdown, as most are. */
const isPlain = (input: { readonly content?: unknown; readonly embeds?: unknown; readonly components?: unknown }) =>
  typeof input.content === "string" &&
  (input.embeds ?? input.components) === undefined &&
  !input.content.includes("|") &&
  !MARKED.test(input.content)

/** Where a text is shown: its width in a code block, its most characters, and those of a code block in it. */
interface Place {
  readonly columns: number
  readonly max: number
  readonly blockMax: number
}

/** Returns where the text of a field is shown; `undefined` for a field that shows no Markdown. */
const placeOf = (name: string, path: string, splits: boolean): Place | undefined => {
  switch (name) {
    case "content":
      return path.includes("components")
        ? placeWith(80, Limits.COMPONENTS_TEXT_MAX)
        : // A longer code block would be cut between two messages.
          placeWith(
            100,
            splits ? Limits.SPLIT_CONTENT_MAX : Limits.MESSAGE_CONTENT_MAX,
            Limits.MESSAGE_CONTENT_MAX - 100
          )
    case "question":
      return path === "" ? placeWith(100, Limits.ASK_QUESTION_MAX) : undefined
    case "text":
      return path === "vars" ? placeWith(80, Limits.COMPONENTS_TEXT_MAX) : undefined
    case "description":
      return /embeds\[\d+\]$/.test(path) ? placeWith(60, Limits.EMBED_DESCRIPTION_MAX) : undefined
    case "value":
      return /embeds\[\d+\]\.fields\[\d+\]$/.test(path) ? placeWith(60, Limits.EMBED_FIELD_VALUE_MAX) : undefined
    default:
      return undefined
  }
}

const placeWith = (columns: number, max: number, blockMax = max): Place => ({ columns, max, blockMax })

const tooLong = (path: string, length: number, max: number, hint: string): ValidationIssue => ({
  path,
  message: `has ${length} characters with its table as a code block, and may have ${max}: ${/^(message\.)?content$/.test(path) ? hint : "shorten it"}, or send tables: "keep"`,
  code: "too_long"
})

const tableNotices = (blocks: number, lists: number): ReadonlyArray<string> => [
  ...(blocks === 0
    ? []
    : [
        `Discord shows a Markdown table as pipes: ${counted(blocks, "table")} became a code block. tables: "keep" sends it as written.`
      ]),
  ...(lists === 0
    ? []
    : [
        `Discord shows a Markdown table as pipes: ${counted(lists, "table")} became a list, because a code block shows no mentions, links or emoji and few columns. tables: "keep" sends it as written.`
      ])
]

/** Returns what people see of Markdown that Discord does not render, and what to write in its place. */
const notesOf = (text: string): ReadonlyArray<string> => {
  if (!MARKED.test(text)) return []
  const visible = text.replaceAll(CODE, " ")
  return NOTES.flatMap(([pattern, seen, instead]) =>
    pattern.test(visible) ? [`Discord shows ${seen}: ${instead}.`] : []
  )
}

/** Matches a character that some of the patterns below need. */
const MARKED = /[#[<&$~\\*_=-]/

const LINE = String.raw`^[ \t]{0,8}(?:> {0,2}){0,3}`

/** Markdown that Discord does not render (Discord, Markdown Text 101): its pattern, what people see, and what to write. */
const NOTES: ReadonlyArray<readonly [pattern: RegExp, seen: string, instead: string]> = [
  [new RegExp(`${LINE}#{4,6} \\S`, "m"), "#### headings as text", "use # to ###, or **bold**"],
  [
    /!\[[^\]\n]{0,500}\]\([^)\n]{1,2000}\)/,
    "![image](link) as a link, not as a picture",
    "attach the picture with files, set it as image of an embed, or write its link alone"
  ],
  [/\[\^[^\]\s]{1,50}\]/, "footnotes such as [^1] as text", "write the note in parentheses, or at the end of the text"],
  [
    /<\/?(?:a|b|big|blockquote|br|center|code|del|details|div|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|s|small|span|strike|strong|sub|summary|sup|table|tbody|td|th|thead|tr|u|ul|video)(?:\s[^<>]{0,500})?\/?>/i,
    "HTML tags as text",
    "use Markdown (**bold**, __underline__, a line break)"
  ],
  [/<!--/, "HTML comments as text", "leave them out"],
  [
    /&(?:nbsp|amp|lt|gt|quot|copy|mdash|ndash|hellip|#\d{1,6});/i,
    "HTML entities such as &amp; as text",
    "write the character"
  ],
  [
    new RegExp(`${LINE}(?:-{3,}|\\*{3,}|_{3,})[ \\t]*$`, "m"),
    "a rule such as --- as text",
    "leave a blank line, or write a heading"
  ],
  [new RegExp(`${LINE}={3,}[ \\t]*$`, "m"), "=== below a heading as text", "write # before the heading"],
  [new RegExp(`${LINE}(?:[-*+]|\\d{1,9}[.)]) {1,4}\\[[ xX]\\] `, "m"), "[x] of task lists as text", "use ✅ and ⬜"],
  [new RegExp(`${LINE}~~~`, "m"), "~~~ as text", "put ``` around code"],
  [
    new RegExp(`${LINE}\\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\\]`, "m"),
    "alerts such as [!NOTE] as text",
    "write **Note**"
  ],
  [
    new RegExp(`${LINE}\\[[^\\]^\\n]{1,200}\\]:[ \\t]{0,9}<?\\S+`, "m"),
    "links by reference such as [text][1] as text",
    "write [text](https://…)"
  ],
  [
    /(?<!!)\[[^\]\n]{1,500}\]\((?:mailto:|tel:|#|\.{0,2}\/)[^)\s]{1,500}\)/,
    "[text](link) as text without https://",
    "write the whole link, or the address alone"
  ],
  [
    /\$\$[^$]{1,2000}\$\$|\\(?:frac|sqrt|sum|int|text|begin|mathbf?|vec|overline)\{/,
    "LaTeX as text",
    "write the formula in Unicode, or attach a picture of it"
  ]
]
