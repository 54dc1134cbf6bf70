/** Plans of one case each: what the bot cannot view, and the limits of Discord. */
import { assert, describe, it } from "@effect/vitest"
import { AutoModerationActionType, OverwriteType } from "discord-api-types/v10"
import { FastCheck as fc } from "effect"
import type { Document } from "../../src/blueprint/document.ts"
import { documentOf } from "../../src/blueprint/documentOf.ts"
import type { GuildState } from "../../src/blueprint/GuildState.ts"
import { planOf, problemsIn } from "../../src/blueprint/plan.ts"
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

/** The state with what no blueprint can name, in every field that has ids. */
const live = state(
  {
    channels: [
      channel(SEEN, "seen", {
        permission_overwrites: [
          { id: ROLE, type: OverwriteType.Role, allow: "1024", deny: "0" },
          { id: GONE, type: OverwriteType.Role, allow: "2048", deny: "0" },
          { id: idOf(900), type: OverwriteType.Member, allow: "1024", deny: "0" }
        ]
      }),
      channel(OTHER, "other", { position: 1 })
    ],
    rules: [
      rule(idOf(500), "words", {
        exempt_roles: [GONE, ROLE],
        exempt_channels: [HIDDEN, SEEN],
        actions: [
          { type: AutoModerationActionType.SendAlertMessage, metadata: { channel_id: HIDDEN } },
          { type: AutoModerationActionType.BlockMessage }
        ]
      })
    ],
    welcome: {
      description: "Hello",
      welcome_channels: [
        { channel_id: SEEN, description: "Read" },
        { channel_id: HIDDEN, description: "Secret", emoji_name: "🌊" },
        { channel_id: OTHER, description: "Write" }
      ]
    },
    onboarding: {
      enabled: false,
      mode: 0,
      default_channel_ids: [HIDDEN, SEEN],
      prompts: [
        {
          id: idOf(600),
          title: "Who?",
          type: 0,
          options: [{ id: idOf(601), title: "Me", role_ids: [GONE, ROLE], channel_ids: [HIDDEN] }]
        }
      ]
    }
  },
  {
    system_channel_id: HIDDEN,
    rules_channel_id: HIDDEN,
    afk_channel_id: HIDDEN,
    public_updates_channel_id: HIDDEN,
    safety_alerts_channel_id: HIDDEN,
    emojis: [{ id: idOf(400), name: "wave", roles: [GONE, ROLE] }]
  }
)

const exported = documentOf(live).document

/** Returns the arguments of the calls of a tool. */
const callsOf = (document: Document, tool: string, from = live) =>
  planOf(from, document).steps.flatMap((step) => (step.tool === tool ? [step.args] : []))

const RULE = { name: "words", trigger_type: "keyword" } as const

/** A change of every field with ids, and the part of its call that has to have what the bot cannot view. */
const changes: Readonly<Record<string, readonly [change: Partial<Document>, tool: string, kept: object]>> = {
  exempt_channels: [
    { automod: [{ ...RULE, exempt_channels: ["seen", "other"] }] },
    "automod_modify_rule",
    { exempt_channels: [HIDDEN, SEEN, OTHER] }
  ],
  "empty exempt_channels": [
    { automod: [{ ...RULE, exempt_channels: [] }] },
    "automod_modify_rule",
    { exempt_channels: [HIDDEN] }
  ],
  exempt_roles: [{ automod: [{ ...RULE, exempt_roles: [] }] }, "automod_modify_rule", { exempt_roles: [GONE] }],
  "the channel of an alert": [
    { automod: [{ ...RULE, actions: [{ type: "block_message", custom_message: "No" }] }] },
    "automod_modify_rule",
    {
      actions: [
        { type: "send_alert_message", metadata: { channel_id: HIDDEN } },
        { type: "block_message", metadata: { custom_message: "No" } }
      ]
    }
  ],
  "channels of the welcome screen": [
    {
      welcome_screen: {
        channels: [
          { channel: "seen", description: "Read" },
          { channel: "other", description: "Talk" }
        ]
      }
    },
    "guild_modify_welcome_screen",
    {
      welcome_channels: [
        { channel_id: SEEN, description: "Read" },
        { channel_id: HIDDEN, description: "Secret", emoji: "🌊" },
        { channel_id: OTHER, description: "Talk" }
      ]
    }
  ],
  "default channels of onboarding": [
    { onboarding: { default_channels: ["other"] } },
    "onboarding_modify",
    { default_channel_ids: [HIDDEN, OTHER] }
  ],
  "roles of an emoji": [{ emojis: [{ name: "wave", roles: [] }] }, "emojis_modify", { roles: [GONE] }],
  "overwrites of members and of roles that the guild does not list": [
    { channels: [{ name: "seen", overwrites: {} }] },
    "channels_modify",
    {
      permission_overwrites: [
        { id: GONE, type: "role", allow: ["SEND_MESSAGES"], deny: [] },
        { id: idOf(900), type: "member", allow: ["VIEW_CHANNEL"], deny: [] }
      ]
    }
  ]
}

describe("what a blueprint cannot name", () => {
  it("is no difference of the guild from its own export", () => {
    const { changes, steps, unreachable } = planOf(live, exported, { prune: true })
    assert.deepStrictEqual({ changes, steps, unreachable }, { changes: [], steps: [], unreachable: [] })
    assert.notInclude(JSON.stringify(exported), HIDDEN)
    assert.include(documentOf(live).notices.join(), "references to 1 channel that the bot cannot view")
  })

  for (const [field, [change, tool, kept]] of Object.entries(changes)) {
    it(`is kept by a change of ${field}, which a notice says`, () => {
      const document = { version: 1 as const, ...change }
      const [args, ...others] = callsOf(document, tool)
      assert.deepInclude(args, kept)
      assert.deepStrictEqual(others, [])
      if (tool !== "channels_modify") {
        assert.match(planOf(live, document).notices.join(), /keeps 1 id that no blueprint can name/)
      }
    })
  }

  it("is kept by a change of a question's options", () => {
    const option = { title: "Me", roles: ["member"], channels: ["seen"] }
    const [args] = callsOf(
      { version: 1, onboarding: { prompts: [{ title: "Who?", options: [option] }] } },
      "onboarding_modify"
    )
    const [prompt] = [args?.prompts].flat()
    assert.deepInclude(Object(prompt).options[0], { role_ids: [GONE, ROLE], channel_ids: [HIDDEN, SEEN] })
  })

  for (const [field, isRequired] of [
    ["system_channel", false],
    ["rules_channel", true],
    ["afk_channel", false],
    ["public_updates_channel", true],
    ["safety_alerts_channel", false]
  ] as const) {
    it(`is neither exported nor changed as ${field}, and can be cleared unless Community needs it`, () => {
      assert.notProperty(exported.guild, field)
      assert.deepStrictEqual(callsOf({ version: 1, guild: { description: "" } }, "guild_modify"), [])
      const cleared = callsOf({ version: 1, guild: { [field]: "" } }, "guild_modify")
      assert.deepStrictEqual(cleared, isRequired ? [] : [{ guild_id: GUILD, clear: [`${field}_id`] }])
    })
  }

  it("counts for the seven default channels of onboarding", () => {
    const channels = Array.from({ length: 6 }, (_, at) => channel(idOf(310 + at), `c${at}`, { position: at }))
    const default_channel_ids = [HIDDEN, ...channels.map(({ id }) => id)]
    const from = state({ channels, onboarding: { enabled: true, mode: 0, default_channel_ids, prompts: [] } })
    const { onboarding } = documentOf(from).document
    assert.lengthOf(onboarding?.default_channels ?? [], 6)
    assert.deepStrictEqual(problemsIn(from, { version: 1, onboarding: onboarding ?? {} }), [])
    const fewer = { ...onboarding, default_channels: onboarding?.default_channels?.slice(1) ?? [] }
    assert.deepInclude(problemsIn(from, { version: 1, onboarding: fewer })[0], { path: "onboarding.default_channels" })
  })

  it("is left as it is if the list would be too long", () => {
    const channels = Array.from({ length: 5 }, (_, at) => channel(idOf(310 + at), `c${at}`, { position: at }))
    const from = { ...live, channels }
    const welcome_screen = { channels: channels.map(({ name }) => ({ channel: name, description: "x" })) }
    const { changes, unreachable } = planOf(from, { version: 1, welcome_screen })
    assert.deepStrictEqual(changes, [])
    assert.match(unreachable[0]?.reason ?? "", /has more than 5 entries with those that it keeps/)
  })
})

describe("a category that the bot cannot view", () => {
  const inner = channel(SEEN, "seen", { parent_id: HIDDEN })
  const from = state({ channels: [inner, channel(OTHER, "other", { position: 1 })] })
  const inside = (more: object = {}): Document => ({
    version: 1,
    channels: [{ name: "Staff", kind: "category", channels: [{ name: "seen", topic: "Tides" }] }],
    ...more
  })
  const cases: Readonly<Record<string, Document>> = {
    "its own export": documentOf(from).document,
    "an export of a bot that saw it": inside({
      ids: { guild: GUILD, channels: { Staff: HIDDEN, seen: SEEN } }
    }),
    "a blueprint by names": inside(),
    "an export of another guild": inside({
      ids: { guild: idOf(0, 2), channels: { Staff: idOf(1, 2), seen: idOf(2, 2) } }
    })
  }

  for (const [what, document] of Object.entries(cases)) {
    it(`is not created again by ${what}, and keeps its visible channel`, () => {
      const { changes, steps } = planOf(from, document, { hidden: new Set([HIDDEN]) })
      assert.deepStrictEqual(
        changes.filter(({ action }) => action !== "update"),
        []
      )
      for (const { args, tool } of steps) {
        assert.include(["channels_modify"], tool)
        assert.notProperty(args, "parent_id")
        assert.notDeepInclude(args, { clear: ["parent_id"] })
      }
    })
  }

  it("gets no new channels, and no channel that the bot views", () => {
    const channels = [
      { name: "Staff", kind: "category" as const, channels: [{ name: "seen" }, { name: "other" }, { name: "new" }] }
    ]
    const { changes, steps, unreachable } = planOf(from, { version: 1, channels })
    assert.deepStrictEqual([changes, steps], [[], []])
    assert.deepStrictEqual(
      unreachable.map(({ name, reason }) => `${name}: ${reason}`),
      [
        "Staff: the bot cannot view it",
        "other: the bot cannot view the category that it is to be in",
        "new: the bot cannot view its category"
      ]
    )
  })

  it("loses its visible channel only to another category that the blueprint names", () => {
    const moved = planOf(
      { ...from, channels: [...from.channels, category(idOf(200), "Open")] },
      {
        version: 1,
        channels: [{ name: "Open", channels: [{ name: "seen" }] }]
      }
    )
    assert.deepInclude(moved.steps[0]?.args, { parent_id: idOf(200) })
  })
})

describe("a visible category whose channels are hidden", () => {
  it("is neither emptied nor created again, and its limit may be lower than what the bot sees", () => {
    const from = state({ channels: [category(idOf(200), "Staff")] })
    const names = Array.from({ length: 50 }, (_, at) => ({ name: `c${at}` }))
    const document: Document = { version: 1, channels: [{ name: "Staff", channels: names }] }
    const { changes, notices } = planOf(from, document)
    assert.strictEqual(changes.length, 50)
    assert.isTrue(changes.every(({ action, object }) => action === "create" && object === "channel"))
    assert.match(notices.join(), /creates \d+ channels?\. A channel that the bot cannot view may have the same name/)
    assert.match(notices.join(), /Hidden channels count for the limits of 500 channels and 50 in a category/)
  })
})

/** A guild at one of Discord's limits, and a blueprint with only new objects. */
interface Full {
  readonly from: GuildState
  readonly document: Document
  readonly create: string
  readonly remove: string
  readonly max: number
}

const many = <A>(count: number, make: (at: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, at) => make(at))

const limits: Readonly<Record<string, Full>> = {
  "250 roles": {
    from: state(
      { bot: administrator },
      {
        roles: [
          role(GUILD, "@everyone", 0),
          ...many(248, (at) => role(idOf(1000 + at), `old ${at}`, at + 1)),
          { ...role(BOT, "bot", 249), managed: true }
        ]
      }
    ),
    document: { version: 1, roles: many(248, (at) => ({ name: `new ${at}` })) },
    create: "roles_create",
    remove: "roles_delete",
    max: 250
  },
  "500 channels": {
    from: state({
      bot: administrator,
      channels: many(500, (at) => channel(idOf(1000 + at), `old-${at}`, { position: at }))
    }),
    document: { version: 1, channels: many(500, (at) => ({ name: `new-${at}` })) },
    create: "channels_create_guild_channel",
    remove: "channels_delete",
    max: 500
  },
  "50 channels of a category": {
    from: state({
      bot: administrator,
      channels: [
        category(idOf(200), "Staff"),
        ...many(50, (at) => channel(idOf(1000 + at), `old-${at}`, { position: at, parent_id: idOf(200) }))
      ]
    }),
    document: { version: 1, channels: [{ name: "Staff", channels: many(50, (at) => ({ name: `new-${at}` })) }] },
    create: "channels_create_guild_channel",
    remove: "channels_delete",
    max: 51
  },
  "6 rules of keywords": {
    from: state({ bot: administrator, rules: many(6, (at) => rule(idOf(1000 + at), `old ${at}`)) }),
    document: {
      version: 1,
      automod: many(6, (at) => ({
        name: `new ${at}`,
        trigger_type: "keyword" as const,
        keyword_filter: ["a"],
        actions: [{ type: "block_message" as const }]
      }))
    },
    create: "automod_create_rule",
    remove: "automod_delete_rule",
    max: 6
  },
  "50 emojis": {
    from: state(
      { bot: administrator },
      { premium_tier: 0, emojis: many(50, (at) => ({ id: idOf(1000 + at), name: `old${at}` })) }
    ),
    document: { version: 1, emojis: many(50, (at) => ({ name: `new${at}`, url: "https://example.com/a.png" })) },
    create: "emojis_create",
    remove: "emojis_delete",
    max: 50
  },
  "5 stickers": {
    from: state(
      { bot: administrator },
      { premium_tier: 0, stickers: many(5, (at) => ({ id: idOf(1000 + at), name: `old${at}` })) }
    ),
    document: { version: 1, stickers: many(5, (at) => ({ name: `new${at}`, url: "https://example.com/a.png" })) },
    create: "stickers_create_guild_sticker",
    remove: "stickers_delete_guild_sticker",
    max: 5
  }
}

describe("a guild at a limit", () => {
  for (const [limit, { create, document, from, max, remove }] of Object.entries(limits)) {
    it(`never has more than ${limit} while a plan with prune runs`, () => {
      const { steps, unreachable } = planOf(from, document, { prune: true })
      assert.deepStrictEqual(unreachable, [])
      const deletions = steps.filter(({ tool }) => tool === remove).length
      let count = deletions + (max - deletions)
      for (const { tool } of steps) {
        count += tool === create ? 1 : tool === remove ? -1 : 0
        assert.isAtMost(count, max)
      }
      assert.strictEqual(steps.filter(({ tool }) => tool === create).length, deletions)
    })

    it(`creates nothing above ${limit} without prune, and says so before the first call`, () => {
      const { steps, unreachable } = planOf(from, document)
      assert.deepStrictEqual(
        steps.filter(({ tool }) => tool === create || tool === remove),
        []
      )
      assert.isAbove(unreachable.length, 4)
      for (const { reason } of unreachable) assert.match(reason, /at most \d+/)
    })

    it(`deletes first only as many as ${limit} need`, () => {
      const one = Object.fromEntries(
        Object.entries(document).map(([section, entries]) => [
          section,
          Array.isArray(entries)
            ? entries
                .map((entry) => ({ ...entry, ...(entry.channels && { channels: entry.channels.slice(0, 1) }) }))
                .slice(0, 1)
            : entries
        ])
      ) as unknown as Document // the same sections with one entry
      const tools = planOf(from, one, { prune: true }).steps.map(({ tool }) => tool)
      const at = tools.indexOf(create)
      assert.strictEqual(tools.slice(0, at).filter((tool) => tool === remove).length, 1)
      assert.isAbove(tools.slice(at).filter((tool) => tool === remove).length, 3)
    })
  }

  it("deletes no channel first that a setting of the guild needs", () => {
    const { document, from } = limits["500 channels"] ?? assert.fail()
    const inUse = idOf(1000)
    const { steps } = planOf(
      { ...from, guild: { ...from.guild, system_channel_id: inUse } },
      { ...document, channels: [{ name: "new" }] },
      { prune: true }
    )
    const deletions = steps.findIndex(({ args }) => args.channel_id === inUse)
    assert.isAbove(
      deletions,
      steps.findIndex(({ tool }) => tool === "channels_create_guild_channel")
    )
  })

  const categories = [idOf(200), idOf(201), idOf(202)]
  const [NEW, NONE] = [3, 4]
  const FULL = 50
  /** Some channels of full categories, and the category that each goes to: one of the three, a new one, or none. */
  const moves = fc.uniqueArray(
    fc.record({ from: fc.nat(2), at: fc.nat(FULL - 1), to: fc.nat(NONE), isClosed: fc.boolean() }),
    { minLength: 1, maxLength: 12, selector: ({ at, from }) => `${from} ${at}` }
  )

  it.prop("moves channels between full categories without one too many", [moves], ([moves]) => {
    const idAt = (from: number, at: number) => idOf(1000 + 100 * from + at)
    const all = categories.flatMap((parent_id, from) =>
      many(FULL, (at) => ({ ...channel(idAt(from, at), `c-${from}-${at}`, { position: at, parent_id }), from, at }))
    )
    const from = state({
      bot: administrator,
      channels: [...categories.map((id, at) => category(id, `C${at}`)), ...all],
      // Onboarding lets go of a channel that is closed before that.
      onboarding: { enabled: false, mode: 0, default_channel_ids: all.map(({ id }) => id), prompts: [] }
    })
    const moveOf = (one: { readonly from: number; readonly at: number }) =>
      moves.find(({ at, from }) => from === one.from && at === one.at)
    const goes = new Map<string, number>()
    const inCategory = categories.map((_, from) => all.filter((one) => one.from === from && moveOf(one) === undefined))
    for (const one of all) {
      const to = moveOf(one)?.to
      if (to === undefined) continue
      const target = (inCategory[to]?.length ?? 0) < FULL ? to : NONE
      inCategory[target]?.push(one)
      goes.set(one.id, target)
    }
    const closed = { overwrites: { "@everyone": { deny: ["VIEW_CHANNEL"] as const } } }
    const entryOf = (one: (typeof all)[number]) => ({ name: one.name ?? "", ...(moveOf(one)?.isClosed && closed) })
    const isIn = (to: number) => (one: (typeof all)[number]) => goes.get(one.id) === to
    const document: Document = {
      version: 1,
      channels: [
        ...all.filter(isIn(NONE)).map(entryOf),
        ...categories.map((_, at) => ({ name: `C${at}`, channels: (inCategory[at] ?? []).map(entryOf) })),
        { name: "New", kind: "category", channels: all.filter(isIn(NEW)).map(entryOf) }
      ],
      onboarding: { default_channels: all.flatMap((one) => (moveOf(one)?.isClosed ? [] : [one.name ?? ""])) }
    }
    const { steps, unreachable } = planOf(from, document)
    assert.deepStrictEqual(unreachable, [])
    const parents = new Map(all.map(({ id, parent_id }) => [id, parent_id ?? undefined]))
    for (const { args, tool } of steps) {
      const { channel_id, clear, parent_id } = Object(args)
      if (tool !== "channels_modify") continue
      if (parent_id !== undefined) parents.set(channel_id, parent_id)
      else if (clear?.includes("parent_id") === true) parents.set(channel_id, undefined)
      for (const id of categories) assert.isAtMost([...parents.values()].filter((it) => it === id).length, FULL)
    }
    for (const { id } of all) {
      const target = goes.get(id)
      if (target !== undefined && target < NEW) assert.strictEqual(parents.get(id), categories[target])
      if (target === NONE) assert.isUndefined(parents.get(id))
    }
  })
})
