/** Permissions that have no name here, pictures from files, and the answer to a mistyped word. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect, Either } from "effect"
import { readDocument } from "../../src/blueprint/readDocument.ts"
import type { SandboxOptions } from "../../src/sandbox/Sandbox.ts"
import { call, roomy, Sandbox, served } from "../dispatch/app.ts"

const administrator: SandboxOptions = { ...roomy, permissions: Bit.Administrator }
const armed = { MCP_DRY_RUN: "false", MCP_MAX_RESULT_CHARS: "1000000" }

const UNNAMED = 1n << 47n
const bitsWith = (bits: bigint) => String(bits | UNNAMED)

describe("a permission without a name", () => {
  it.live("survives an export that is applied to the same guild and to one that lacks it", () =>
    Effect.gen(function* () {
      const { ids, patch, snapshot } = yield* Sandbox
      const role = `/guilds/${ids.guild}/roles/${ids.roles.moderator}`
      const channel = `/channels/${ids.channels.general}`
      const overwrites = (allow: string) => [{ id: ids.roles.moderator, type: 0, allow, deny: "0" }]
      const roles = Object.entries(yield* snapshot).flatMap(([path, one]) =>
        path.startsWith(`/guilds/${ids.guild}/roles/`) ? [Object(one)] : []
      )
      const withBits = (permissions: string) => ({
        roles: roles.map((one) => (one.id === ids.roles.moderator ? { ...one, permissions } : one))
      })
      yield* patch({
        [`/guilds/${ids.guild}`]: withBits(bitsWith(Bit.ViewChannel)),
        [channel]: { permission_overwrites: overwrites(bitsWith(Bit.SendMessages)) }
      })
      const exported = yield* call("blueprint_export", { guild_id: ids.guild })
      const text = String(exported.structured.text)
      assert.include(text, "0x800000000000")
      yield* patch({
        [`/guilds/${ids.guild}`]: withBits("0"),
        [channel]: { permission_overwrites: overwrites("0") }
      })
      const applied = yield* call("blueprint_apply", { guild_id: ids.guild, blueprint: text, __confirm: true })
      assert.deepInclude(applied.structured, { converged: true }, applied.text)
      const after = yield* snapshot
      assert.strictEqual(Object(after[role]).permissions, bitsWith(Bit.ViewChannel))
      assert.strictEqual(Object(after[channel]).permission_overwrites[0].allow, bitsWith(Bit.SendMessages))
      // A blueprint and a call that do not have it leave it as it is.
      const without = text.replaceAll(/(?:, )?"?0x800000000000"?/g, "")
      const plan = yield* call("blueprint_plan", { guild_id: ids.guild, blueprint: without })
      assert.deepInclude(plan.structured, { in_sync: true }, plan.text)
      const changed = yield* call("roles_modify", {
        guild_id: ids.guild,
        role_id: ids.roles.moderator,
        permissions: ["VIEW_CHANNEL", "SEND_MESSAGES"],
        __confirm: true
      })
      assert.isFalse(changed.isError, changed.text)
      assert.strictEqual(Object((yield* snapshot)[role]).permissions, bitsWith(Bit.ViewChannel | Bit.SendMessages))
    }).pipe(served(armed, administrator))
  )
})

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64"
)

describe("an emoji from a file", () => {
  const directory = mkdtempSync(join(tmpdir(), "blueprint-"))
  writeFileSync(join(directory, "wave.png"), PNG)

  it.live("is created, and a file that is missing or outside the directory is reported before anything is sent", () =>
    Effect.gen(function* () {
      const { ids, requests } = yield* Sandbox
      const input = (file: string) => ({
        guild_id: ids.guild,
        blueprint: `version: 1\nroles: [{name: New}]\nemojis:\n  - {name: tide, file: "${file}"}\n`
      })
      for (const file of ["missing.png", "../wave.png", "/etc/hostname"]) {
        for (const tool of ["blueprint_plan", "blueprint_apply"]) {
          const refused = yield* call(tool, { ...input(file), ...(tool === "blueprint_apply" && { __confirm: true }) })
          assert.strictEqual(refused.structured.code, "VALIDATION_FAILED", refused.text)
          assert.include(JSON.stringify(refused.structured.validation_issues), "blueprint.emojis[0].file")
        }
      }
      assert.isFalse((yield* requests).some(({ method }) => method !== "GET"))
      const applied = yield* call("blueprint_apply", { ...input("wave.png"), __confirm: true })
      assert.deepInclude(applied.structured, { converged: true }, applied.text)
    }).pipe(
      Effect.ensuring(Effect.sync(() => rmSync(directory, { recursive: true }))),
      served({ ...armed, MCP_FILES_DIR: directory }, administrator)
    )
  )
})

describe("a mistyped word of a blueprint", () => {
  const cases: Readonly<Record<string, readonly [text: string, nearest: string]>> = {
    "a permission": ["everyone: {permissions: [SEND_MESAGES]}", "SEND_MESSAGES"],
    "a permission of an overwrite": [
      `channels: [{name: a, overwrites: {"@everyone": {deny: [VIEW_CHANEL]}}}]`,
      "VIEW_CHANNEL"
    ],
    "a kind": ["channels: [{name: a, kind: anouncement}]", "announcement"],
    "a field": ["channels: [{name: a, topik: x}]", "topic"],
    "a section": ["chanels: []", "channels"],
    "a trigger": ["automod: [{name: a, trigger_type: keywords}]", "keyword"],
    "a setting": ["guild: {verification_level: hihg}", "high"],
    "a reference": [`roles: [{name: Keeper}]\nchannels: [{name: a, overwrites: {Keepr: {}}}]`, "Keeper"]
  }
  for (const [what, [text, nearest]] of Object.entries(cases)) {
    it.effect(`is reported with the nearest one: ${what}`, () =>
      Effect.map(readDocument(`version: 1\n${text}\n`), (read) => {
        const messages = Either.match(read, {
          onLeft: (problems) => problems.map(({ message }) => message),
          onRight: () => []
        })
        assert.include(messages.join("\n"), `did you mean ${nearest}?`)
      })
    )
  }
})
