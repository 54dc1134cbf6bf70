import * as Terminal from "@effect/platform/Terminal"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { PermissionFlagsBits } from "discord-api-types/v10"
import { Effect, Layer, Mailbox, Option } from "effect"
import { steadied, stillPicture } from "../../packaging/picture.mjs"
import { manifestOf, startLine } from "../../packaging/start.mjs"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { runCall, terminal as terminalOutput } from "../cli/runCall.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"

const COLUMNS = 88

/** A terminal at which a person presses `y`. */
const pressingY = Terminal.Terminal.of({
  columns: Effect.succeed(COLUMNS),
  rows: Effect.succeed(40),
  isTTY: Effect.succeed(true),
  display: () => Effect.void,
  readLine: Effect.never,
  readInput: Effect.gen(function* () {
    const keys = yield* Mailbox.make<Terminal.UserInput>()
    yield* keys.offer({ input: Option.some("y"), key: { name: "y", ctrl: false, meta: false, shift: false } })
    return keys
  })
})

/** What a terminal shows of a destructive call: the preview, the question, a person's yes, and the result. */
const transcript = Effect.gen(function* () {
  const { ids } = yield* Sandbox
  const screen = { ...terminalOutput, coloured: true, columns: COLUMNS }
  const { drawn, stdout } = yield* runCall(
    // Without a status line, which appears only if a call takes long.
    {
      stdout: screen,
      stderr: { ...screen, onTerminal: false },
      variables: { MCP_DRY_RUN: "false" },
      interactive: true
    },
    { tool: "channels_delete", rest: ["--channel_id", ids.channels.support] }
  ).pipe(Effect.provideService(Terminal.Terminal, pressingY))
  return `${settled(drawn)}\n\n${stdout}`
}).pipe(
  (run) =>
    Effect.flatMap(
      Layer.build(
        Layer.merge(
          SandboxModule.layer({ ...roomy, permissions: PermissionFlagsBits.ManageChannels }),
          NodeContext.layer
        )
      ),
      (context) => Effect.provide(run, context)
    ),
  Effect.scoped
)

const ESC = "\u001b"

/** What stays on the screen: a line that is erased is drawn again. Bright colours become those of the picture. */
const settled = (drawn: string): string =>
  drawn
    .split("\n")
    .map((line) => line.slice(Math.max(0, line.lastIndexOf(`${ESC}[2K`))))
    .join("\n")
    .replaceAll(new RegExp(`${ESC}\\[(?:\\?25[lh]|2K|G)`, "g"), "")
    .replaceAll(new RegExp(`${ESC}\\[0;(\\d+)m`, "g"), (_, code: string) => `${ESC}[0m${ESC}[${bright[code] ?? code}m`)
    .replace(new RegExp(`(?:${ESC}\\[0m|\\s)+$`), "")

const bright: Readonly<Record<string, string>> = { "90": "2", "96": "36" }

/** The picture of a preview and its confirmation. */
export const previewPicture = Effect.map(transcript, (shown) =>
  stillPicture(steadied(shown), {
    columns: COLUMNS,
    command: `${startLine(manifestOf())} call channels_delete`,
    title: "A terminal: the preview of a deletion, the question, and its result after a person agreed"
  })
)
