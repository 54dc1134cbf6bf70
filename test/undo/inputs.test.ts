/** Old values in Discord's form are valid inputs of the tools that set them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { catalogue } from "../../src/catalogue/catalogue.ts"
import { type Change, refOf } from "../../src/undo/changes.ts"
import { type Kind, kinds } from "../../src/undo/kinds.ts"
import { planUndo } from "../../src/undo/plan.ts"
import type { Values } from "../../src/undo/values.ts"

const GUILD = "1248328050278400001"
const OBJECT = "1248328050278400002"
const CHANNEL = "1248328050278400003"

/** A value of each key before and after a change, as the log of Discord has it. */
const values: Readonly<Record<string, readonly [from: unknown, to: unknown]>> = {
  actions: [
    [
      { type: 1, metadata: { custom_message: "No." } },
      { type: 2, metadata: { channel_id: CHANNEL } },
      { type: 3, metadata: { duration_seconds: 60 } }
    ],
    [{ type: 1, metadata: {} }]
  ],
  afk_timeout: [300, 900],
  applied_tags: [[OBJECT], []],
  archived: [true, false],
  auto_archive_duration: [1440, 60],
  available_tags: [[{ id: OBJECT, name: "bug", moderated: true, emoji_id: null, emoji_name: "🐛" }], []],
  bitrate: [64000, 96000],
  color: [0, 255],
  colors: [
    { primary_color: 1, secondary_color: 2, tertiary_color: null },
    { primary_color: 1, secondary_color: null, tertiary_color: null }
  ],
  communication_disabled_until: ["2099-01-01T00:00:00.000000+00:00", null],
  deaf: [true, false],
  default_auto_archive_duration: [1440, 60],
  default_forum_layout: [2, 1],
  default_message_notifications: [1, 0],
  default_reaction_emoji: [{ emoji_id: null, emoji_name: "👍" }, null],
  default_sort_order: [1, 0],
  default_tag_setting: ["match_all", "match_some"],
  default_thread_rate_limit_per_user: [10, 0],
  emoji_name: ["🌊", null],
  enabled: [false, true],
  entity_type: [3, 2],
  event_type: [1, 2],
  exempt_channels: [[CHANNEL], []],
  exempt_roles: [[CHANNEL], []],
  explicit_content_filter: [2, 0],
  flags: [2, 0],
  hoist: [true, false],
  invitable: [false, true],
  location: ["Beach", "Pier"],
  max_age: [3600, 0],
  max_uses: [5, 0],
  temporary: [true, false],
  locked: [true, false],
  mentionable: [true, false],
  mute: [true, false],
  nick: ["Ada", null],
  nsfw: [true, false],
  permissions: ["2048", "0"],
  position: [3, 1],
  preferred_locale: ["de", "en-US"],
  premium_progress_bar_enabled: [true, false],
  rate_limit_per_user: [10, 0],
  rtc_region: ["rotterdam", null],
  scheduled_end_time: ["2099-01-01T11:00:00.000000+00:00", null],
  scheduled_start_time: ["2099-01-01T10:00:00.000000+00:00", "2099-02-01T10:00:00.000000+00:00"],
  system_channel_flags: [1, 0],
  tags: ["star, sea", "moon"],
  trigger_metadata: [
    { keyword_filter: ["spoiler*"], regex_patterns: [], allow_list: [], presets: null, mention_total_limit: null },
    {}
  ],
  trigger_type: [1, 1],
  type: [0, 5],
  unicode_emoji: ["🌊", null],
  user_limit: [5, 0],
  verification_level: [3, 1],
  video_quality_mode: [2, 1],
  volume: [0.5, 1]
}

const valueOf = (key: string): readonly [unknown, unknown] =>
  values[key] ?? (key.endsWith("_id") ? [CHANNEL, null] : key.endsWith("_hash") ? [null, "abc"] : ["tide", "pool"])

/** What an event elsewhere has. */
const outside = { location: "Beach", scheduled_end_time: "2099-03-01T11:00:00.000000+00:00" }

/** Returns the calls that take one change back. */
const stepsOf = (kind: Kind, action: Change["action"], from: Values, to: Values) => {
  const object = refOf(kind, kind.name === "pin" ? `${CHANNEL}/${OBJECT}` : OBJECT)
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  const change: Change = {
    action,
    object,
    entry: { id: "1300000000000000001", action_type: 1 },
    values: keys.map((key) => ({ key, from: from[key] ?? null, to: to[key] ?? null }))
  }
  return planUndo({
    selected: [change],
    all: [change],
    others: [],
    state: {
      guild_id: GUILD,
      botId: "1248328050278400009",
      names: new Map(),
      nowMs: 0,
      roles: new Set([OBJECT]),
      objects: new Map([
        [object.key, action === "delete" ? null : { id: OBJECT, ...(kind.name === "event" && outside), ...to }]
      ])
    }
  }).steps
}

const checkSteps = (steps: ReturnType<typeof stepsOf>) => {
  assert.isAbove(steps.length, 0)
  for (const { args, tool: name } of steps) {
    const tool = catalogue.find((one) => one.name === name) ?? assert.fail(`there is no tool ${name}`)
    const prepared = Effect.runSync(Effect.either(tool.prepare(args, undefined)))
    if (Either.isLeft(prepared)) assert.fail(`${name} ${JSON.stringify(args)}: ${JSON.stringify(prepared.left)}`)
  }
}

describe("the call that sets an old value", () => {
  for (const kind of Object.values(kinds)) {
    for (const key of Object.keys(kind.fields)) {
      if (key === "colors") continue
      it(`is valid for ${key} of a ${kind.name}, and for none`, () => {
        const [from, to] = valueOf(key)
        checkSteps(stepsOf(kind, "update", { [key]: from }, { [key]: to }))
        const { clears, empty, picture } = kind.fields[key] ?? {}
        const set = picture ? "abc" : JSON.stringify(from) === JSON.stringify(empty) ? to : from
        if (clears || empty !== undefined) checkSteps(stepsOf(kind, "update", {}, { [key]: set }))
      })
    }
  }

  for (const kind of Object.values(kinds)) {
    const { create } = kind
    if (create === undefined) continue
    it(`is valid for a ${kind.name} that is created again`, () => {
      const all = Object.keys({ ...kind.fields, ...create.fields }).filter((key) => !key.endsWith("_hash"))
      const whole = Object.fromEntries(
        [...all, ...create.needs]
          .map((key) => [key, valueOf(key)[0]])
          .filter(([key]) => !odd.has(`${kind.name}.${key}`))
      )
      checkSteps(stepsOf(kind, "delete", whole, {}))
      const least = [...create.needs, ...(kind.together?.(whole) ?? [])]
      checkSteps(stepsOf(kind, "delete", Object.fromEntries(least.map((key) => [key, valueOf(key)[0]])), {}))
    })
  }
})

/** Values that no object has together with the others. */
const odd: ReadonlySet<unknown> = new Set(["event.channel_id"])
