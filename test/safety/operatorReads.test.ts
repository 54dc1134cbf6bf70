import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { Discord } from "../../src/discord/Discord.ts"
import type { DiscordRequest } from "../../src/discord/DiscordRequest.ts"
import { operatorReads } from "../../src/safety/operatorReads.ts"
import { asked, Sandbox, served } from "../dispatch/app.ts"

const request = (more: Pick<DiscordRequest, "method" | "route" | "path" | "risk" | "body">) =>
  Effect.flatMap(Discord, (discord) =>
    discord.request({ subject: "bot", repeat: "same", duration: "default", ...more })
  ).pipe(operatorReads)

describe("the operator's reads", () => {
  it.effect("reach outside the agents' scopes, and change nothing", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const path = { channel_id: ids.channels.general }
      const { body } = yield* request({ method: "GET", route: "/channels/{channel_id}", path, risk: "read" })
      assert.deepInclude(body, { id: ids.channels.general })
      for (const risk of ["write", "destructive"] as const) {
        const exit = yield* Effect.exit(
          request({ method: "PATCH", route: "/channels/{channel_id}", path, risk, body: { name: "mine" } })
        )
        assert.isTrue(Exit.isFailure(exit) && exit.cause._tag === "Die")
      }
      assert.deepStrictEqual(yield* asked, [`GET /channels/${ids.channels.general}`])
    }).pipe(served({ ALLOWED_GUILDS: "999999999999999999", MCP_TOOLS: "roles_list" }))
  )
})
