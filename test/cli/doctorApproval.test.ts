/** The doctor's check of the channel where approvals are asked for. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { bitsOf, type PermissionName } from "../../src/errors/PermissionName.ts"
import type { SandboxShape } from "../../src/sandbox/Sandbox.ts"
import type { SnapshotPatch } from "../../src/sandbox/Snapshot.ts"
import { Sandbox } from "../dispatch/app.ts"
import { atSandbox, runDoctor, withSandbox } from "./doctorHarness.ts"

type Ids = SandboxShape["ids"]

/** A thread in the general channel. */
const THREAD = "1500000000000000001"

const thread = ({ channels, guild }: Ids, fields: object = {}): SnapshotPatch => ({
  [`/channels/${THREAD}`]: {
    id: THREAD,
    type: 11,
    name: "approvals",
    guild_id: guild,
    parent_id: channels.general,
    owner_id: guild,
    thread_metadata: { archived: false, auto_archive_duration: 60, archive_timestamp: "2026-11-23T12:00:00Z" },
    ...fields
  }
})

/** An overwrite of the general channel for everyone, for a role of the bot, or for the bot itself. */
const overwrite = ({ channels }: Ids, id: string, type: 0 | 1, ...denied: ReadonlyArray<PermissionName>) => ({
  [`/channels/${channels.general}`]: {
    permission_overwrites: [{ id, type, allow: "0", deny: String(bitsOf(denied)) }]
  }
})

/** All roles of the bot have only these permissions together. */
const granted = ({ guild, roles }: Ids, ...names: ReadonlyArray<PermissionName>): SnapshotPatch => ({
  [`/guilds/${guild}`]: {
    roles: [
      { id: guild, name: "@everyone", position: 0, permissions: "0" },
      { id: roles.bot, name: "sandbox-bot", position: 1, permissions: String(bitsOf(names)) }
    ]
  }
})

interface Case {
  readonly channel?: (ids: Ids) => string
  readonly patch?: (ids: Ids) => SnapshotPatch
  /** What the doctor says of the channel; empty if the bot may post. */
  readonly problem: (ids: Ids) => string
  /** What it says to do. */
  readonly todo?: RegExp
}

const SEES = ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"] as const
const inThread = () => THREAD
const cannotPost = (channel: string, why: string) =>
  `MCP_APPROVAL_CHANNEL: the bot cannot post in channel ${channel}: ${why}.`

const cases: Readonly<Record<string, Case>> = {
  "may post": { problem: () => "" },
  "has only what the post needs": {
    patch: (ids) => granted(ids, "VIEW_CHANNEL", "SEND_MESSAGES"),
    problem: () => ""
  },
  "is not granted SEND_MESSAGES by a role": {
    patch: (ids) => granted(ids, ...SEES),
    problem: ({ channels }) => cannotPost(channels.general, "it lacks SEND_MESSAGES there"),
    todo: /^Grant SEND_MESSAGES to the bot's role in Server Settings → Roles, or in the channel's permissions/
  },
  "is not granted VIEW_CHANNEL by a role": {
    patch: (ids) => granted(ids, "SEND_MESSAGES"),
    problem: ({ channels }) =>
      `MCP_APPROVAL_CHANNEL: the bot cannot see channel ${channels.general}: it lacks VIEW_CHANNEL there.`,
    todo: /read and write/
  },
  "is denied SEND_MESSAGES by the overwrite for everyone": {
    patch: (ids) => overwrite(ids, ids.guild, 0, "SEND_MESSAGES"),
    problem: ({ channels }) => cannotPost(channels.general, "it lacks SEND_MESSAGES there"),
    todo: /^Grant SEND_MESSAGES to the bot's role in the channel's permissions, which deny it now/
  },
  "is denied SEND_MESSAGES by the overwrite for its role": {
    patch: (ids) => overwrite(ids, ids.roles.bot, 0, "SEND_MESSAGES"),
    problem: ({ channels }) => cannotPost(channels.general, "it lacks SEND_MESSAGES there")
  },
  "is denied SEND_MESSAGES by its own overwrite": {
    patch: (ids) => overwrite(ids, ids.bot, 1, "SEND_MESSAGES"),
    problem: ({ channels }) => cannotPost(channels.general, "it lacks SEND_MESSAGES there")
  },
  "is denied VIEW_CHANNEL by its own overwrite": {
    patch: (ids) => overwrite(ids, ids.bot, 1, "VIEW_CHANNEL"),
    problem: ({ channels }) =>
      `MCP_APPROVAL_CHANNEL: the bot cannot see channel ${channels.general}: it lacks VIEW_CHANNEL there.`
  },
  "may post in a thread without SEND_MESSAGES": {
    channel: inThread,
    patch: (ids) => ({ ...thread(ids), ...granted(ids, ...SEES, "SEND_MESSAGES_IN_THREADS") }),
    problem: () => ""
  },
  "is not granted SEND_MESSAGES_IN_THREADS by a role": {
    channel: inThread,
    patch: (ids) => ({ ...thread(ids), ...granted(ids, ...SEES, "SEND_MESSAGES") }),
    problem: () => cannotPost(THREAD, "it lacks SEND_MESSAGES_IN_THREADS there"),
    todo: /^Grant SEND_MESSAGES_IN_THREADS/
  },
  "is denied SEND_MESSAGES_IN_THREADS by an overwrite of the parent": {
    channel: inThread,
    patch: (ids) => ({ ...thread(ids), ...overwrite(ids, ids.guild, 0, "SEND_MESSAGES_IN_THREADS") }),
    problem: () => cannotPost(THREAD, "it lacks SEND_MESSAGES_IN_THREADS there")
  },
  "is timed out": {
    patch: ({ bot, guild }) => ({
      [`/guilds/${guild}/members/${bot}`]: { communication_disabled_until: "2099-01-01T00:00:00.000Z" }
    }),
    problem: ({ channels }) => cannotPost(channels.general, "the bot is timed out in this server"),
    todo: /lift the bot's timeout/
  },
  "may see a category, which takes no messages": {
    patch: ({ channels }) => ({ [`/channels/${channels.general}`]: { type: 4 } }),
    problem: ({ channels }) => cannotPost(channels.general, "it takes no messages"),
    todo: /text channel or a thread/
  },
  "may see a forum, which takes no messages": {
    patch: ({ channels }) => ({ [`/channels/${channels.general}`]: { type: 15 } }),
    problem: ({ channels }) => cannotPost(channels.general, "it takes no messages")
  },
  "has a channel of a guild that is not allowed": {
    channel: ({ channels }) => channels.otherGeneral,
    problem: ({ channels, otherGuild }) =>
      `MCP_APPROVAL_CHANNEL: channel ${channels.otherGeneral} is in guild ${otherGuild}, which ALLOWED_GUILDS does not allow.`
  },
  "has a channel that does not exist": {
    channel: () => "1500000000000000009",
    problem: () => "MCP_APPROVAL_CHANNEL: channel 1500000000000000009 does not exist, or the bot cannot see it."
  }
}

describe("the doctor, if the bot", () => {
  for (const [
    name,
    { channel = ({ channels }: Ids) => channels.general, patch, problem, todo = /^/ }
  ] of Object.entries(cases)) {
    it.effect(name, () =>
      Effect.gen(function* () {
        const { ids, patch: apply } = yield* Sandbox
        yield* apply(patch?.(ids) ?? {})
        const { checks } = yield* runDoctor({
          ...(yield* atSandbox),
          ALLOWED_GUILDS: ids.guild,
          MCP_CONFIRM: "discord",
          MCP_GATEWAY: "true",
          MCP_APPROVERS: ids.members.ada,
          MCP_APPROVAL_CHANNEL: channel(ids)
        })
        const expected = problem(ids)
        assert.deepStrictEqual(
          checks.guilds.details?.filter((line) => line.includes("MCP_APPROVAL_CHANNEL")),
          [expected === "" ? "The bot can read and post in MCP_APPROVAL_CHANNEL." : expected]
        )
        assert.strictEqual(checks.guilds.status, expected === "" ? "ok" : "failed")
        if (expected !== "") assert.match(checks.guilds.todo?.at(-1) ?? "", todo)
      }).pipe(withSandbox())
    )
  }
})
