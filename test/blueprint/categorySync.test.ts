/** Channels and the overwrites of their categories: Discord copies them to new channels, and keeps synced ones in step. */
import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect } from "effect"
import type { SandboxOptions } from "../../src/sandbox/Sandbox.ts"
import { call, roomy, Sandbox, served } from "../dispatch/app.ts"

const administrator: SandboxOptions = { ...roomy, permissions: Bit.Administrator }
const armed = { MCP_DRY_RUN: "false" }

const VIEW = String(Bit.ViewChannel)
const SEND = String(Bit.SendMessages)

/** A blueprint, and the names of the overwrites that its channel `inner` has at the end. */
const shapes: Readonly<Record<string, readonly [channels: string, expected: ReadonlyArray<string>]>> = {
  "new, below a category of the guild, without an entry for overwrites": [
    `- {name: Private, kind: category, channels: [{name: inner}]}`,
    ["deny VIEW"]
  ],
  "new, below a category of the guild, with an empty list": [
    `- {name: Private, kind: category, channels: [{name: inner, overwrites: {}}]}`,
    []
  ],
  "new, below a category of the guild, with others": [
    `- {name: Private, kind: category, channels: [{name: inner, overwrites: {"@everyone": {deny: [SEND_MESSAGES]}}}]}`,
    ["deny SEND"]
  ],
  "new, below a new category, without an entry for overwrites": [
    `- {name: Fresh, kind: category, overwrites: {"@everyone": {deny: [VIEW_CHANNEL]}}, channels: [{name: inner}]}`,
    ["deny VIEW"]
  ],
  "new, below a new category, with an empty list": [
    `- name: Fresh
    overwrites: {"@everyone": {deny: [VIEW_CHANNEL]}}
    channels: [{name: inner, overwrites: {}}]`,
    []
  ],
  "new voice channel, below a new category, with an empty list": [
    `- name: Fresh
    overwrites: {"@everyone": {deny: [VIEW_CHANNEL]}}
    channels: [{name: inner, kind: voice, overwrites: {}}]`,
    []
  ],
  "new, below a category that changes, without an entry for overwrites": [
    `- name: Private
    overwrites: {"@everyone": {deny: [SEND_MESSAGES]}}
    channels: [{name: inner}]`,
    ["deny SEND"]
  ],
  "new, below a category that loses its overwrites, with an empty list": [
    `- {name: Private, overwrites: {}, channels: [{name: inner, overwrites: {}}]}`,
    []
  ],
  "moved below a category, without an entry for overwrites": [
    `- {name: Private, kind: category, channels: [{name: inner}]}
  - {name: open, kind: category}`,
    []
  ],
  "moved below a category, with its overwrites": [
    `- {name: Private, kind: category, channels: [{name: inner, overwrites: {"@everyone": {deny: [VIEW_CHANNEL]}}}]}`,
    ["deny VIEW"]
  ],
  "moved below a category that changes, with an empty list": [
    `- {name: Private, overwrites: {"@everyone": {deny: [SEND_MESSAGES]}}, channels: [{name: inner, overwrites: {}}]}`,
    []
  ],
  "synced with a category that changes, and keeps its overwrites": [
    `- name: Private
    overwrites: {}
    channels: [{name: synced}, {name: inner, overwrites: {"@everyone": {deny: [VIEW_CHANNEL]}}}]`,
    ["deny VIEW"]
  ],
  "synced with a category that changes, and gets others": [
    `- name: Private
    overwrites: {}
    channels: [{name: inner, overwrites: {"@everyone": {deny: [SEND_MESSAGES]}}}]`,
    ["deny SEND"]
  ],
  "synced with a category that changes, and gets the same": [
    `- name: Private
    overwrites: {"@everyone": {deny: [SEND_MESSAGES]}}
    channels: [{name: inner, overwrites: {"@everyone": {deny: [SEND_MESSAGES]}}}]`,
    ["deny SEND"]
  ],
  "synced with a category that changes, without an entry for overwrites": [
    `- name: Private
    overwrites: {"@everyone": {deny: [SEND_MESSAGES]}}
    channels: [{name: inner}]`,
    ["deny SEND"]
  ]
}

const CATEGORY = "1400000000000000001"
const INNER = "1400000000000000002"

describe("a channel and its category", () => {
  for (const [what, [channels, expected]] of Object.entries(shapes)) {
    it.live(`converge in one run, and a second run changes nothing: ${what}`, () =>
      Effect.gen(function* () {
        const { ids, patch, snapshot } = yield* Sandbox
        const privately = [{ id: ids.guild, type: 0, allow: "0", deny: VIEW }]
        const base = { guild_id: ids.guild, position: 90, flags: 0, nsfw: false }
        const isNew = what.startsWith("new")
        const isSynced = what.startsWith("synced")
        yield* patch({
          [`/channels/${CATEGORY}`]: { ...base, type: 4, name: "Private", permission_overwrites: privately },
          ...(!isNew && {
            [`/channels/${INNER}`]: {
              ...base,
              type: 0,
              name: "inner",
              parent_id: isSynced ? CATEGORY : null,
              permission_overwrites: isSynced ? privately : []
            }
          })
        })
        const input = { guild_id: ids.guild, blueprint: `version: 1\nchannels:\n  ${channels}\n` }
        const applied = yield* call("blueprint_apply", { ...input, __confirm: true })
        assert.deepInclude(applied.structured, { converged: true, status: "ok" }, applied.text)
        const inner = Object.values(yield* snapshot).find((one) => Object(one).name === "inner")
        const texts = Object(inner).permission_overwrites.map(
          ({ deny, id }: Readonly<Record<string, string>>) =>
            `${id === ids.guild ? "" : `${id} `}deny ${deny === VIEW ? "VIEW" : deny === SEND ? "SEND" : deny}`
        )
        assert.deepStrictEqual(texts, expected)
        const again = yield* call("blueprint_plan", input)
        assert.deepInclude(again.structured, { in_sync: true, risk: "read", changes: [] }, again.text)
      }).pipe(served(armed, administrator))
    )
  }

  it.live("never shows a synced channel to more members while its category opens", () =>
    Effect.gen(function* () {
      const { ids, patch, requests, snapshot } = yield* Sandbox
      const privately = [{ id: ids.guild, type: 0, allow: "0", deny: VIEW }]
      const base = { guild_id: ids.guild, position: 90, flags: 0, permission_overwrites: privately }
      yield* patch({
        [`/channels/${CATEGORY}`]: { ...base, type: 4, name: "Private" },
        [`/channels/${INNER}`]: { ...base, type: 0, name: "inner", parent_id: CATEGORY }
      })
      const inner = `{name: inner, overwrites: {"@everyone": {deny: [VIEW_CHANNEL]}}}`
      const blueprint = `version: 1\nchannels:\n  - {name: Private, overwrites: {}, channels: [${inner}]}\n`
      const applied = yield* call("blueprint_apply", { guild_id: ids.guild, blueprint, __confirm: true })
      assert.isTrue(applied.structured.converged, applied.text)
      const calls = (yield* requests).flatMap(({ body, method, path }) =>
        method === "PATCH" ? [`${path.split("/").at(-1)} ${JSON.stringify(body)}`] : []
      )
      const [left, opened] = [INNER, CATEGORY].map((id) => calls.findIndex((line) => line.startsWith(id)))
      assert.isBelow(Number(left), Number(opened), calls.join("\n"))
      assert.include(calls[Number(left)], `"parent_id":null`)
      assert.strictEqual(Object((yield* snapshot)[`/channels/${INNER}`]).parent_id, CATEGORY)
    }).pipe(served(armed, administrator))
  )
})
