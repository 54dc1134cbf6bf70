// Draws docs/pictures/demo.svg from a run of the demo as it is in dist/: npm run picture
import { execFileSync } from "node:child_process"
import { mkdir, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import { manifestOf, startLine } from "./start.mjs"

const COLUMNS = 104
const ROWS = 26
const CHAR = 8.4
const LINE = 19
const PAD = 18
const BAR = 34
const FONT = "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace"

const inks = { ink: "#d7dce5", dim: "#8b95a7", red: "#ff7b72", green: "#7ee787", yellow: "#f2cc60", cyan: "#79c0ff" }
const codes = { 1: "bold", 2: "dim", 31: "red", 32: "green", 33: "yellow", 36: "cyan" }
/** A sequence that begins or ends a colour. */
const paint = new RegExp(`${String.fromCharCode(27)}\\[(\\d+)m`)

/** Ids of what the demo makes, marks and tokens of chance, and measured times. */
export const steadied = (transcript) => {
  const ids = new Map()
  return transcript
    .replaceAll(/(?<!\d)15[6-9]\d{16}(?!\d)|(?<!\d)1[6-9]\d{17}(?!\d)/g, (id) => {
      if (!ids.has(id)) ids.set(id, `15735${String(ids.size + 1).padStart(14, "0")}`)
      return ids.get(id)
    })
    .replaceAll(/(written-on-discord |two marks with )(?!0{12})[0-9a-f]{12}/g, "$15a08c3596c66")
    .replaceAll(/((?:Confirmation token:|"__confirm":)(?:\u001b\[\d+m|[\s"])*)[\w-]{24}/g, "$1LrS63putJoikU50q5goJBrjM")
    .replaceAll(/20[2-9]\d-\d\d-\d\dT[\d:.+]*/g, ({ length }) => "2026-06-01T12:00:00.000000+00:00".slice(0, length))
    .replaceAll(/ {2}(\u001b\[2m)?\((\d+) ms\)/g, (_, dim = "", ms) => (ms < 1000 ? "" : `  ${dim}(${Math.floor(ms / 1000)} s)`))
    // The picture is drawn in a checkout, and a test may start another build.
    .replaceAll(/node (\S+\/)?dist\/bin\/main\.js/g, startLine(manifestOf()))
    .replaceAll(/\b\d{4} ms\b|(?<=Retry after ms: )\d{4}\b/g, (text) => text.replace(/\d+/, (ms) => Math.ceil(ms / 1000) * 1000))
    .trim()
}

/** A line as pieces, each in the colours that hold where it stands. */
const piecesOf = (line) => {
  const pieces = []
  let styles = []
  for (const [at, part] of line.split(paint).entries()) {
    // The captured parts are between the texts.
    if (at % 2 === 1) styles = part === "0" ? [] : [...styles, codes[part]]
    else if (part !== "") pieces.push({ text: part, styles })
  }
  return pieces
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

const drawn = (line, at) => {
  const spans = piecesOf(line).map(({ styles, text }) =>
    styles.length === 0 ? escaped(text) : `<tspan class="${styles.join(" ")}">${escaped(text)}</tspan>`
  )
  return spans.length === 0 ? "" : `<text x="${PAD}" y="${(at + 1) * LINE - 5}" xml:space="preserve">${spans.join("")}</text>`
}

/** The first line of a step, call, result or note. */
const begins = (line) => /^( {2}[→←✗·] |━━ |\S)/.test(line.replaceAll(new RegExp(paint, "g"), ""))

/** The frames: the number of visible lines, and their time in seconds. The first frame fills half of the screen. */
const beatsOf = (lines) => {
  const beats = []
  let second = 0
  let from = 0
  for (let at = 1; at <= lines.length; at++) {
    if (at < lines.length && (at < ROWS / 2 || !begins(lines[at]))) continue
    beats.push({ lines: at, second })
    second += 0.5 + 0.2 * Math.min(at - from, ROWS / 4)
    from = at
  }
  return { beats, seconds: second + 4 }
}

const percent = (part, whole) => `${((100 * part) / whole).toFixed(2)}%`

const styles = `text{font:14px ${FONT};fill:${inks.ink}}
${["dim", "red", "green", "yellow", "cyan"].map((name) => `.${name}{fill:${inks[name]}}`).join("")}.bold{font-weight:700;fill:#fff}`

/** A terminal window with a command in its title bar. */
const terminal = ({ columns, rows, title, command, css = "", body }) => {
  const width = Math.ceil(columns * CHAR + 2 * PAD)
  const height = rows * LINE + 2 * PAD
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height + BAR}" role="img" aria-labelledby="title">
<title id="title">${escaped(title)}</title>
<style>
${styles}
${css}</style>
<clipPath id="screen"><rect y="${BAR}" width="${width}" height="${height}"/></clipPath>
<rect width="${width}" height="${height + BAR}" rx="10" fill="#0f141c"/>
<path d="M0 ${BAR}V10A10 10 0 0 1 10 0H${width - 10}A10 10 0 0 1 ${width} 10V${BAR}Z" fill="#1c2330"/>
<circle cx="20" cy="17" r="6" fill="#ff5f57"/><circle cx="40" cy="17" r="6" fill="#febc2e"/><circle cx="60" cy="17" r="6" fill="#28c840"/>
<text x="${width / 2}" y="22" text-anchor="middle" class="dim">${escaped(command)}</text>
<g clip-path="url(#screen)"><g transform="translate(0 ${BAR + PAD})"><g class="all">
${body(width, height)}
</g></g></g>
</svg>
`
}

const drawnLines = (lines) => lines.map(drawn).filter((text) => text !== "").join("\n")

/** A terminal that shows a whole transcript at once. */
export const stillPicture = (transcript, { columns, command, title }) => {
  const lines = transcript.split("\n")
  return terminal({ columns, rows: lines.length, title, command, body: () => drawnLines(lines) })
}

const CHAT_COLUMNS = 90
const BUBBLE_COLUMNS = 76
const BUBBLE_PAD = 12

/** How a turn of a chat looks: at the right for the person, else at the left. A turn without a frame is a plain line. */
const looks = {
  person: { side: "right", fill: "#1f4b7a" },
  assistant: { side: "left", fill: "#232b38" },
  call: { side: "left", style: "dim" },
  question: { side: "left", fill: "#2c2818", stroke: inks.yellow }
}

/** Splits a text into lines of at most so many characters. */
const wrapped = (text, columns) =>
  text.split("\n").flatMap((line) => {
    const lines = [""]
    for (const word of line.split(" ")) {
      const last = lines.at(-1)
      if (last === "") lines[lines.length - 1] = word
      else if (`${last} ${word}`.length <= columns) lines[lines.length - 1] = `${last} ${word}`
      else lines.push(word)
    }
    return lines
  })

/** A turn at a height: its shapes, and the height of the next turn. */
const chatTurn = ({ choices = [], text, who }, y, width) => {
  const { fill, side, stroke, style } = looks[who]
  const lines = wrapped(text, BUBBLE_COLUMNS)
  const pills = choices.map(({ chosen, label }, at) => ({
    chosen,
    label,
    x: PAD + BUBBLE_PAD + choices.slice(0, at).reduce((sum, before) => sum + before.label.length * CHAR + 40, 0)
  }))
  const bubble = {
    width: Math.ceil(Math.max(...lines.map(({ length }) => length)) * CHAR) + 2 * BUBBLE_PAD,
    height: lines.length * LINE + (fill === undefined ? 0 : BUBBLE_PAD) + (pills.length > 0 ? 42 : 0)
  }
  const x = side === "right" ? width - PAD - bubble.width : PAD
  const pillY = y + bubble.height - 36
  const shapes = [
    ...(fill === undefined
      ? []
      : [`<rect x="${x}" y="${y}" width="${bubble.width}" height="${bubble.height}" rx="10" fill="${fill}"${stroke === undefined ? "" : ` stroke="${stroke}"`}/>`]),
    ...lines.map((line, at) =>
      line === ""
        ? ""
        : `<text x="${x + BUBBLE_PAD}" y="${y + (at + 1) * LINE - (fill === undefined ? 5 : 0)}" xml:space="preserve"${style === undefined ? "" : ` class="${style}"`}>${escaped(line)}</text>`
    ),
    ...pills.flatMap(({ chosen, label, x: left }) => [
      `<rect x="${left}" y="${pillY}" width="${Math.ceil(label.length * CHAR) + 24}" height="26" rx="13" fill="${chosen ? "#238636" : "none"}" stroke="${chosen ? "#238636" : inks.dim}"/>`,
      `<text x="${left + 12}" y="${pillY + 18}" xml:space="preserve"${chosen ? "" : ' class="dim"'}>${escaped(label)}</text>`
    ])
  ]
  return { next: y + bubble.height + (fill === undefined ? 6 : 14), svg: shapes.filter((shape) => shape !== "").join("\n") }
}

/** A chat between a person and an assistant: what both say, the assistant's calls, and a question with its choices. */
export const chatPicture = (turns, { title }) => {
  const width = Math.ceil(CHAT_COLUMNS * CHAR + 2 * PAD)
  let y = PAD
  const drawnTurns = turns.map((turn) => {
    const { next, svg } = chatTurn(turn, y, width)
    y = next
    return svg
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y + 4}" role="img" aria-labelledby="title">
<title id="title">${escaped(title)}</title>
<style>
${styles}
</style>
<rect width="${width}" height="${y + 4}" rx="10" fill="#0f141c"/>
${drawnTurns.join("\n")}
</svg>
`
}

/** The line of the heading of the deletion: its preview, the consent and the result are plain to everybody. */
const headingOfDeletion = (lines) =>
  Math.max(0, lines.map((line) => line.replaceAll(new RegExp(paint, "g"), "")).findIndex((line) => /^━━ .*delet/i.test(line)))

/** Draws a terminal that scrolls through the transcript in a loop. With reduced motion it shows the deletion. */
export const picture = (transcript) => {
  const lines = transcript.split("\n")
  const { beats, seconds } = beatsOf(lines)
  const scrolled = (shown) => Math.max(0, shown - ROWS) * LINE
  const frames = (offset) => beats.map(({ lines: shown, second }) => `${percent(second, seconds)}{transform:translateY(${offset(shown)}px)}`).join("")
  const still = Math.max(0, headingOfDeletion(lines) - 2)
  return terminal({
    columns: COLUMNS,
    rows: ROWS,
    title: "effect-discord-mcp demo: a transcript in a terminal",
    command: `${startLine(manifestOf())} demo`,
    css: `.all{transform:translateY(${-still * LINE}px)}.veil{visibility:hidden}
@media (prefers-reduced-motion:no-preference){
.all{animation:scroll ${seconds.toFixed(1)}s step-end infinite}.veil{visibility:visible;animation:show ${seconds.toFixed(1)}s step-end infinite}
@keyframes scroll{${frames((shown) => -scrolled(shown))}}
@keyframes show{${frames((shown) => shown * LINE)}}}
`,
    body: (width, height) => `${drawnLines(lines)}
<rect class="veil" width="${width}" height="${lines.length * LINE + height}" fill="#0f141c"/>`
  })
}

/** Run as a script it plays the demo; a test only wants the functions. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , main = "dist/bin/main.js", target = "docs/pictures/demo.svg"] = process.argv
  const { NO_COLOR: _, ...env } = process.env
  const transcript = execFileSync(process.execPath, [main, "demo"], { encoding: "utf8", env: { ...env, FORCE_COLOR: "1" } })
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, picture(steadied(transcript)))
  console.log(target)
}
