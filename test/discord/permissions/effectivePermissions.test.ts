import { assert, describe, it } from "@effect/vitest"
import type { ChannelKind } from "../../../src/discord/permissions/effectivePermissions.ts"
import {
  ALL_PERMISSIONS,
  effectivePermissions,
  grantedPermissions,
  type Overwrite
} from "../../../src/discord/permissions/effectivePermissions.ts"
import { bitsOf, namesOf, type PermissionName } from "../../../src/errors/PermissionName.ts"

const GUILD = "1"
const OWNER = "2"
const ME = "3"

interface Given {
  readonly me?: string
  /** The permissions of each role; `everyone` is the guild's. */
  readonly roles?: Readonly<Record<string, ReadonlyArray<PermissionName>>>
  readonly timedOut?: boolean
  readonly kind?: ChannelKind
  readonly overwrites?: ReadonlyArray<Overwrite>
}

/** By default everyone can view and send; the member has every role of the row. */
const situation = ({ kind, me = ME, overwrites, roles = {}, timedOut = false }: Given) => {
  const { everyone = TALKS, ...rest } = roles
  return [
    {
      id: GUILD,
      ownerId: OWNER,
      roles: new Map([
        [GUILD, bitsOf(everyone)],
        ["unrelated", ALL_PERMISSIONS],
        ...Object.entries(rest).map(([id, names]) => [id, bitsOf(names)] as const)
      ])
    },
    { id: me, roles: Object.keys(rest), timedOut },
    ...(kind === undefined && overwrites === undefined
      ? []
      : [{ kind: kind ?? ("text" as const), overwrites: overwrites ?? [] }])
  ] as const
}

const TALKS: ReadonlyArray<PermissionName> = ["VIEW_CHANNEL", "SEND_MESSAGES", "READ_MESSAGE_HISTORY"]

const of =
  (kind: Overwrite["of"], id: string) =>
  (allow: ReadonlyArray<PermissionName>, deny: ReadonlyArray<PermissionName> = []): Overwrite => ({
    id,
    of: kind,
    allow: bitsOf(allow),
    deny: bitsOf(deny)
  })
const everyone = of("role", GUILD)
const member = of("member", ME)
const roleA = of("role", "a")
const roleB = of("role", "b")

const rules: ReadonlyArray<readonly [name: string, given: Given, may: ReadonlyArray<PermissionName> | "everything"]> = [
  ["the owner may do everything, despite denials", { me: OWNER, overwrites: [everyone([], TALKS)] }, "everything"],
  [
    "ADMINISTRATOR is everything, despite denials",
    { roles: { a: ["ADMINISTRATOR"] }, overwrites: [everyone([], TALKS), member([], TALKS)] },
    "everything"
  ],
  [
    "roles add to what everyone may",
    { roles: { a: ["KICK_MEMBERS"], b: ["BAN_MEMBERS"] } },
    ["KICK_MEMBERS", "BAN_MEMBERS", ...TALKS]
  ],
  ["roles one does not have add nothing", {}, TALKS],
  ["a role that is gone adds nothing", { roles: { everyone: [], a: [] } }, []],
  [
    "everyone can be denied something in a channel",
    { overwrites: [everyone([], ["SEND_MESSAGES"])] },
    ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"]
  ],
  [
    "everyone can be allowed something in a channel",
    { overwrites: [everyone(["ADD_REACTIONS"])] },
    ["ADD_REACTIONS", ...TALKS]
  ],
  [
    "of one overwrite the grant wins over the denial",
    { overwrites: [everyone(["SEND_MESSAGES"], ["SEND_MESSAGES"])] },
    TALKS
  ],
  [
    "a role's overwrite wins over everyone's",
    { roles: { a: [] }, overwrites: [everyone([], ["SEND_MESSAGES"]), roleA(["SEND_MESSAGES"])] },
    TALKS
  ],
  [
    "one role's grant wins over another role's denial, in any order",
    { roles: { a: [], b: [] }, overwrites: [roleA(["SEND_MESSAGES"]), roleB([], ["SEND_MESSAGES"])] },
    TALKS
  ],
  [
    "denials of several roles add up",
    { roles: { a: [], b: [] }, overwrites: [roleA([], ["SEND_MESSAGES"]), roleB([], ["READ_MESSAGE_HISTORY"])] },
    ["VIEW_CHANNEL"]
  ],
  [
    "the member's own overwrite wins over the roles'",
    { roles: { a: [] }, overwrites: [member([], ["SEND_MESSAGES"]), roleA(["SEND_MESSAGES"])] },
    ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"]
  ],
  [
    "overwrites of others change nothing",
    { overwrites: [of("member", "9")([], TALKS), of("role", "unrelated")([], TALKS)] },
    TALKS
  ],
  [
    "a member's overwrite does not apply to a role with the same id",
    { overwrites: [of("role", ME)([], TALKS), of("member", GUILD)([], TALKS)] },
    TALKS
  ],
  [
    "who cannot see a channel can do nothing in it",
    { roles: { a: ["MANAGE_CHANNELS"] }, overwrites: [everyone([], ["VIEW_CHANNEL"])] },
    []
  ],
  [
    "who cannot send cannot mention everyone, speak aloud, attach or embed, but keeps the rest",
    {
      roles: {
        a: ["MENTION_EVERYONE", "SEND_TTS_MESSAGES", "ATTACH_FILES", "EMBED_LINKS", "ADD_REACTIONS", "MANAGE_MESSAGES"]
      },
      overwrites: [everyone([], ["SEND_MESSAGES"])]
    },
    ["ADD_REACTIONS", "VIEW_CHANNEL", "MANAGE_MESSAGES", "READ_MESSAGE_HISTORY"]
  ],
  ["who cannot connect can do nothing in a voice channel", { kind: "voice", roles: { a: ["MANAGE_CHANNELS"] } }, []],
  [
    "who can connect can do the rest there",
    { kind: "voice", roles: { a: ["CONNECT"] } },
    ["VIEW_CHANNEL", "SEND_MESSAGES", "READ_MESSAGE_HISTORY", "CONNECT"]
  ],
  [
    "in a thread SEND_MESSAGES is not inherited",
    { kind: "thread", roles: { a: ["ATTACH_FILES", "EMBED_LINKS"] } },
    ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"]
  ],
  [
    "in a thread SEND_MESSAGES_IN_THREADS is enough",
    {
      kind: "thread",
      roles: { a: ["EMBED_LINKS", "SEND_MESSAGES_IN_THREADS"] },
      overwrites: [everyone([], ["SEND_MESSAGES"])]
    },
    ["VIEW_CHANNEL", "EMBED_LINKS", "READ_MESSAGE_HISTORY", "SEND_MESSAGES_IN_THREADS"]
  ],
  [
    "who is timed out may only look",
    { timedOut: true, kind: "text", roles: { a: ["MANAGE_MESSAGES", "KICK_MEMBERS"] } },
    ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"]
  ],
  [
    "a timeout holds for the whole guild",
    { timedOut: true, roles: { a: ["KICK_MEMBERS"] } },
    ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"]
  ],
  ["an administrator cannot be timed out", { timedOut: true, roles: { a: ["ADMINISTRATOR"] } }, "everything"],
  ["a guild has no channel's rules", { roles: { everyone: ["EMBED_LINKS"] } }, ["EMBED_LINKS"]]
]

describe("effective permissions", () => {
  for (const [name, given, may] of rules) {
    it(name, () => {
      const bits = effectivePermissions(...situation(given))
      assert.deepStrictEqual(namesOf(bits), namesOf(may === "everything" ? ALL_PERMISSIONS : bitsOf(may)))
    })
  }
})

describe("granted permissions", () => {
  it("excludes implicit denials: it says what to grant", () => {
    const cannotSend = situation({ roles: { a: ["EMBED_LINKS"] }, overwrites: [everyone([], ["SEND_MESSAGES"])] })
    assert.deepStrictEqual(namesOf(grantedPermissions(...cannotSend)), [
      "VIEW_CHANNEL",
      "EMBED_LINKS",
      "READ_MESSAGE_HISTORY"
    ])
    const timedOut = situation({ timedOut: true, roles: { a: ["KICK_MEMBERS"] } })
    assert.deepStrictEqual(namesOf(grantedPermissions(...timedOut)), ["KICK_MEMBERS", ...TALKS])
    const notConnected = situation({ kind: "voice", roles: { everyone: ["MANAGE_CHANNELS"] } })
    assert.deepStrictEqual(namesOf(grantedPermissions(...notConnected)), ["MANAGE_CHANNELS"])
  })
})
