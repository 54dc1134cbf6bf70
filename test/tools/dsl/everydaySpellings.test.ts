/** Every everyday spelling of a value is taken, or refused with what to send: a table for each kind of value. */
import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import type { ValidationError } from "../../../src/errors/DiscordMcpError.ts"
import { prepared } from "../prepared.ts"

const GUILD = "1248328050278400001"
const CHANNEL = "1248328050311954441"
const MESSAGE = "1248328050999999999"
const LINK = `https://discord.com/channels/${GUILD}/${CHANNEL}/${MESSAGE}`

const textOf = ({ validation_issues }: ValidationError): string =>
  validation_issues.map(({ message, path }) => `${path} ${message}`).join("; ")

/** The value of a field after decoding, or the issues of the call as one text. */
const valueOf = (tool: string, others: object, field: string) => (value: unknown) =>
  Either.match(prepared(tool, { ...others, [field]: value }), {
    onLeft: textOf,
    onRight: (call) => Reflect.get(call.arguments, field)
  })

/** A row with one button. */
const styled = (style: number) => [{ type: 1, components: [{ type: 2, custom_id: "go", label: "Go", style }] }]

/** A rule without its trigger, and the settings of an alert. */
const RULE = { guild_id: GUILD, name: "reef", actions: [{ type: "block_message" }] }
const ALERT = { metadata: { channel_id: CHANNEL } }
const metadataOf = (type: unknown) => (type === "alert" || type === "notify" ? ALERT : {})

/** Each kind of value: a field of a tool, the spellings by what they mean, and the texts with what the refusal says. */
const kinds: ReadonlyArray<
  readonly [
    kind: string,
    decode: (value: unknown) => unknown,
    taken: ReadonlyArray<readonly [meaning: unknown, ...ReadonlyArray<unknown>]>,
    refused: ReadonlyArray<readonly [says: RegExp, ...ReadonlyArray<unknown>]>
  ]
> = [
  [
    "an emoji",
    valueOf("reactions_create", { channel_id: CHANNEL, message_id: MESSAGE }, "emoji"),
    [
      ["👍", "👍", ":thumbsup:", "thumbsup", ":+1:", "+1", "👍\u{fe0f}", "U+1F44D", "&#128077;", "&#x1F44D;"],
      ["👍", "%F0%9F%91%8D", String.raw`\uD83D\uDC4D`, String.raw`\u{1f44d}`, { id: null, name: "👍" }, ["👍"]],
      ["👍🏽", ":thumbsup_tone3:", ":thumbsup::skin-tone-3:", "thumbsup_medium_skin_tone"],
      ["❤️", "❤️", "\u2764", ":heart:", "heart"],
      ["☑️", "\u2611", ":ballot_box_with_check:"],
      ["1️⃣", "1\u20e3", ":one:"],
      ["🏳️‍🌈", "\u{1f3f3}\u200d\u{1f308}", ":rainbow_flag:"],
      ["🇩🇪", ":flag_de:"],
      ["✅", ":white_check_mark:", ":WHITE_CHECK_MARK:"],
      [`tide:${GUILD}`, `<:tide:${GUILD}>`, `<a:tide:${GUILD}>`, `:tide:${GUILD}`]
    ],
    [[/emojis_list_guild/, ":tide:", "tide", "<:tide:1>", "👍👍", ":no_such_emoji:", "x".repeat(5000)]]
  ],
  [
    "a message",
    valueOf("messages_get", {}, "message_id"),
    [
      [MESSAGE, LINK, `<${LINK}>`, `[the message](${LINK})`, `[x](<${LINK}>)`, LINK.slice("https://".length)],
      [MESSAGE, `${LINK}?jump=1`, `${LINK}#m`, `${LINK}/`, `${LINK}.`, ` ${LINK} `, `"${LINK}"`, `\`${LINK}\``],
      [MESSAGE, LINK.replace("https", "http"), LINK.replace("https:", ""), LINK.replace("discord", "ptb.discord")],
      [MESSAGE, LINK.replace("discord", "DISCORD"), LINK.replace("discord.com", "discordapp.com")],
      [MESSAGE, `discord://-/channels/${GUILD}/${CHANNEL}/${MESSAGE}`, `${CHANNEL}-${MESSAGE}`]
    ],
    [
      [/id of a message/, LINK.replace("discord", "evil"), LINK.replace("discord.com", "discord.com.evil.example")],
      [/id of a message/, `https://evil.example/${LINK}`, "the last one", "\\".repeat(100_000), "[".repeat(100_000)]
    ]
  ],
  [
    "a channel",
    valueOf("channels_get", {}, "channel_id"),
    [
      [CHANNEL, `<#${CHANNEL}>`, String.raw`\<#${CHANNEL}>`, `#${CHANNEL}`, `"${CHANNEL}"`, [CHANNEL], LINK],
      [CHANNEL, `[#general](https://discord.com/channels/${GUILD}/${CHANNEL})`]
    ],
    [
      [/channels_list/, "#general", "general", `<@${CHANNEL}>`],
      [/one id: call the tool once for each/, `${CHANNEL},${GUILD}`, `<#${CHANNEL}> <#${GUILD}>`],
      [/must be a string/, Number(CHANNEL)]
    ]
  ],
  [
    "a user",
    valueOf("members_get", { guild_id: GUILD }, "user_id"),
    [[CHANNEL, `<@${CHANNEL}>`, `<@!${CHANNEL}>`, `@${CHANNEL}`, `https://discord.com/users/${CHANNEL}?x=1`]],
    [[/members_search/, "@ada", "Ada", "ada#0"]]
  ],
  [
    "an invite",
    valueOf("invites_get", {}, "code"),
    [["reef", "reef", "https://discord.gg/reef", "<https://discord.gg/reef>", "[join](discord.gg/reef)", "`reef`"]],
    [[/invite code or an invite link/, "https://evil.example/reef"]]
  ],
  [
    "a colour",
    valueOf("roles_create", { guild_id: GUILD, name: "reef" }, "color"),
    [
      [0xff0000, "#ff0000", "#F00", "ff0000", "0xff0000", 16_711_680, "16711680", "red", "Red", "Colors.Red"],
      [0xff0000, "rgb(255,0,0)", "rgb(255, 0, 0)", "rgb(255 0 0)", ["red"]],
      [0x8b0000, "dark red", "DARK_RED", "DarkRed"],
      [0x5865f2, "blurple"],
      [0, "default", "none", "0", "black"]
    ],
    [[/#RRGGBB, a name of CSS such as crimson/, "random", "#ff0000ff", "rgb(256,0,0)", [255, 0, 0], "constructor"]]
  ],
  [
    "a time",
    valueOf("messages_read", { channel_id: CHANNEL }, "since"),
    [
      [
        "2026-11-18T11:06:40.000Z",
        1_795_000_000,
        "1795000000",
        1_795_000_000_000,
        "<t:1795000000>",
        "<t:1795000000:R>"
      ],
      ["2026-11-20T18:00:00Z", "2026-11-20T18:00Z", "2026-11-20 18:00 UTC"]
    ],
    [
      [/in UTC, 2026-11-20T00:00:00Z/, "2026-11-20"],
      [/in UTC, 2026-11-20T18:00:00Z/, "2026-11-20T18:00", "2026-11-20 18:00:00"],
      [/such as 2026-01-31T18:00:00Z: it is a point in time/, "2h", "in 2 hours", "90 minutes ago", "PT1H"],
      [/such as 2026-01-31T18:00:00Z$/, "yesterday", "20.11.2026", "11/20/2026", 17_950_000]
    ]
  ],
  [
    "permissions",
    valueOf("roles_create", { guild_id: GUILD, name: "reef" }, "permissions"),
    [
      [["VIEW_CHANNEL"], "VIEW_CHANNEL", "view channel", ["ViewChannel"], ["View Channels"], ["Read Messages"], 1024],
      [["VIEW_CHANNEL"], "1024", "0x400", ["PermissionFlagsBits.ViewChannel"], ["Permissions.VIEW_CHANNEL"]],
      [
        ["SEND_MESSAGES", "VIEW_CHANNEL"],
        "SEND_MESSAGES, VIEW_CHANNEL",
        "SEND_MESSAGES | VIEW_CHANNEL",
        ["Send Messages", "viewChannel"]
      ]
    ],
    [
      [/did you mean ADMINISTRATOR/, ["ADMIN"]],
      [/did you mean KICK_MEMBERS/, ["Kick"]]
    ]
  ],
  [
    "a kind of channel",
    valueOf("channels_create_guild_channel", { guild_id: GUILD, name: "reef" }, "kind"),
    [
      ["text", "TEXT", 0, "GUILD_TEXT", "Text Channel", "ChannelType.GuildText"],
      ["announcement", "news", "Announcement Channel"],
      ["forum", 15, "Forum"]
    ],
    [[/must be one of text, voice, category/, "thread", "private"]]
  ],
  [
    "yes and no",
    valueOf("roles_create", { guild_id: GUILD, name: "Crew" }, "hoist"),
    [
      [true, true, "true", "TRUE", "yes", "Yes", "on"],
      [false, false, "false", "no", "off"]
    ],
    [[/must be true or false/, "maybe", "y", 2]]
  ],
  [
    "the style of a button",
    (style) =>
      valueOf(
        "messages_send",
        { channel_id: CHANNEL },
        "components"
      )([{ type: 2, custom_id: "go", label: "Go", style }]),
    [
      [styled(1), "primary", "blue", "Blurple"],
      [styled(2), "secondary", "grey", "gray"],
      [styled(3), "success", "green"],
      [styled(4), "danger", "RED"]
    ],
    [[/1 blue, 2 grey, 3 green, 4 red/, "purple", undefined, 9]]
  ],
  [
    "an event of the audit log",
    valueOf("audit_log_get", { guild_id: GUILD }, "action_type"),
    [
      ["MEMBER_BAN_ADD", "MEMBER_BAN_ADD", "ban", "Ban", "ban member", "MemberBanAdd", 22],
      ["MEMBER_BAN_REMOVE", "unban"],
      ["MEMBER_KICK", "kick", "AuditLogEvent.MemberKick"],
      ["MESSAGE_DELETE", "delete message", "message deleted", "Deleted Messages", "message_delete"],
      ["MESSAGE_BULK_DELETE", "purge", "bulk delete"],
      ["CHANNEL_CREATE", "create channel", "channel created"],
      ["ROLE_UPDATE", "edit role", "role updated"],
      ["GUILD_UPDATE", "edit server"],
      ["GUILD_SCHEDULED_EVENT_DELETE", "delete event"]
    ],
    [[/there is no/, "timeout", "add role", "remove role", "move channel", "constructor"]]
  ],
  [
    "the contents of a message",
    valueOf("messages_search", { guild_id: GUILD }, "has"),
    [
      [["file"], "attachment", ["Attachments"], "file", ["files"]],
      [["image"], "picture", ["photos"], "images"],
      [["link"], "url", "links"],
      [["sound"], "audio"],
      [
        ["video", "poll"],
        ["videos", "polls"]
      ],
      [["-file"], "-attachment", ["-files"]]
    ],
    [[/there is no/, "text", "constructor", "everything"]]
  ],
  [
    "the trigger of an AutoMod rule",
    valueOf("automod_create_rule", { ...RULE, trigger_metadata: { keyword_filter: ["eel"] } }, "trigger_type"),
    [["keyword", "Keyword", "keywords", "words", 1]],
    [[/must be one of keyword/, "links", "constructor"]]
  ],
  [
    "the trigger of an AutoMod rule for mentions",
    valueOf("automod_create_rule", { ...RULE, trigger_metadata: { mention_total_limit: 5 } }, "trigger_type"),
    [["mention_spam", "mention spam", "mentions", 5]],
    []
  ],
  [
    "the action of an AutoMod rule",
    (type) =>
      valueOf("automod_create_rule", { ...RULE, trigger_type: "spam" }, "actions")([{ type, ...metadataOf(type) }]),
    [
      [[{ type: "block_message" }], "block", "Block Message", 1],
      [[{ type: "send_alert_message", ...ALERT }], "alert", "notify"]
    ],
    [[/must be one of block_message/, "ban", "constructor"]]
  ]
]

describe("everyday spellings of", () => {
  for (const [kind, decode, taken, refused] of kinds) {
    it(`${kind} are taken, or refused with what to send`, () => {
      for (const [meaning, ...spellings] of taken) {
        for (const spelling of spellings) assert.deepStrictEqual(decode(spelling), meaning, JSON.stringify(spelling))
      }
      for (const [says, ...spellings] of refused) {
        for (const spelling of spellings) assert.match(String(decode(spelling)), says)
      }
    })
  }
})

describe("a field that a tool lacks", () => {
  it("is taken for the one that it means, or the refusal names the tool that has it", () => {
    const webhook = "https://discord.com/api/webhooks/123456789012345678/abcdefghijklmnopqrstuvwxyz-abcdefghijklmnop"
    for (const [tool, input, says] of [
      ["messages_read", { channel_id: CHANNEL, query: "tide" }, /messages_search_recent/],
      ["messages_read", { channel_id: CHANNEL, author: "Ada" }, /messages_search\b/],
      ["members_list", { guild_id: GUILD, query: "Ada" }, /members_search/],
      ["messages_bulk_delete", { channel_id: CHANNEL, count: 5 }, /messages_read and this limit.*message_ids/],
      ["channels_modify_permissions", { channel_id: CHANNEL, role: GUILD }, /^type is required: one of role, member$/],
      [
        "events_create",
        { guild_id: GUILD, name: "x", start: "2026-12-24T20:00:00Z" },
        /^entity_type is required: one of/
      ],
      ["webhooks_execute", { url: webhook, content: "x" }, /^taken$/],
      ["roles_create", { guild_id: GUILD, name: "Crew", hoisted: true }, /^taken$/]
    ] as const) {
      const answer = Either.match(prepared(tool, input), { onLeft: textOf, onRight: () => "taken" })
      assert.match(answer, says, tool)
    }
  })
})
