/** Faults that random guilds found, as one example each. */
import { assert, describe, it } from "@effect/vitest"
import { AutoModerationActionType, ChannelType, OverwriteType, PermissionFlagsBits } from "discord-api-types/v10"
import { Effect, Either } from "effect"
import type { Document } from "../../src/blueprint/document.ts"
import { documentOf } from "../../src/blueprint/documentOf.ts"
import { type GuildState, withoutDeleted } from "../../src/blueprint/GuildState.ts"
import { planOf } from "../../src/blueprint/plan.ts"
import { readDocument, writeDocument } from "../../src/blueprint/readDocument.ts"
import { call, roomy, Sandbox, served } from "../dispatch/app.ts"
import { idOf } from "./guilds.ts"
import {
  administrator,
  BOT,
  category,
  channel,
  GONE,
  GUILD,
  HIDDEN,
  OTHER,
  ROLE,
  role,
  rule,
  SEEN,
  state
} from "./smallGuild.ts"

const NOTHING = { changes: [], steps: [], unreachable: [] }

/** Returns what a plan with prune does. */
const planned = (from: GuildState, document: Document) => {
  const { changes, steps, unreachable } = planOf(from, document, { prune: true })
  return { changes, steps, unreachable }
}

/** Returns the reasons of what a plan cannot do, by object, name and field. */
const reasons = ({ unreachable }: Pick<ReturnType<typeof planned>, "unreachable">) =>
  unreachable.map(({ field, name, object, reason }) => [object, name, ...(field ? [field] : []), reason].join(": "))

/** Returns the arguments of the calls of a tool. */
const callsOf = ({ steps }: Pick<ReturnType<typeof planned>, "steps">, tool: string) =>
  steps.flatMap((step) => (step.tool === tool ? [step.args] : []))

/** Writes the export of a guild, and reads it. */
const rereadExport = (from: GuildState) =>
  Effect.flatMap(writeDocument(documentOf(from).document), readDocument).pipe(
    Effect.map(Either.getOrElse((problems) => assert.fail(JSON.stringify(problems))))
  )

const alert = { type: AutoModerationActionType.SendAlertMessage, metadata: { channel_id: HIDDEN } }

/** Rules whose export must be readable. */
const rules: Readonly<Record<string, GuildState["rules"]>> = {
  "a rule that exempts @everyone": [rule(idOf(500), "words", { exempt_roles: [GUILD, ROLE] })],
  "a rule with an alert in a hidden channel": [
    rule(idOf(500), "words", { actions: [alert, { type: AutoModerationActionType.BlockMessage }] })
  ],
  "a rule with only an alert in a hidden channel": [rule(idOf(500), "words", { actions: [alert] })]
}

describe("the export of a guild with", () => {
  for (const [what, all] of Object.entries(rules)) {
    it.effect(`${what} can be read, and its plan is empty`, () =>
      Effect.gen(function* () {
        const from = state({ rules: all ?? [] })
        assert.deepStrictEqual(planned(from, yield* rereadExport(from)), NOTHING)
      })
    )
  }

  it.effect("a rule with only an alert in a deleted channel can be read, and its plan is empty", () =>
    Effect.gen(function* () {
      const from = withoutDeleted(state({ rules: [rule(idOf(500), "words", { actions: [alert] })] }), () => false)
      assert.deepStrictEqual(planned(from, yield* rereadExport(from)), NOTHING)
    })
  )
})

describe("the order of channels", () => {
  it("has a channel that leaves its category once", () => {
    const [staff, a, b, c] = [idOf(200), idOf(310), idOf(311), idOf(312)]
    const inStaff = (id: string, name: string, position: number) => channel(id, name, { position, parent_id: staff })
    const from = state({
      channels: [
        channel(OTHER, "other"),
        category(staff, "Staff"),
        inStaff(a, "a", 5),
        inStaff(b, "b", 6),
        inStaff(c, "c", 7)
      ]
    })
    const document: Document = {
      version: 1,
      channels: [
        { name: "other" },
        { name: "a" },
        { name: "Staff", kind: "category", channels: [{ name: "c" }, { name: "b" }] }
      ]
    }
    const plan = planned(from, document)
    assert.deepStrictEqual(callsOf(plan, "channels_modify"), [{ channel_id: a, clear: ["parent_id"] }])
    const [order, ...others] = callsOf(plan, "channels_modify_positions")
    assert.deepStrictEqual(others, [])
    const positions: ReadonlyArray<{ readonly id: string; readonly position: number }> = Object(order).positions
    assert.lengthOf(
      positions.filter(({ id }) => id === a),
      1
    )
    assert.strictEqual(new Set(positions.map(({ id }) => id)).size, positions.length)
    const positionOf = new Map(positions.map(({ id, position }) => [id, position]))
    const after = from.channels.map((it) => ({
      ...it,
      parent_id: it.id === a ? null : (it.parent_id ?? null),
      position: positionOf.get(it.id) ?? it.position
    }))
    assert.deepStrictEqual(planned({ ...from, channels: after }, document), NOTHING)
  })

  it("leaves out a channel whose kind cannot change", () => {
    const from = state({
      channels: [
        channel(SEEN, "seen"),
        channel(OTHER, "other", { position: 1 }),
        channel(idOf(302), "third", { position: 2 })
      ]
    })
    const plan = planned(from, {
      version: 1,
      channels: [{ name: "third" }, { name: "other" }, { name: "seen", kind: "voice" }],
      ids: { guild: GUILD, channels: { seen: SEEN } }
    })
    assert.deepStrictEqual(reasons(plan), [
      "channel: seen: kind: a text channel cannot become a voice channel: it stays"
    ])
    const [order] = callsOf(plan, "channels_modify_positions")
    assert.sameMembers(
      Object(order).positions.map(({ id }: { id: string }) => id),
      [OTHER, idOf(302)]
    )
  })

  /** A category with the most channels, and what the blueprint has in it. */
  const FULL = idOf(200)
  const names = Array.from({ length: 50 }, (_, at) => `c${at}`)
  const inFull = names.map((name, position) => channel(idOf(400 + position), name, { position, parent_id: FULL }))
  const [first, ...others] = [{ name: "c0" }, ...names.slice(1).map((name) => ({ name }))] as const
  const full = (...channels: NonNullable<Document["channels"]>) =>
    ({ name: "Full", kind: "category", channels }) as const

  const top = [channel(SEEN, "seen"), category(FULL, "Full")]
  const denied: Readonly<Record<string, readonly [GuildState, Document, ReadonlyArray<string>]>> = {
    "whose kind needs a Community guild": [
      state({ channels: [...top, channel(OTHER, "other", { parent_id: FULL })] }, { features: [] }),
      {
        version: 1,
        channels: [full({ name: "seen", kind: "announcement" }, { name: "other" })],
        ids: { guild: GUILD, channels: { seen: SEEN } }
      },
      ["channel: seen: kind: needs a Community guild"]
    ],
    "that is to get into a full category": [
      state({ channels: [...top, ...inFull] }),
      { version: 1, channels: [full(first, { name: "seen" }, ...others)] },
      ["channel: seen: category: a category has at most 50 channels"]
    ],
    "whose kind cannot change, in a full category that is to get another": [
      state({ channels: [...top, ...inFull] }),
      {
        version: 1,
        channels: [{ ...first, kind: "voice" }, full(...others, { name: "seen" })],
        ids: { guild: GUILD, channels: { [first.name]: idOf(400) } }
      },
      [
        "channel: c0: kind: a text channel cannot become a voice channel: it stays",
        "channel: seen: category: a category has at most 50 channels"
      ]
    ]
  }
  for (const [what, [from, document, expected]] of Object.entries(denied)) {
    it(`does not change for a channel ${what}`, () => {
      const { steps, unreachable } = planOf({ ...from, bot: administrator }, document)
      assert.deepStrictEqual(reasons({ unreachable }), expected)
      assert.deepStrictEqual(steps, [])
    })
  }
})

describe("channels of one name", () => {
  it("match as described, also by an overwrite of a role named __proto__", () => {
    const overwrite = { id: ROLE, type: OverwriteType.Role, allow: "0", deny: "2048" }
    const from = state(
      { channels: [channel(SEEN, "seen", { permission_overwrites: [overwrite] })] },
      { roles: [role(GUILD, "@everyone", 0), role(ROLE, "__proto__", 1), role(BOT, "bot", 2)] }
    )
    const plan = planned(from, {
      version: 1,
      channels: [
        { name: "seen", overwrites: { ["__proto__"]: { deny: ["SEND_MESSAGES"] } } },
        { key: "other", name: "seen", topic: "Tides" }
      ]
    })
    assert.deepStrictEqual(plan.unreachable, [])
    assert.deepStrictEqual(
      plan.changes.map(({ action, name }) => [action, name]),
      [["create", "seen"]]
    )
  })
})

describe("the rules channel of a Community guild", () => {
  const from = state({}, { rules_channel_id: SEEN, public_updates_channel_id: OTHER })
  const replaced = (more: object = {}): Document => ({
    version: 1,
    guild: { rules_channel: "new-rules" },
    channels: [{ name: "other" }, { name: "new-rules", ...more }]
  })

  it("is deleted by the plan that repositions it, after the guild has changed", () => {
    const plan = planned(from, replaced())
    assert.deepStrictEqual(plan.unreachable, [])
    const tools = plan.steps.map(({ tool }) => tool).filter((tool) => tool !== "channels_modify_positions")
    assert.deepStrictEqual(tools, ["channels_create_guild_channel", "guild_modify", "channels_delete"])
    assert.deepStrictEqual(callsOf(plan, "channels_delete"), [{ channel_id: SEEN }])
    const created = plan.steps.find(({ tool }) => tool === "channels_create_guild_channel")
    assert.deepInclude(callsOf(plan, "guild_modify")[0], { rules_channel_id: `{{${created?.id}.id}}` })
  })

  it("is kept if its replacement cannot be created", () => {
    const plan = planned(from, replaced({ overwrites: { "@everyone": { allow: ["MANAGE_ROLES"] } } }))
    assert.deepStrictEqual(plan.steps, [])
    assert.deepStrictEqual(reasons(plan), [
      "channel: new-rules: changes MANAGE_ROLES in an overwrite, which only an administrator can",
      "channel: seen: Community needs it: set another rules or updates channel first",
      "guild: rules_channel: its channel cannot be created"
    ])
  })

  const withLounge = {
    ...from,
    channels: [...from.channels, channel(idOf(302), "Lounge", { type: ChannelType.GuildVoice })]
  }
  const wrong: Readonly<Record<string, readonly [rules_channel: string, reason: string]>> = {
    "no channel": ["", "a Community guild needs it"],
    "a voice channel": ["Lounge", "needs a text channel"]
  }
  for (const [what, [rules_channel, reason]] of Object.entries(wrong)) {
    it(`cannot become ${what}, and the other settings change`, () => {
      const plan = planned(withLounge, { version: 1, guild: { rules_channel, description: "Tides" } })
      assert.deepStrictEqual(reasons(plan), [`guild: rules_channel: ${reason}`])
      assert.deepStrictEqual(callsOf(plan, "guild_modify"), [{ guild_id: GUILD, description: "Tides" }])
    })
  }

  it("is kept if its replacement stays of another kind", () => {
    const plan = planned(
      { ...withLounge, bot: administrator },
      {
        version: 1,
        guild: { rules_channel: "lounge" },
        channels: [{ name: "other" }, { name: "lounge", kind: "text" }],
        ids: { guild: GUILD, channels: { lounge: idOf(302) } }
      }
    )
    assert.deepStrictEqual(callsOf(plan, "channels_delete"), [])
    assert.deepStrictEqual(reasons(plan), [
      "channel: Lounge: kind: a voice channel cannot become a text channel: it stays",
      "channel: seen: Community needs it: set another rules or updates channel first",
      "guild: rules_channel: needs a text channel"
    ])
  })

  it("cannot become a voice channel that the same blueprint creates", () => {
    const channels = [{ name: "seen" }, { name: "other" }, { name: "Deck", kind: "voice" as const }]
    const plan = planned(from, { version: 1, guild: { rules_channel: "Deck" }, channels })
    assert.deepStrictEqual(reasons(plan), ["guild: rules_channel: needs a text channel"])
    assert.deepStrictEqual(callsOf(plan, "guild_modify"), [])
  })
})

describe("a custom emoji of another guild", () => {
  const OWN = `wave:${idOf(400)}`
  const FOREIGN = `wave:${idOf(400, 2)}`
  const FORUM = idOf(302)
  const from = state(
    {
      channels: [channel(SEEN, "seen"), channel(FORUM, "ideas", { type: ChannelType.GuildForum })],
      welcome: { description: null, welcome_channels: [] },
      onboarding: { enabled: false, mode: 0, default_channel_ids: [], prompts: [] }
    },
    { emojis: [{ id: idOf(400), name: "wave" }] }
  )
  const forum = { name: "ideas", kind: "forum" } as const
  /** Where an emoji can be: the blueprint, what the plan cannot do, and the call without the emoji. */
  const positions: Readonly<
    Record<string, readonly [Partial<Document>, unreachable: string, tool: string, call: object]>
  > = {
    "a tag": [
      {
        channels: [
          {
            ...forum,
            available_tags: [
              { name: "a", emoji: FOREIGN },
              { name: "b", emoji: OWN }
            ]
          }
        ]
      },
      "channel: ideas: available_tags",
      "channels_modify",
      {
        available_tags: [
          { name: "a", moderated: false },
          { name: "b", moderated: false, emoji: OWN }
        ]
      }
    ],
    "a default reaction": [
      { channels: [{ ...forum, topic: "Tides", default_reaction_emoji: FOREIGN }] },
      "channel: ideas: default_reaction_emoji",
      "channels_modify",
      { topic: "Tides" }
    ],
    "the welcome screen": [
      {
        welcome_screen: {
          channels: [
            { channel: "seen", description: "Read", emoji: FOREIGN },
            { channel: "ideas", description: "Post", emoji: OWN }
          ]
        }
      },
      "welcome_screen: seen: channels",
      "guild_modify_welcome_screen",
      {
        welcome_channels: [
          { channel_id: SEEN, description: "Read" },
          { channel_id: FORUM, description: "Post", emoji: OWN }
        ]
      }
    ],
    "an option of onboarding": [
      {
        onboarding: {
          prompts: [
            {
              title: "Who?",
              options: [
                { title: "Me", emoji: FOREIGN },
                { title: "You", emoji: OWN }
              ]
            }
          ]
        }
      },
      "onboarding: Who?: prompts",
      "onboarding_modify",
      {
        prompts: [
          {
            title: "Who?",
            options: [
              { title: "Me", role_ids: [], channel_ids: [] },
              { title: "You", emoji: OWN, role_ids: [], channel_ids: [] }
            ]
          }
        ]
      }
    ]
  }
  for (const [place, [document, unreachable, tool, args]] of Object.entries(positions)) {
    it(`is left out of ${place}, and the rest is applied`, () => {
      const { steps, unreachable: all } = planOf(from, { version: 1, ...document })
      assert.deepStrictEqual(reasons({ unreachable: all }), [
        `${unreachable}: has an emoji that this guild lacks: it is left out`
      ])
      assert.deepStrictEqual(
        steps.map((step) => step.tool),
        [tool]
      )
      assert.deepInclude(steps[0]?.args, args)
      assert.notInclude(JSON.stringify(steps), idOf(400, 2))
    })
  }
})

describe("what a role may do", () => {
  it("changes after its place", () => {
    const crew = idOf(101)
    const from = state(
      { bot: administrator },
      { roles: [role(GUILD, "@everyone", 0), role(ROLE, "member", 1), role(crew, "crew", 2), role(BOT, "bot", 3)] }
    )
    const { steps } = planOf(from, {
      version: 1,
      everyone: { permissions: ["VIEW_CHANNEL"] },
      roles: [{ name: "member", permissions: ["BAN_MEMBERS"] }, { name: "crew" }, { name: "new" }]
    })
    assert.deepStrictEqual(
      steps.map(({ args, tool }) => [tool, args.role_id]),
      [
        ["roles_create", undefined],
        ["roles_modify_positions", undefined],
        ["roles_modify", GUILD],
        ["roles_modify", ROLE]
      ]
    )
  })
})

describe("a guild that refers to what was deleted", () => {
  const { Administrator, ManageChannels, ManageGuild, ManageRoles, ViewChannel } = PermissionFlagsBits
  /** A channel and a role that the guild does not have. */
  const [CHANNEL, DELETED] = [idOf(700), idOf(800)]
  const structured = (tool: string, input: object) => Effect.map(call(tool, input), (answer) => answer.structured)

  /** Sets references to a deleted channel, a deleted role, `#secret`, and what the bot views. */
  const withReferences = Effect.gen(function* () {
    const { ids, patch } = yield* Sandbox
    const { general, secret } = ids.channels
    const path = `/guilds/${ids.guild}`
    const channels = [secret, CHANNEL, general]
    const roles = [DELETED, ids.roles.member]
    yield* patch({
      [path]: {
        system_channel_id: CHANNEL,
        emojis: [{ id: idOf(400), name: "wave", roles, managed: false, animated: false, available: true }]
      },
      [`${path}/auto-moderation/rules/${ids.rule}`]: {
        exempt_roles: roles,
        exempt_channels: channels,
        actions: [
          { type: AutoModerationActionType.BlockMessage },
          { type: AutoModerationActionType.SendAlertMessage, metadata: { channel_id: CHANNEL } }
        ]
      },
      [`${path}/welcome-screen`]: {
        description: null,
        welcome_channels: channels.map((channel_id) => ({ channel_id, description: "Read" }))
      },
      [`${path}/onboarding`]: {
        guild_id: ids.guild,
        enabled: false,
        mode: 0,
        default_channel_ids: channels,
        prompts: [
          {
            id: idOf(600),
            title: "Who?",
            type: 0,
            options: [{ id: idOf(601), title: "Me", role_ids: roles, channel_ids: channels }]
          }
        ]
      }
    })
    return ids
  })

  for (const [who, permissions] of [
    ["an administrator", Administrator],
    ["a bot that cannot view #secret", ManageChannels | ManageGuild | ManageRoles | ViewChannel]
  ] as const) {
    it.live(`is in sync with its own export, and its onboarding can change, for ${who}`, () =>
      Effect.gen(function* () {
        const { channels, guild, roles } = yield* withReferences
        const { notice, text } = yield* structured("blueprint_export", { guild_id: guild })
        // What was deleted is not said to be hidden, and the rule has its other action.
        if (permissions === Administrator) {
          assert.notMatch(String(notice), /cannot view/)
          assert.match(String(text), /type: block_message/)
        }
        assert.notMatch(String(text), new RegExp(`${CHANNEL}|${DELETED}`))
        const plan = yield* structured("blueprint_plan", { guild_id: guild, blueprint: text })
        assert.deepInclude(plan, { in_sync: true, changes: [] })
        assert.notProperty(plan, "unreachable")
        const { requests } = yield* Sandbox
        const asked = (yield* requests).filter(({ path }) => path.endsWith(CHANNEL) || path.endsWith(channels.secret))
        assert.sameMembers(
          asked.map(({ status }) => status),
          permissions === Administrator ? [] : [403, 404]
        )
        const blueprint = {
          version: 1,
          onboarding: {
            default_channels: ["general", "support"],
            prompts: [{ title: "Who?", options: [{ title: "Me", description: "I", roles: ["member"], channels: [] }] }]
          }
        }
        const applied = yield* structured("blueprint_apply", { guild_id: guild, blueprint, __confirm: true })
        assert.deepInclude(applied, { converged: true, status: "ok", calls: { ok: 1, failed: 0, skipped: 0 } })
        const onboarding = Object((yield* (yield* Sandbox).snapshot)[`/guilds/${guild}/onboarding`])
        // Only what exists where the bot cannot view it is kept.
        const kept = permissions === Administrator ? [] : [channels.secret]
        assert.sameMembers(onboarding.default_channel_ids, [...kept, channels.general, channels.support])
        assert.deepInclude(onboarding.prompts[0].options[0], { role_ids: [roles.member], channel_ids: kept })
      }).pipe(served({ MCP_DRY_RUN: "false" }, { ...roomy, permissions }))
    )
  }
})

describe("a guild without announcement channels", () => {
  for (const [from, to] of [
    ["announcement", "text"],
    ["text", "announcement"]
  ] as const)
    it(`keeps the kind of a channel that is to change from ${from} to ${to}`, () => {
      const type = from === "text" ? ChannelType.GuildText : ChannelType.GuildAnnouncement
      const live = state({ channels: [channel(SEEN, "seen", { type })] }, { features: [] })
      const plan = planned(live, {
        version: 1,
        ids: { guild: GUILD, channels: { seen: SEEN } },
        channels: [{ name: "seen", kind: to }]
      })
      assert.deepStrictEqual(reasons(plan), ["channel: seen: kind: needs a Community guild"])
      assert.deepStrictEqual(plan.steps, [])
    })
})

describe("a change of what refers to deleted channels and roles", () => {
  const live = withoutDeleted(
    state({
      welcome: {
        description: null,
        welcome_channels: [SEEN, GONE].map((channel_id) => ({
          channel_id,
          description: "Read",
          emoji_id: null,
          emoji_name: null
        }))
      },
      onboarding: {
        enabled: true,
        mode: 0,
        default_channel_ids: [SEEN, GONE],
        prompts: [
          {
            id: idOf(900),
            type: 0,
            title: "Who?",
            single_select: false,
            required: false,
            in_onboarding: false,
            options: [{ id: idOf(901), title: "Me", role_ids: [GONE, ROLE], channel_ids: [GONE] }]
          }
        ]
      }
    }),
    () => false
  )

  it("sends the others of the welcome screen again", () => {
    const plan = planned(live, { version: 1, welcome_screen: { description: "Hello" } })
    assert.deepStrictEqual(callsOf(plan, "guild_modify_welcome_screen"), [
      { guild_id: GUILD, description: "Hello", welcome_channels: [{ channel_id: SEEN, description: "Read" }] }
    ])
  })

  it("sends the others of onboarding again, which gives their roles", () => {
    const plan = planned(live, { version: 1, onboarding: { enabled: false } })
    assert.deepStrictEqual(callsOf(plan, "onboarding_modify"), [
      {
        guild_id: GUILD,
        enabled: false,
        default_channel_ids: [SEEN],
        prompts: [
          {
            id: idOf(900),
            type: "multiple_choice",
            title: "Who?",
            single_select: false,
            required: false,
            in_onboarding: false,
            options: [{ id: idOf(901), title: "Me", role_ids: [ROLE], channel_ids: [] }]
          }
        ]
      }
    ])
    assert.deepStrictEqual(
      plan.steps.map(({ risk }) => risk),
      ["destructive"]
    )
  })

  it("is none if nothing else changes", () => {
    const same = {
      welcome_screen: { channels: [{ channel: "seen", description: "Read" }] },
      onboarding: { enabled: true }
    }
    assert.deepStrictEqual(planned(live, { version: 1, ...same }), NOTHING)
  })
})

describe("entries of one name", () => {
  const gone = idOf(101)
  const live = (more: Parameters<typeof state>[0], guild: Parameters<typeof state>[1] = {}) =>
    state(more, {
      roles: [role(GUILD, "@everyone", 0), role(gone, "gone", 1), { ...role(BOT, "bot", 2), managed: true }],
      ...guild
    })
  const other = { name: "same", key: "same~2" }

  it("mean an emoji whose roles the same plan deletes", () => {
    const emojis = [{ id: idOf(600), name: "same", roles: [gone], animated: false, managed: false }]
    const wanted = [
      { name: "same", roles: [] },
      { ...other, roles: ["@everyone"], url: "https://example.com/a.png" }
    ]
    const plan = planned(live({}, { emojis }), { version: 1, roles: [], emojis: wanted })
    assert.lengthOf(callsOf(plan, "emojis_create"), 1)
    assert.deepStrictEqual(reasons(plan), [])
  })

  it("mean a rule whose exempt roles and channels the same plan deletes", () => {
    const rules = [rule(idOf(500), "same", { exempt_roles: [gone], exempt_channels: [OTHER] })]
    const from = live({ rules, bot: administrator })
    const { automod: [entry] = [] } = documentOf(from).document
    assert.isDefined(entry)
    const wanted = { ...entry, exempt_roles: [], exempt_channels: [] }
    const plan = planned(from, {
      version: 1,
      roles: [],
      channels: [{ name: "seen", kind: "text" }],
      automod: [wanted, { ...wanted, ...other, enabled: false }]
    })
    assert.lengthOf(callsOf(plan, "automod_create_rule"), 1)
    assert.deepStrictEqual(reasons(plan), [])
  })

  it("mean a channel whose role the same plan deletes", () => {
    const overwrites = [{ id: gone, type: 0, allow: "2048", deny: "0" }]
    const from = live({ channels: [channel(SEEN, "same", { permission_overwrites: overwrites })] })
    const same = { name: "same", kind: "text", overwrites: {} } as const
    const plan = planned(from, { version: 1, roles: [], channels: [same, { ...same, ...other, topic: "Tides" }] })
    assert.lengthOf(callsOf(plan, "channels_create_guild_channel"), 1)
    assert.deepStrictEqual(reasons(plan), [])
  })
})

it("a sticker with a line break in its name is the one that a form has created", () => {
  const sticker = { name: "a\nb", description: "c\nd", tags: "tide" }
  const live = { ...sticker, id: idOf(700), name: "a\r\nb", description: "c\r\nd", format_type: 1 }
  assert.deepStrictEqual(planned(state({}, { stickers: [live] }), { version: 1, stickers: [sticker] }), NOTHING)
})

it("an emoji is the same with and without the mark that makes it a picture", () => {
  const tags = [{ id: idOf(800), name: "love", moderated: false, emoji_id: null, emoji_name: "❤" }]
  const live = state(
    { channels: [channel(SEEN, "seen", { type: ChannelType.GuildForum, available_tags: tags })] },
    { roles: [role(GUILD, "@everyone", 0), { ...role(ROLE, "member", 1), unicode_emoji: "❤" }, role(BOT, "bot", 2)] }
  )
  const forum = { name: "seen", kind: "forum", available_tags: [{ name: "love", emoji: "❤️" }] } as const
  assert.deepStrictEqual(
    planned(live, { version: 1, roles: [{ name: "bot" }, { name: "member", unicode_emoji: "❤️" }], channels: [forum] }),
    NOTHING
  )
})

describe("a name of a role that has only spaces", () => {
  it("leaves the role its name, and says so", () => {
    const plan = planned(state(), {
      version: 1,
      ids: { guild: GUILD, roles: { member: ROLE } },
      roles: [{ name: "bot" }, { key: "member", name: "  " }]
    })
    assert.deepStrictEqual(callsOf(plan, "roles_modify"), [])
    assert.deepStrictEqual(reasons(plan), ["role: member: name: its name has no character that Discord keeps"])
  })
})

describe("what a person must see", () => {
  /** The list of facts of the calls of a tool. */
  const factsOf = ({ steps }: Pick<ReturnType<typeof planned>, "steps">, name: string) =>
    steps.flatMap(({ facts }) => facts[name] ?? [])
  const SECOND = idOf(101)
  const VIEW = { allow: ["VIEW_CHANNEL"] } as const
  const from = state(
    { channels: [channel(SEEN, "seen")] },
    { roles: [role(GUILD, "@everyone", 0), role(ROLE, "member", 1), role(SECOND, "admin", 2), role(BOT, "bot", 3)] }
  )
  /** A document whose key of the second role is the name of the first. */
  const misnamed: Document = {
    version: 1,
    ids: { guild: GUILD, roles: { member: SECOND, other: ROLE } },
    roles: [{ name: "bot" }, { key: "member", name: "admin" }, { key: "other", name: "member" }]
  }

  it("names the role of an overwrite as the guild does, under any key", () => {
    const plan = planned(from, { ...misnamed, channels: [{ name: "seen", overwrites: { member: VIEW } }] })
    assert.deepStrictEqual(factsOf(plan, "overwrites"), ["@admin +VIEW_CHANNEL"])
    const swapped = planned(
      {
        ...from,
        channels: [channel(SEEN, "seen", { permission_overwrites: [{ id: ROLE, type: 0, allow: "1024", deny: "0" }] })]
      },
      { ...misnamed, channels: [{ name: "seen", overwrites: { member: VIEW } }] }
    )
    assert.deepStrictEqual(factsOf(swapped, "overwrites"), ["@member -VIEW_CHANNEL", "@admin +VIEW_CHANNEL"])
  })

  it("names a new role by its name, and says where one of the guild has it", () => {
    const channels = [{ name: "seen", overwrites: { calm: VIEW } }]
    const create = (name: string) =>
      planned(from, {
        version: 1,
        roles: [{ name: "bot" }, { name: "admin" }, { name: "member" }, { key: "calm", name }],
        channels
      })
    assert.deepStrictEqual(factsOf(create("Warden"), "overwrites"), ["@Warden +VIEW_CHANNEL"])
    const moved = planned(from, {
      ...misnamed,
      roles: [...(misnamed.roles ?? []), { key: "calm", name: "member" }],
      channels
    })
    assert.deepStrictEqual(factsOf(moved, "overwrites"), ['@"member (new)" +VIEW_CHANNEL'])
  })

  it("names the roles that onboarding gives as the guild does", () => {
    const onboarding: GuildState["onboarding"] = { enabled: false, mode: 0, default_channel_ids: [], prompts: [] }
    const options = [{ title: "Yes", roles: ["member"] }]
    const plan = planned(
      { ...from, onboarding },
      { ...misnamed, onboarding: { prompts: [{ title: "Ready?", options }] } }
    )
    assert.deepStrictEqual(factsOf(plan, "prompts"), ["gives @admin"])
  })

  it("shows which role moves, also where another is created", () => {
    const roles = [{ name: "bot" }, { name: "new" }, { name: "member" }, { name: "admin" }]
    const { changes, steps } = planOf(from, { version: 1, roles })
    assert.deepInclude(changes, {
      action: "move",
      object: "role",
      name: "order of roles",
      risk: "destructive",
      fields: [{ field: "order", before: ["admin", "member"], after: ["member", "admin"] }]
    })
    assert.deepStrictEqual(factsOf({ steps }, "order"), ["@admin below @member"])
  })

  it("shows which channels change their order, also where another is created", () => {
    const live = state({ channels: [channel(SEEN, "seen"), channel(OTHER, "other", { position: 1 })] })
    const { changes } = planOf(live, { version: 1, channels: [{ name: "other" }, { name: "new" }, { name: "seen" }] })
    assert.deepStrictEqual(
      changes.map(({ action, name }) => [action, name]),
      [
        ["create", "new"],
        ["move", "order of channels"]
      ]
    )
  })
})
