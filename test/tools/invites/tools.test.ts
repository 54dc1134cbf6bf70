import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { issuesOf, wired } from "../wired.ts"

const CHANNEL = "1248328050311954441"
const USER = "1248328050278400001"
const OTHER = "1248328050278400002"
const APP = "1248328050278400003"

const invite = {
  type: 0,
  code: "tide-pool",
  guild: { id: "1248328050278400009", name: "Tidepool", features: [] },
  channel: { id: CHANNEL, name: "general", type: 0 },
  inviter: { id: USER, username: "ada", global_name: "Ada" },
  target_type: 1,
  target_user: { id: OTHER, username: "bruno" },
  expires_at: null,
  uses: 3,
  max_uses: 0,
  max_age: 0,
  temporary: false,
  created_at: "2026-05-01T10:00:00+00:00"
}
const shown = {
  code: "tide-pool",
  url: "https://discord.gg/tide-pool",
  guild: { id: "1248328050278400009", name: "Tidepool" },
  channel: { id: CHANNEL, name: "general" },
  inviter: { id: USER, name: "Ada" },
  created: "2026-05-01T10:00:00+00:00",
  uses: 3,
  target: "stream",
  target_user: "bruno"
}

/** The files of a request as text, with their form fields. */
const filesOf = ({ sent }: { readonly sent?: { readonly files: ReadonlyArray<File> } | undefined }) =>
  (sent?.files ?? []).map(({ data, key, name }) => ({ key, name, text: Buffer.from(data).toString() }))

interface File {
  readonly name: string
  readonly data: Uint8Array
  readonly key?: string
}

describe("invites_get", () => {
  it.effect("accepts a code or a pasted link", () =>
    Effect.gen(function* () {
      for (const code of [
        "tide-pool",
        " https://discord.gg/tide-pool ",
        "discord.com/invite/tide-pool?event=1",
        "https://www.discordapp.com/invite/tide-pool"
      ]) {
        const { query, sent, structured } = yield* wired("invites_get", { code }, invite)
        assert.deepStrictEqual([sent?.path, query], ["/invites/tide-pool", { with_counts: "true" }])
        assert.deepStrictEqual(structured, shown)
      }
      assert.deepStrictEqual(issuesOf(yield* wired("invites_get", { code: "../guilds" })), [
        "code must be an invite code or an invite link"
      ])
    })
  )
})

describe("invites_create_channel", () => {
  it.effect("sends a body even without arguments, and enums as numbers", () =>
    Effect.gen(function* () {
      const plain = yield* wired("invites_create_channel", { channel_id: CHANNEL }, invite)
      assert.deepStrictEqual(JSON.stringify(plain.sent?.body), "{}")
      const stream = yield* wired(
        "invites_create_channel",
        { channel_id: CHANNEL, max_age: 0, target_type: "stream", target_user_id: OTHER },
        invite
      )
      assert.deepStrictEqual(JSON.parse(JSON.stringify(stream.sent?.body)), {
        max_age: 0,
        target_type: 1,
        target_user_id: OTHER
      })
      assert.deepStrictEqual(stream.structured, { ...shown, max_age: 0 })
    })
  )

  it.effect("requires the id field of its target type", () =>
    Effect.gen(function* () {
      const wrong = (given: object) =>
        Effect.map(wired("invites_create_channel", { channel_id: CHANNEL, ...given }), issuesOf)
      assert.deepStrictEqual(yield* wrong({ target_type: "stream" }), [
        "target_user_id is required when target_type is stream"
      ])
      assert.deepStrictEqual(yield* wrong({ target_type: "stream", target_application_id: APP }), [
        "target_user_id is required when target_type is stream",
        "target_application_id is allowed only with target_type embedded_application"
      ])
      assert.deepStrictEqual(yield* wrong({ target_user_id: USER }), [
        "target_user_id is allowed only with target_type stream"
      ])
    })
  )

  it.effect("sends its target users as a file with the body", () =>
    Effect.gen(function* () {
      const made = yield* wired(
        "invites_create_channel",
        { channel_id: CHANNEL, max_uses: 2, user_ids: [USER, `<@${OTHER}>`] },
        invite
      )
      assert.deepStrictEqual(JSON.parse(JSON.stringify(made.sent?.body)), { max_uses: 2 })
      assert.deepStrictEqual(filesOf(made), [
        { key: "target_users_file", name: "users.csv", text: `${USER}\n${OTHER}` }
      ])
    })
  )
})

describe("the target users of an invite", () => {
  it.effect("are read from Discord's file", () =>
    Effect.gen(function* () {
      const { structured } = yield* wired(
        "invites_get_target_users",
        { code: "tide-pool" },
        `user_id\r\n${USER}\r\n${OTHER}\r\n`
      )
      assert.deepStrictEqual(structured, { items: [USER, OTHER] })
      const none = yield* wired("invites_get_target_users", { code: "tide-pool" }, "user_id\n")
      assert.deepStrictEqual(none.structured, { items: [], notice: "The invite has no target users." })
    })
  )

  it.effect("are replaced by either a list of ids or a file", () =>
    Effect.gen(function* () {
      const set = (given: object) => wired("invites_set_target_users", { code: "tide-pool", ...given })
      const listed = yield* set({ user_ids: [USER] })
      assert.deepStrictEqual(
        [listed.sent?.method, listed.sent?.path, listed.sent?.body, listed.structured],
        ["PUT", "/invites/tide-pool/target-users", undefined, { done: true, code: "tide-pool", user_ids: [USER] }]
      )
      assert.deepStrictEqual(filesOf(listed), [{ key: "target_users_file", name: "users.csv", text: USER }])
      const users_file = { base64: Buffer.from(OTHER).toString("base64"), name: "friends.csv" }
      assert.deepStrictEqual(filesOf(yield* set({ users_file })), [
        { key: "target_users_file", name: "friends.csv", text: OTHER }
      ])
      assert.deepStrictEqual(issuesOf(yield* set({})), ["user_ids pass user_ids or users_file"])
      assert.deepStrictEqual(issuesOf(yield* set({ user_ids: [USER], users_file })), [
        "users_file cannot be set together with user_ids"
      ])
    })
  )

  it.effect("are added and removed one by one, or several at once", () =>
    Effect.gen(function* () {
      const sent = (tool: string, input: object) =>
        Effect.map(wired(tool, { code: "tide-pool", ...input }), ({ sent, structured }) => [
          sent?.method,
          sent?.path,
          sent?.body,
          structured
        ])
      const path = "/invites/tide-pool/target-users"
      const done = { done: true, code: "tide-pool" }
      assert.deepStrictEqual(yield* sent("invites_add_target_user", { user_id: USER }), [
        "PUT",
        `${path}/${USER}`,
        undefined,
        { ...done, user_id: USER }
      ])
      assert.deepStrictEqual(yield* sent("invites_remove_target_user", { user_id: `<@${USER}>` }), [
        "DELETE",
        `${path}/${USER}`,
        undefined,
        { ...done, user_id: USER }
      ])
      const user_ids = [USER, OTHER]
      assert.deepStrictEqual(yield* sent("invites_bulk_add_target_users", { user_ids }), [
        "POST",
        `${path}/bulk-add`,
        { user_ids },
        { ...done, user_ids }
      ])
      assert.deepStrictEqual(yield* sent("invites_bulk_remove_target_users", { user_ids }), [
        "POST",
        `${path}/bulk-delete`,
        { user_ids },
        { ...done, user_ids }
      ])
    })
  )

  it.effect("are processed by Discord in the background", () =>
    Effect.gen(function* () {
      const job = {
        status: 3,
        total_users: 100,
        processed_users: 41,
        created_at: "2026-05-01T12:00:00+00:00",
        completed_at: null,
        error_message: "Line 5: invalid user ID"
      }
      assert.deepStrictEqual((yield* wired("invites_get_target_users_job", { code: "tide-pool" }, job)).structured, {
        status: "failed",
        processed: 41,
        total: 100,
        created: "2026-05-01T12:00:00+00:00",
        error: "Line 5: invalid user ID"
      })
    })
  )
})
