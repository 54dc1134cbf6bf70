import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits } from "discord-api-types/v10"
import { Effect, Record } from "effect"
import { featureTools, findTool } from "../../src/catalogue/catalogue.ts"
import { routes } from "../../src/sandbox/routes/all.ts"
import type { SeedIds } from "../../src/sandbox/Seed.ts"
import { guards } from "../../src/tools/losses/table.ts"
import { isDangerous } from "../../src/tools/permissions/dangerous.ts"
import { asked, call, codeOf, roomy, Sandbox, served } from "../dispatch/app.ts"
import { grantedRisk } from "./grantedRisk.ts"
import { groups, ID } from "./riskCases.ts"

const rows = Object.values(groups).flat()

/** Hundreds of calls need lookups, so no route has a tight limit. */
const limits = Object.fromEntries(routes.map(({ operation }) => [operation, { limit: 10_000, windowMs: 1000 }]))
const open = { ...roomy, limits, permissions: PermissionFlagsBits.ManageGuild | PermissionFlagsBits.ModerateMembers }

const armed = served({ MCP_DRY_RUN: "false" }, open)

describe("the risk of a call", () => {
  for (const [of, rows] of Record.toEntries(groups)) {
    it.live(`follows from the arguments, directly, in a plan, and through a dispatcher: ${of}`, () =>
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const through = new Set<string>()
        for (const [what, risk, tool, input] of rows) {
          const consent = { __confirm: true }
          const args = { ...input(ids), ...(hasConfirm(tool) && consent) }
          assert.deepStrictEqual(yield* grantedRisk(tool, args), risk, what)
          // A plan and the dispatchers take the risk of the tool, so one row of each tool and risk shows it.
          if (through.has(`${tool} ${risk}`)) continue
          through.add(`${tool} ${risk}`)
          const steps = [{ id: "one", tool, args: input(ids) }]
          assert.deepStrictEqual(yield* grantedRisk("mcp_pipeline", { steps, ...consent }), risk, `${what}, in a plan`)
          const [own, other] = risk === "write" ? ["write", "destructive"] : ["destructive", "write"]
          assert.deepStrictEqual(
            yield* grantedRisk(`mcp_tools_${own}`, { tool, args }),
            risk,
            `${what}, through its dispatcher`
          )
          const { structured } = yield* call(`mcp_tools_${other}`, { tool, args })
          assert.deepStrictEqual(
            [structured.code, structured.validation_issues, structured.suggested_tool],
            [
              "VALIDATION_FAILED",
              [
                {
                  path: "tool",
                  message: `${tool} with these arguments is ${risk}: run it through mcp_tools_${own}`,
                  code: "wrong_risk"
                }
              ],
              `mcp_tools_${own}`
            ],
            `${what}, through another`
          )
        }
        assert.deepStrictEqual(yield* changes, [])
      }).pipe(armed)
    )
  }

  it.live("depends on the rule's actions for a rule change", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const silencing = yield* call("automod_create_rule", {
        guild_id: ids.guild,
        name: "Quiet",
        trigger_type: "keyword",
        trigger_metadata: { keyword_filter: ["x"] },
        actions: [{ type: "timeout", metadata: { duration_seconds: 60 } }],
        enabled: true,
        __confirm: true
      })
      const rule = { guild_id: ids.guild, rule_id: silencing.structured.id, __confirm: true }
      const changed = (change: object) => grantedRisk("automod_modify_rule", { ...rule, ...change })
      assert.strictEqual(yield* changed({ name: "Quieter" }), "write")
      // The end of a rule weakens a protection, as does an action less.
      assert.strictEqual(yield* changed({ enabled: false }), "destructive")
      assert.strictEqual(yield* changed({ actions: [{ type: "block_message" }] }), "destructive")
      assert.strictEqual(yield* changed({ enabled: true }), "destructive")
      assert.strictEqual(yield* changed({ exempt_roles: [] }), "destructive")
      assert.strictEqual(yield* changed({ trigger_metadata: { keyword_filter: ["a*"] } }), "destructive")
      yield* call("automod_modify_rule", { ...rule, enabled: false })
      assert.strictEqual(yield* changed({ exempt_roles: [] }), "write")
      assert.strictEqual(yield* changed({ enabled: true }), "destructive")
    }).pipe(armed)
  )

  it.live("is resolved for each call: a role may have become dangerous", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const giving = () => grantedRisk("members_add_role", { ...grant(ids), __confirm: true })
      assert.strictEqual(yield* giving(), "write")
      const roles = { guild_id: ids.guild, role_id: ids.roles.member }
      const changed = yield* call("roles_modify", { ...roles, permissions: ["MANAGE_MESSAGES"], __confirm: true })
      assert.strictEqual(codeOf(changed), "ok")
      assert.strictEqual(yield* giving(), "destructive")
    }).pipe(served({ MCP_DRY_RUN: "false" }, { ...roomy, permissions: PermissionFlagsBits.ManageRoles }))
  )

  it.live("is resolved again when a step runs: a risk above the permit stops the step", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { guild, members, roles } = sandbox.ids
      // When the plan is checked, the role has no permissions yet.
      yield* sandbox.inject({
        match: { path: `/guilds/${guild}/roles` },
        do: { kind: "status", status: 200, body: [{ id: roles.moderator, permissions: "0" }] }
      })
      const args = { guild_id: guild, user_id: members.bruno, role_id: roles.moderator }
      const { structured } = yield* call("mcp_pipeline", { steps: [{ id: "one", tool: "members_add_role", args }] })
      assert.strictEqual(Object(structured).report.steps[0].error.code, "DRY_RUN_PREVIEW")
      assert.deepStrictEqual(yield* changes, [])
    }).pipe(served())
  )

  it.live("prevents the call if it cannot be resolved", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { guild } = sandbox.ids
      yield* sandbox.inject({ match: { path: `/guilds/${guild}/roles` }, do: { kind: "status", status: 503 } })
      const failed = yield* call("members_add_role", { ...grant(sandbox.ids), __confirm: true })
      assert.strictEqual(codeOf(failed), "DISCORD_REST_UNAVAILABLE")
      assert.deepStrictEqual(yield* changes, [])
    }).pipe(served({ MCP_DRY_RUN: "false", MCP_RETRY_ENABLED: "false" }))
  )

  it.live("is resolved only within the guild boundary", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      assert.strictEqual(codeOf(yield* call("members_add_role", grant(ids))), "GUILD_NOT_ALLOWED")
      assert.deepStrictEqual(yield* asked, [])
    }).pipe(served({ ALLOWED_GUILDS: ID }))
  )

  it("can rise only if the schema has __confirm", () => {
    const raised = new Set(rows.flatMap(([, risk, tool]) => (risk === "destructive" ? [tool] : [])))
    assert.deepStrictEqual(
      [...raised].filter((tool) => !hasConfirm(tool)),
      []
    )
    // Each tool with a lower declared risk that requires consent is in the table, or in that of test/tools/losses.
    assert.deepStrictEqual(
      featureTools
        .filter(
          ({ name, risk }) => risk === "write" && hasConfirm(name) && !raised.has(name) && !Object.hasOwn(guards, name)
        )
        .map(({ name }) => name),
      [
        // Only with MCP_APPROVAL_CHANNEL: test/safety/approvalPower.test.ts.
        "threads_remove_member",
        "application_modify_linked_role_metadata",
        "components_v2_send_from_template"
      ]
    )
  })
})

describe("the dangerous permissions", () => {
  it("are those that affect other members", () => {
    assert.isTrue(isDangerous(["SEND_MESSAGES", "ADMINISTRATOR"]))
    assert.isFalse(isDangerous(["SEND_MESSAGES", "VIEW_CHANNEL", "CONNECT"]))
    assert.isFalse(isDangerous([]))
  })
})

const changes = Effect.map(asked, (all) => all.filter((line) => !line.startsWith("GET ")))

const grant = ({ guild, members, roles }: SeedIds) => ({
  guild_id: guild,
  user_id: members.bruno,
  role_id: roles.member
})

/** Whether a tool's input takes consent. */
function hasConfirm(name: string): boolean {
  const input = findTool(name)?.input
  return input !== undefined && "fields" in input && "__confirm" in Object(input.fields)
}
