/** What commands print on a real terminal, at any width. Help and errors: terminalErrors.test.ts. */
import { layer } from "@effect/vitest"
import { Effect } from "effect"
import { layer as binary } from "./binary.ts"
import { assertWrapped, runOnTerminal } from "./pseudoTerminal.ts"

/** Wide enough for every line of these commands. */
const WIDE = 200

const CHANNEL = "1248328050311954441"

layer(binary, { excludeTestServices: true, timeout: "60 seconds" })("on a terminal of any width", (it) => {
  for (const args of [
    ["tools", "--category", "roles"],
    ["tools", "--search", "ban somebody", "--risk", "read"],
    ["call", "messages_send", "--help"],
    ["call", "messages_read", "--channel_id", CHANNEL, "--limit", "3", "--sandbox"],
    ["call", "channels_get", "--channel_id", "1248328050999999999", "--sandbox"],
    ["doctor", "--sandbox"]
  ]) {
    it.effect(`no line is too wide and no word is broken: ${args.join(" ")}`, () =>
      Effect.gen(function* () {
        const env = { HOME: "/nowhere" }
        const { text: whole } = yield* runOnTerminal(args, WIDE, env)
        assertWrapped(whole, WIDE, whole)
        for (const columns of [40, 60, 80]) {
          assertWrapped((yield* runOnTerminal(args, columns, env)).text, columns, whole)
        }
      })
    )
  }
})
