import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ask, refusal, Sandbox, sandboxAndClient } from "./http.ts"

layer(sandboxAndClient({ globalPerSecond: 1000 }), { excludeTestServices: true })(
  "a bot of the seed, which may do little",
  (it) => {
    it.effect("gets 50013 for operations that need a permission it lacks", () =>
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const guild = `/guilds/${ids.guild}`
        const channel = `/channels/${ids.channels.general}`
        const refused = [
          ["PATCH", guild, {}],
          ["POST", `${guild}/roles`, {}],
          ["PATCH", `${guild}/members/${ids.members.bruno}`, { nick: "x" }],
          ["DELETE", `${guild}/members/${ids.members.bruno}`],
          ["PUT", `${guild}/members/${ids.members.bruno}/roles/${ids.roles.member}`],
          ["GET", `${guild}/bans`],
          ["PUT", `${guild}/bans/${ids.members.bruno}`, {}],
          ["GET", `${guild}/prune`],
          ["GET", `${guild}/audit-logs`],
          ["GET", `${guild}/invites`],
          ["GET", `${guild}/webhooks`],
          ["GET", `${guild}/auto-moderation/rules`],
          ["POST", `${guild}/scheduled-events`, {}],
          ["POST", `${guild}/emojis`, {}],
          ["DELETE", `${guild}/emojis/${ids.emoji}`],
          ["PUT", `${guild}/onboarding`, {}],
          ["POST", `${channel}/webhooks`, { name: "x" }],
          ["POST", `${channel}/invites`, {}],
          ["DELETE", `/webhooks/${ids.webhook}`],
          ["PUT", `${channel}/permissions/${ids.roles.member}`, { type: 0 }]
        ] as const
        for (const [method, path, body] of refused)
          assert.deepStrictEqual(
            [path, refusal(yield* ask(method, path, body))],
            [path, [403, 50013, "Missing Permissions"]]
          )
      })
    )
  }
)
