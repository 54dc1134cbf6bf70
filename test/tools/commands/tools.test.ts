import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { armed, bodyOf, issuesOf, wired } from "../wired.ts"

const APP = "1248328050278400003"
const GUILD = "1248328050278400009"
const ID = "1248328050311954441"

const stored = {
  id: ID,
  type: 1,
  application_id: APP,
  version: ID,
  name: "tide",
  description: "Tells the tide.",
  default_member_permissions: "0",
  contexts: [0, 1],
  integration_types: [0],
  nsfw: false,
  options: [
    {
      type: 1,
      name: "at",
      description: "At a place.",
      options: [
        {
          type: 3,
          name: "place",
          description: "Where.",
          required: true,
          choices: [
            { name: "Harbour", value: "h" },
            { name: "pier", value: "pier" }
          ]
        },
        { type: 7, name: "channel", description: "Posted here.", channel_types: [0, 16] }
      ]
    }
  ]
}

const shown = {
  id: ID,
  name: "tide",
  type: "chat_input",
  description: "Tells the tide.",
  options: [
    {
      type: "subcommand",
      name: "at",
      description: "At a place.",
      options: [
        {
          type: "string",
          name: "place",
          description: "Where.",
          required: true,
          choices: [{ name: "Harbour", value: "h" }, "pier"]
        },
        { type: "channel", name: "channel", description: "Posted here.", channel_types: ["text", "media"] }
      ]
    }
  ],
  default_member_permissions: "administrators only",
  contexts: ["guild", "bot_dm"],
  integration_types: ["guild_install"]
}

const option = (name: string, more: object = {}) => ({ type: "string", name, description: "Some.", ...more })

/** Returns the issues of a slash command with these options. */
const wrong = (...options: ReadonlyArray<object>) =>
  Effect.map(
    wired("commands_create_global", { application_id: APP, name: "tide", description: "Tells the tide.", options }),
    issuesOf
  )

describe("commands_create_global", () => {
  const created = wired(
    "commands_create_global",
    {
      application_id: APP,
      name: "tide",
      description: "Tells the tide.",
      name_localizations: { de: "flut" },
      default_member_permissions: ["BAN_MEMBERS", "KICK_MEMBERS"],
      contexts: ["guild", "private_channel"],
      integration_types: ["user_install"],
      options: [
        {
          type: "subcommand_group",
          name: "at",
          description: "At a place.",
          options: [
            {
              type: "subcommand",
              name: "harbour",
              description: "At the harbour.",
              options: [
                { type: "integer", name: "hours", description: "How far ahead.", required: true, max_value: 48 },
                { type: "channel", name: "channel", description: "Posted here.", channel_types: ["forum"] }
              ]
            }
          ]
        }
      ]
    },
    stored
  )

  it.effect("sends enums as numbers at three levels of options", () =>
    Effect.gen(function* () {
      const { sent } = yield* created
      assert.deepStrictEqual(bodyOf({ sent }), {
        name: "tide",
        description: "Tells the tide.",
        name_localizations: { de: "flut" },
        default_member_permissions: "6",
        contexts: [0, 2],
        integration_types: [1],
        options: [
          {
            type: 2,
            name: "at",
            description: "At a place.",
            options: [
              {
                type: 1,
                name: "harbour",
                description: "At the harbour.",
                options: [
                  { type: 4, name: "hours", description: "How far ahead.", required: true, max_value: 48 },
                  { type: 7, name: "channel", description: "Posted here.", channel_types: [15] }
                ]
              }
            ]
          }
        ]
      })
    })
  )

  it.effect("shows enums by name at three levels of options", () =>
    Effect.gen(function* () {
      const { structured } = yield* created
      const { notice, ...command } = structured
      assert.deepStrictEqual(command, shown)
      assert.match(
        String(notice),
        /^Discord accepted name_localizations, but its reply does not show it\. Nobody answers the command/
      )
    })
  )

  it.effect("validates each option against its type", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* wrong(
          option("place", { autocomplete: true, choices: [{ name: "Harbour", value: "h" }] }),
          option("length", { min_length: 5, max_length: 4 }),
          { type: "number", name: "height", description: "How high.", min_value: 2, max_value: 1 },
          { type: "integer", name: "hours", description: "When.", choices: [{ name: "Noon", value: "12" }] },
          { type: "boolean", name: "spring", description: "Whether it is.", choices: [] },
          { type: "text", name: "other", description: "Other." }
        ),
        [
          "options[0].choices cannot be set together with autocomplete",
          "options[1].max_length must not be less than min_length",
          "options[2].max_value must not be less than min_value",
          'options[3].choices[0].value must be a whole number from -9007199254740991 to 9007199254740991, is "12"',
          "options[4].choices is not a field of this tool; known are type, required, name, description, name_localizations, description_localizations",
          'options[5].type expected "string" | "integer" | "number" | "channel" | "boolean" | "user" | "role" | "mentionable" | "attachment" | "subcommand" | "subcommand_group", actual "text"'
        ]
      )
    })
  )

  it.effect("validates order, names and types of options at every depth", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* wrong(option("a"), option("a"), option("b", { required: true })), [
        "options[1].name repeats the name of another option: a",
        "options[2].required required options must come before optional ones"
      ])
      const sub = { type: "subcommand", name: "at", description: "At a place." }
      assert.deepStrictEqual(yield* wrong(sub, option("b")), [
        "options[1].type subcommands and other options cannot be mixed"
      ])
      assert.deepStrictEqual(yield* wrong({ ...sub, options: [option("a"), option("a")] }), [
        "options[0].options[1].name repeats the name of another option: a"
      ])
      assert.deepStrictEqual(yield* wrong(option("Not this")), [
        "options[0].name must be 1 to 32 lower-case letters, digits, - or _, without spaces"
      ])
    })
  )

  it.effect("validates a command against its type and its total length", () =>
    Effect.gen(function* () {
      const create = (input: object) =>
        Effect.map(wired("commands_create_global", { application_id: APP, ...input }), issuesOf)
      assert.deepStrictEqual(yield* create({ name: "Tell Tide" }), [
        "name must be 1 to 32 lower-case letters, digits, - or _, without spaces",
        "description is required for a slash command"
      ])
      assert.deepStrictEqual(
        yield* create({ type: "user", name: "Tell Tide", description: "x", options: [option("a")], handler: "app" }),
        [
          "options is only for commands of type chat_input, not user",
          "description is only for commands of type chat_input, not user",
          "handler is only for commands of type primary_entry_point, not user"
        ]
      )
      const large = (name: string) =>
        option(name, { choices: [{ name: "x", name_localizations: { de: "xy" }, value: "y".repeat(4000) }] })
      assert.deepStrictEqual(yield* wrong(large("a"), large("b")), [
        "options names, descriptions and values of a command must have at most 8000 characters in total, not 8035"
      ])
      const fits = yield* wired(
        "commands_create_global",
        { application_id: APP, type: "message", name: "Quote It" },
        stored
      )
      assert.deepStrictEqual(bodyOf(fits), { name: "Quote It", type: 3 })
    })
  )

  it.effect("suggests the nearest locale and the nearest permission", () =>
    Effect.gen(function* () {
      const input = { application_id: APP, name: "tide", description: "x" }
      assert.deepStrictEqual(
        issuesOf(
          yield* wired("commands_create_global", {
            ...input,
            name_localizations: { enUS: "tide" },
            default_member_permissions: ["BAN_MEMBER"]
          })
        ),
        [
          "name_localizations.enUS is not a field of this tool; did you mean en-US?",
          "default_member_permissions[0] BAN_MEMBER is not a Discord permission; did you mean BAN_MEMBERS?"
        ]
      )
    })
  )
})

describe("commands_create_guild", () => {
  it.effect("rejects fields of global commands", () =>
    Effect.gen(function* () {
      const path = { application_id: APP, guild_id: GUILD }
      const input = { ...path, name: "tide", description: "x" }
      const { sent } = yield* wired("commands_create_guild", { ...input, default_member_permissions: [] }, stored)
      assert.deepStrictEqual(
        [sent?.path, bodyOf({ sent })],
        [
          `/applications/${APP}/guilds/${GUILD}/commands`,
          { name: "tide", description: "x", default_member_permissions: "0" }
        ]
      )
      assert.strictEqual((yield* wired("commands_create_guild", { ...input, contexts: ["guild"] })).isError, true)
    })
  )
})

describe("commands_modify_global", () => {
  it.effect("sends the given fields, and null for cleared ones", () =>
    Effect.gen(function* () {
      const path = { application_id: APP, command_id: ID }
      const { sent } = yield* wired(
        "commands_modify_global",
        { ...path, clear: ["default_member_permissions", "name_localizations"], options: [] },
        stored
      )
      assert.deepStrictEqual(
        [sent?.method, sent?.path, bodyOf({ sent })],
        [
          "PATCH",
          `/applications/${APP}/commands/${ID}`,
          { name_localizations: null, options: [], default_member_permissions: null }
        ]
      )
      assert.deepStrictEqual(issuesOf(yield* wired("commands_modify_guild", { ...path, guild_id: GUILD })), [
        "name set at least one of name, description, name_localizations, description_localizations, nsfw, options, default_member_permissions, contexts, integration_types, handler"
      ])
    })
  )
})

describe("commands_bulk_overwrite_guild", () => {
  const path = { application_id: APP, guild_id: GUILD }
  const commands = [
    { id: ID, name: "tide", description: "Tells the tide." },
    { type: "user", name: "Tell Tide" }
  ]

  it.effect("is destructive and sends the bare list", () =>
    Effect.gen(function* () {
      const preview = yield* wired("commands_bulk_overwrite_guild", { ...path, commands }, [stored])
      assert.strictEqual(preview.structured.code, "DRY_RUN_PREVIEW")
      assert.isUndefined(preview.sent)
      const { sent, structured } = yield* wired(
        "commands_bulk_overwrite_guild",
        { ...path, commands, __confirm: true },
        [stored],
        armed
      )
      assert.deepStrictEqual(bodyOf({ sent }), [
        { id: ID, name: "tide", description: "Tells the tide." },
        { name: "Tell Tide", type: 2 }
      ])
      const { notice, ...list } = structured
      assert.deepStrictEqual(list, { items: [shown] })
      assert.match(String(notice), /^Nobody answers the command/)
    })
  )

  it.effect("names the invalid command, the exceeded limit and the duplicate", () =>
    Effect.gen(function* () {
      const overwrite = (commands: ReadonlyArray<object>) =>
        Effect.map(wired("commands_bulk_overwrite_guild", { ...path, commands }), issuesOf)
      assert.deepStrictEqual(yield* overwrite([...commands, { name: "tide" }]), [
        "commands[2].description is required for a slash command",
        "commands[2].name tide is listed twice"
      ])
      const menu = Array.from({ length: 16 }, (_, index) => ({ type: "message", name: `Quote ${index}` }))
      assert.deepStrictEqual(yield* overwrite(menu), [
        "commands has 16 commands of type message; Discord accepts at most 15"
      ])
    })
  )
})

describe("commands_edit_command_permissions", () => {
  it.effect("sends target types as numbers and shows them by name", () =>
    Effect.gen(function* () {
      const answer = {
        id: ID,
        application_id: APP,
        guild_id: GUILD,
        permissions: [{ id: GUILD, type: 1, permission: false }]
      }
      const { sent, structured } = yield* wired(
        "commands_edit_command_permissions",
        {
          application_id: APP,
          guild_id: GUILD,
          command_id: ID,
          permissions: [{ id: GUILD, type: "role", permission: false }],
          __confirm: true
        },
        answer,
        armed
      )
      assert.deepStrictEqual(bodyOf({ sent }), { permissions: [{ id: GUILD, type: 1, permission: false }] })
      assert.deepStrictEqual(structured, { id: ID, permissions: [{ id: GUILD, type: "role", permission: false }] })
    })
  )
})
