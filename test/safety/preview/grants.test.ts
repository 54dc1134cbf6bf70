/** The dangerous permissions that calls grant, as their previews show them, in whole calls and in a plan's steps. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { featureTools, findTool } from "../../../src/catalogue/catalogue.ts"
import { hasReference } from "../../../src/pipeline/template.ts"
import { withoutLookups } from "../../../src/safety/preview/Preview.ts"

const ID = "111122223333444455"
const ROLE = "222233334444555566"
const permissions = ["BAN_MEMBERS", "SEND_MESSAGES"]
const granted = (to: string, id?: string) => ({ to, ...(id !== undefined && { id }), permissions: ["BAN_MEMBERS"] })

const channel = { guild_id: ID, name: "x" }
const overwrites = (id: string) => ({ permission_overwrites: [{ id, type: "role", allow: permissions }] })
const install = { scopes: ["bot"], permissions }

/** Calls that grant, each with its grants. The last argument is not known yet in some steps of plans. */
const rows: ReadonlyArray<readonly [tool: string, input: object, grants: ReadonlyArray<object>]> = [
  ["roles_create", { guild_id: ID, permissions }, [granted("the new role")]],
  ["roles_create", { guild_id: ID, permissions, name: "Judge" }, [granted('"Judge"')]],
  ["roles_modify", { guild_id: ID, permissions, role_id: ROLE }, [granted(ROLE, ROLE)]],
  ["channels_create_guild_channel", { ...channel, ...overwrites(ID) }, [granted(`@everyone (${ID})`, ID)]],
  ["channels_create_guild_channel", { ...channel, ...overwrites(ROLE) }, [granted(ROLE, ROLE)]],
  ["channels_modify", { channel_id: ID, ...overwrites(ROLE) }, [granted(ROLE, ROLE)]],
  [
    "channels_modify_permissions",
    { channel_id: ID, type: "role", allow: permissions, overwrite_id: ROLE },
    [granted(ROLE, ROLE)]
  ],
  ["application_modify_current", { install_params: install }, [granted("the bot where it is installed")]],
  [
    "application_modify",
    { application_id: ID, integration_types_config: { guild_install: install, user_install: install } },
    [granted("the bot where it is installed"), granted("the bot where it is installed")]
  ]
]

const named = (name: string) => findTool(name) ?? assert.fail(name)

/** Fields of permissions that a call does not grant: the tool only reads, or restricts the use of a command. */
const GRANTS_NOTHING = /^(?:commands_(?:create|modify)_|commands_bulk_overwrite_|permissions_)/

describe("the dangerous permissions that a call grants", () => {
  for (const [tool, input, grants] of rows) {
    it.effect(`are shown, and make the call destructive: ${tool} with ${Object.keys(input).join(", ")}`, () =>
      Effect.gen(function* () {
        const call = yield* named(tool).prepare(input)
        assert.deepStrictEqual([call.risk, withoutLookups(call).grants], ["destructive", grants])
      })
    )
  }

  it.effect("are shown for the known parts of a step", () =>
    Effect.gen(function* () {
      for (const [tool, input, grants] of [
        ["roles_create", { guild_id: ID, permissions, name: "{{find.name}}" }, [granted('"{{find.name}}"')]],
        [
          "roles_modify",
          { guild_id: ID, permissions, role_id: "{{role.id}}" },
          [granted("{{role.id}}", "{{role.id}}")]
        ],
        ["channels_modify", { channel_id: ID, ...overwrites("{{role.id}}") }, [granted("{{role.id}}", "{{role.id}}")]],
        ["roles_create", { guild_id: ID, permissions: ["{{find.name}}", "Ban Members"] }, [granted("the new role")]],
        ["channels_create_guild_channel", { ...channel, permission_overwrites: "{{all.items}}" }, []]
      ] as const) {
        const outline = yield* named(tool).outline(input, hasReference)
        assert.deepStrictEqual([tool, outline.risk, outline.grants], [tool, "destructive", grants])
      }
      const harmless = { guild_id: ID, permissions: ["SEND_MESSAGES"], role_id: "{{role.id}}" }
      const { grants, risk } = yield* named("roles_modify").outline(harmless, hasReference)
      // What an unknown role loses is not known either.
      assert.deepStrictEqual([risk, grants], ["destructive", []])
    })
  )

  it("are declared by every tool that takes permissions", () => {
    const takes = featureTools.filter(
      ({ input, name, risk }) =>
        risk !== "read" && JSON.stringify(input.ast).includes("MANAGE_ROLES") && !GRANTS_NOTHING.test(name)
    )
    assert.deepStrictEqual(new Set(takes.map(({ name }) => name)), new Set(rows.map(([name]) => name)))
  })
})
