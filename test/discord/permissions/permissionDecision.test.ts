import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import {
  decidePermission,
  effectivePermissions,
  type Overwrite
} from "../../../src/discord/permissions/effectivePermissions.ts"
import { bitsOf, namesOf, type PermissionName, permissionBits } from "../../../src/errors/PermissionName.ts"

const GUILD = "1"
const ME = "3"
const names = namesOf(~0n)

const guildWith = (roles: Readonly<Record<string, ReadonlyArray<PermissionName>>>) => ({
  id: GUILD,
  ownerId: "2",
  roles: new Map(Object.entries(roles).map(([id, held]) => [id, bitsOf(held)]))
})
const me = { id: ME, roles: ["a", "b"], timedOut: false }
const overwrite = (
  of: Overwrite["of"],
  id: string,
  allow: ReadonlyArray<PermissionName>,
  deny: ReadonlyArray<PermissionName> = []
): Overwrite => ({ of, id, allow: bitsOf(allow), deny: bitsOf(deny) })

const someBits = FastCheck.subarray([...names]).map(bitsOf)
const situation = FastCheck.record({
  everyone: someBits,
  a: someBits,
  b: someBits,
  owner: FastCheck.boolean(),
  timedOut: FastCheck.boolean(),
  kind: FastCheck.constantFrom("text" as const, "voice" as const, "forum" as const, "thread" as const, undefined),
  overwrites: FastCheck.array(
    FastCheck.record({
      of: FastCheck.constantFrom("role" as const, "member" as const),
      id: FastCheck.constantFrom(GUILD, "a", "b", ME, "other"),
      allow: someBits,
      deny: someBits
    }),
    { maxLength: 6 }
  )
})

describe("the rule that decides about a permission", () => {
  it.prop("never contradicts the effective permissions", [situation, FastCheck.boolean()], ([it, plain]) => {
    // ADMINISTRATOR would decide almost everything.
    const less = plain ? ~permissionBits.ADMINISTRATOR : ~0n
    const guild = {
      id: GUILD,
      ownerId: it.owner && !plain ? ME : "2",
      roles: new Map([
        [GUILD, it.everyone & less],
        ["a", it.a & less],
        ["b", it.b & less]
      ])
    }
    const member = { ...me, timedOut: it.timedOut }
    const channel = it.kind && { kind: it.kind, overwrites: it.overwrites }
    const bits = effectivePermissions(guild, member, channel)
    assert.deepStrictEqual(
      names.filter((name) => decidePermission(name, guild, member, channel).allowed),
      namesOf(bits)
    )
  })

  it("is the last applicable rule, with the ids it applies to", () => {
    const guild = guildWith({
      [GUILD]: ["VIEW_CHANNEL", "SEND_MESSAGES"],
      a: ["SEND_MESSAGES", "MANAGE_MESSAGES"],
      b: []
    })
    const text = (...overwrites: ReadonlyArray<Overwrite>) => ({ kind: "text" as const, overwrites })
    const everyone = overwrite("role", GUILD, [], ["SEND_MESSAGES"])
    const role = overwrite("role", "b", ["SEND_MESSAGES"])
    const mine = overwrite("member", ME, [], ["SEND_MESSAGES"])
    assert.deepStrictEqual(
      [
        decidePermission("SEND_MESSAGES", guild, me),
        decidePermission("MANAGE_MESSAGES", guild, me),
        decidePermission("BAN_MEMBERS", guild, me),
        decidePermission("SEND_MESSAGES", guild, me, text(everyone)),
        decidePermission("SEND_MESSAGES", guild, me, text(everyone, role)),
        decidePermission(
          "SEND_MESSAGES",
          guild,
          me,
          text(everyone, role, overwrite("role", "a", [], ["SEND_MESSAGES"]))
        ),
        decidePermission("SEND_MESSAGES", guild, me, text(everyone, role, mine)),
        decidePermission("BAN_MEMBERS", { ...guild, ownerId: ME }, me),
        decidePermission("BAN_MEMBERS", guildWith({ [GUILD]: [], b: ["ADMINISTRATOR"] }), me, text(mine))
      ],
      [
        { allowed: true, rule: "everyone", by: [GUILD] },
        { allowed: true, rule: "role", by: ["a"] },
        { allowed: false, rule: "not_granted", by: [] },
        { allowed: false, rule: "everyone_overwrite", by: [GUILD] },
        { allowed: true, rule: "role_overwrite", by: ["b"] },
        { allowed: true, rule: "role_overwrite", by: ["b"] },
        { allowed: false, rule: "member_overwrite", by: [ME] },
        { allowed: true, rule: "owner", by: [] },
        { allowed: true, rule: "administrator", by: ["b"] }
      ]
    )
  })

  it("names the permission that a granted one requires, and a timeout", () => {
    const guild = guildWith({ [GUILD]: ["VIEW_CHANNEL", "EMBED_LINKS", "SPEAK"], a: [], b: [] })
    const hidden = overwrite("role", GUILD, [], ["VIEW_CHANNEL"])
    const timedOut = { ...me, timedOut: true }
    assert.deepStrictEqual(
      [
        decidePermission("EMBED_LINKS", guild, me, { kind: "text", overwrites: [] }),
        decidePermission("EMBED_LINKS", guild, me, { kind: "thread", overwrites: [] }),
        decidePermission("EMBED_LINKS", guild, me, { kind: "text", overwrites: [hidden] }),
        decidePermission("SPEAK", guild, me, { kind: "voice", overwrites: [] }),
        decidePermission("SPEAK", guild, timedOut),
        decidePermission("VIEW_CHANNEL", guild, timedOut)
      ],
      [
        { allowed: false, rule: "implied", by: [], requires: "SEND_MESSAGES" },
        { allowed: false, rule: "implied", by: [], requires: "SEND_MESSAGES_IN_THREADS" },
        { allowed: false, rule: "implied", by: [], requires: "VIEW_CHANNEL" },
        { allowed: false, rule: "implied", by: [], requires: "CONNECT" },
        { allowed: false, rule: "timeout", by: [] },
        { allowed: true, rule: "everyone", by: [GUILD] }
      ]
    )
  })
})
