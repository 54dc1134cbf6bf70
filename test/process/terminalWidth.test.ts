/** What commands print on a real terminal, at any width. Help and errors: terminalErrors.test.ts. */
import { layer } from "@effect/vitest"
import { layer as binary } from "./binary.ts"
import { assertWrappedAtAnyWidth, type WidthCase } from "./pseudoTerminal.ts"

const CHANNEL = "1248328050311954441"

const cases: ReadonlyArray<WidthCase> = [
  [["tools", "--category", "roles"], 0, "roles_list"],
  [["tools", "--search", "ban somebody", "--risk", "read"], 0, "members_list_bans"],
  [["call", "messages_send", "--help"], 0, "--channel_id"],
  [["call", "messages_read", "--channel_id", CHANNEL, "--limit", "3", "--sandbox"], 0, "content"],
  [["call", "channels_get", "--channel_id", "1248328050999999999", "--sandbox"], 5, "DISCORD_NOT_FOUND"],
  [["call", "mesages_send"], 5, "messages_send"],
  [["doctor", "--sandbox"], 0, "permissions"]
]

layer(binary, { excludeTestServices: true })("on a terminal of any width", (it) => {
  for (const each of cases) {
    it.effect(`no line is too wide and no word is broken: ${each[0].join(" ")}`, () =>
      assertWrappedAtAnyWidth(each, { HOME: "/nowhere" })
    )
  }
})
