/**
 * Discord's limits, each named once. Those that `test/contract/namedLimits.tsv` lists are of Discord's description:
 * `DOCS=write npx vitest run test/contract/limits.test.ts` writes their numbers. The others are of Discord's docs
 * (resources), or ours where a comment says so. Limits of texts are in characters, those of lists
 * in items. `_S` is seconds, `_MS` milliseconds, `_BYTES` bytes, `_PAGE` the items of one page.
 */

/* Requests. */

export const AUDIT_REASON_MAX = 512
export const URL_MAX = 2048

/* Messages. */

export const MESSAGE_CONTENT_MAX = 2000
/** Characters of a text that is sent as several messages, and the most that there can be of these. Ours. */
export const SPLIT_CONTENT_MAX = 20_000
export const SPLIT_PARTS_MAX = 100
/** Characters of a question to people: a message also has their mentions. Ours. */
export const ASK_QUESTION_MAX = 1500
export const MESSAGES_PAGE_MAX = 100
export const PINS_PAGE_MAX = 50
export const BULK_DELETE_MIN = 2
export const BULK_DELETE_MAX = 100
export const FILES_MAX = 10
export const FILE_TYPES_MAX = 10
export const ATTACHMENT_DESCRIPTION_MAX = 1024
export const STICKERS_MAX = 3
export const REACTIONS_PAGE_MAX = 100

/* Embeds. */

export const EMBEDS_MAX = 10
/** All embeds of a message together. */
export const EMBEDS_TEXT_MAX = 6000
export const EMBED_TITLE_MAX = 256
export const EMBED_DESCRIPTION_MAX = 4096
export const EMBED_FIELDS_MAX = 25
export const EMBED_FIELD_NAME_MAX = 256
export const EMBED_FIELD_VALUE_MAX = 1024
export const EMBED_FOOTER_MAX = 2048
export const EMBED_AUTHOR_MAX = 256

/* Polls. */

export const POLL_QUESTION_MAX = 300
export const POLL_ANSWER_MAX = 55
export const POLL_ANSWERS_MAX = 10
export const POLL_HOURS_MAX = 768
export const VOTERS_PAGE_MAX = 100

/* Components and modals. */

/** All components of a message, nested ones too. */
export const COMPONENTS_MAX = 40
/** All texts of a component tree together. */
export const COMPONENTS_TEXT_MAX = 4000
/** In a message without component types 9 to 17. */
export const ACTION_ROWS_MAX = 5
export const CUSTOM_ID_MAX = 100
export const COMPONENT_ID_MAX = 2_147_483_647
export const BUTTONS_MAX = 5
export const BUTTON_LABEL_MAX = 80
export const BUTTON_URL_MAX = 512
export const SELECT_PLACEHOLDER_MAX = 150
export const SELECT_OPTIONS_MAX = 25
export const SELECT_OPTION_MAX = 100
export const SECTION_TEXTS_MAX = 3
export const GALLERY_ITEMS_MAX = 10
export const MEDIA_DESCRIPTION_MAX = 1024
export const MODAL_COMPONENTS_MAX = 5
export const MODAL_TITLE_MAX = 45
export const MODAL_LABEL_MAX = 45
export const MODAL_CHOICES_MAX = 10
export const TEXT_INPUT_MAX = 4000
export const TEXT_INPUT_PLACEHOLDER_MAX = 100

/* Predefined layouts: ours, below Discord's limits. */

export const TEMPLATE_OPTIONS_MAX = 10
export const TEMPLATE_ITEM_MAX = 80
export const TEMPLATE_ITEMS_MAX = 10

/* Search. */

export const SEARCH_PAGE_MAX = 25
export const SEARCH_OFFSET_MAX = 9975
export const SEARCH_CONTENT_MAX = 1024
export const SEARCH_VALUES_MAX = 100
export const SEARCH_WORD_MAX = 256
export const SEARCH_QUERY_MAX = 200
/** Messages that our own search reads. */
export const SEARCH_SCAN_MAX = 1000
/** Messages that one count reads, and authors that it names. Ours. */
export const COUNT_SCAN_MAX = 5000
export const COUNT_AUTHORS_MAX = 100

/* Channels and threads. */

export const CHANNEL_NAME_MAX = 100
export const FORUM_TOPIC_MAX = 4096
export const TOPIC_MAX = 1024
/** 6 hours. */
export const SLOWMODE_MAX_S = 21_600
export const OVERWRITES_MAX = 100
/** Roles that a lock excepts, and its planned length: a year. Ours. */
export const LOCK_EXCEPT_MAX = 25
export const LOCK_MAX_MINUTES = 365 * 24 * 60
/** Bits per second. */
export const BITRATE_MIN = 8000
export const BITRATE_MAX = 384_000
export const STAGE_BITRATE_MAX = 64_000
/** Members in a stage, which holds most. */
export const USER_LIMIT_MAX = 10_000
export const VOICE_USERS_MAX = 99
export const VOICE_STATUS_MAX = 500
export const REGION_MAX = 100
export const CHANNEL_POSITION_MAX = 1000
/** Channels in one call. */
export const CHANNEL_MOVES_MAX = 500
export const TAGS_MAX = 20
export const APPLIED_TAGS_MAX = 5
export const TAG_NAME_MAX = 50
/** Discord rejects a page of one thread. */
export const THREADS_PAGE_MIN = 2
export const THREADS_PAGE_MAX = 100
export const THREAD_MEMBERS_PAGE_MAX = 100

/* Members and users. */

export const MEMBERS_PAGE_MAX = 1000
export const BANS_PAGE_MAX = 1000
export const MEMBER_QUERY_MAX = 100
export const NICK_MAX = 32
export const BIO_MAX = 190
export const ROLES_MAX = 250
/** 28 days. */
export const TIMEOUT_MAX_MINUTES = 28 * 24 * 60
export const TIMEOUT_MAX_MS = TIMEOUT_MAX_MINUTES * 60 * 1000
export const BULK_BAN_MAX = 200
/** 7 days. */
export const BAN_DELETE_MAX_S = 604_800
export const ACCESS_TOKEN_MAX = 10_240
export const USERNAME_MIN = 2
export const USERNAME_MAX = 32

/* Guilds. */

export const GUILDS_PAGE_MAX = 200
export const GUILD_NAME_MIN = 2
export const GUILD_NAME_MAX = 100
export const GUILD_DESCRIPTION_MAX = 300
export const GUILD_FEATURES_MAX = 200
export const GUILD_FEATURE_MAX = 100
export const AUDIT_LOG_PAGE_MAX = 100
export const PRUNE_DAYS_MAX = 30
export const PRUNE_ROLES_MAX = 100
export const WELCOME_DESCRIPTION_MAX = 140
/** Characters of the description of a channel. */
export const WELCOME_CHANNEL_MAX = 50
export const WELCOME_CHANNELS_MAX = 5
export const JOIN_REQUESTS_PAGE_MAX = 100
export const REJECTION_REASON_MAX = 160
export const ROLE_NAME_MAX = 100
export const ROLE_EMOJI_MAX = 100
export const COLOR_MAX = 0xff_ff_ff

/* Onboarding. */

export const ONBOARDING_PROMPTS_MAX = 15
export const ONBOARDING_PROMPT_TITLE_MAX = 100
export const ONBOARDING_OPTIONS_MAX = 50
export const ONBOARDING_OPTION_TITLE_MAX = 50
export const ONBOARDING_OPTION_DESCRIPTION_MAX = 100
/** Roles, or channels, of one option. */
export const ONBOARDING_OPTION_IDS_MAX = 50
/** Channels that every new member sees, while onboarding is enabled. */
export const DEFAULT_CHANNELS_MIN = 7
export const DEFAULT_CHANNELS_MAX = 500

/* Guild templates. */

export const TEMPLATE_CODE_MAX = 100
export const TEMPLATE_NAME_MAX = 100
export const TEMPLATE_DESCRIPTION_MAX = 120

/* AutoMod. */

export const AUTOMOD_NAME_MAX = 100
export const AUTOMOD_ACTIONS_MAX = 5
export const AUTOMOD_EXEMPT_ROLES_MAX = 20
export const AUTOMOD_EXEMPT_CHANNELS_MAX = 50
export const AUTOMOD_KEYWORDS_MAX = 1000
export const AUTOMOD_KEYWORD_MAX = 60
export const AUTOMOD_PATTERNS_MAX = 10
export const AUTOMOD_PATTERN_MAX = 260
export const AUTOMOD_ALLOWED_MAX = 100
/** With the trigger keyword_preset. */
export const AUTOMOD_ALLOWED_BY_PRESET_MAX = 1000
export const AUTOMOD_MENTIONS_MAX = 50
/** 28 days. */
export const AUTOMOD_TIMEOUT_MAX_S = 2_419_200
export const AUTOMOD_MESSAGE_MAX = 150

/* Invites. */

export const INVITE_LINK_MAX = 100
/** Ids in one call; a file can hold more. */
export const INVITE_USERS_MAX = 1000
/** 7 days. */
export const INVITE_AGE_MAX_S = 604_800
export const INVITE_USES_MAX = 100

/* Scheduled events and stages. */

export const EVENT_NAME_MAX = 100
export const EVENT_DESCRIPTION_MAX = 1000
export const EVENT_LOCATION_MAX = 100
export const EVENT_USERS_PAGE_MAX = 100
export const EVENT_EXCEPTIONS_MAX = 10
export const STAGE_TOPIC_MAX = 120

/* Emojis, stickers and sounds. */

export const EMOJI_NAME_MIN = 2
export const EMOJI_NAME_MAX = 32
export const EMOJI_BYTES_MAX = 256 * 1024
export const EMOJI_ROLES_MAX = 250
export const STICKER_NAME_MIN = 2
export const STICKER_NAME_MAX = 30
export const STICKER_DESCRIPTION_MIN = 2
export const STICKER_DESCRIPTION_MAX = 100
export const STICKER_TAGS_MAX = 200
export const STICKER_BYTES_MAX = 512 * 1024
export const SOUND_NAME_MIN = 2
export const SOUND_NAME_MAX = 32
export const SOUND_BYTES_MAX = 512 * 1024
export const SOUND_EMOJI_MAX = 32

/* Webhooks and interactions. */

export const WEBHOOK_NAME_MAX = 80
export const SUGGESTIONS_MAX = 25

/* Application commands. */

export const COMMAND_NAME_MAX = 32
export const COMMAND_DESCRIPTION_MAX = 100
export const COMMAND_CHOICE_MAX = 100
export const COMMAND_TEXT_MAX = 6000
/** Options of a command or subcommand, and choices of an option. */
export const COMMAND_OPTIONS_MAX = 25
/** All names, descriptions and values of a command together. */
export const COMMAND_TOTAL_MAX = 8000
/** Slash commands, globally or in one guild. */
export const CHAT_COMMANDS_MAX = 100
/** User commands, or message commands. */
export const CONTEXT_COMMANDS_MAX = 15
export const COMMANDS_MAX = 130
export const COMMAND_PERMISSIONS_MAX = 100

/* Applications. */

export const APPLICATION_DESCRIPTION_MAX = 400
export const APPLICATION_TAGS_MAX = 5
export const APPLICATION_TAG_MAX = 20
export const ROLE_METADATA_MAX = 5
export const ROLE_METADATA_KEY_MAX = 50
export const ROLE_METADATA_NAME_MAX = 100
export const ROLE_METADATA_DESCRIPTION_MAX = 200
export const ACTIVITY_INSTANCE_ID_MAX = 100
export const ENTITLEMENTS_PAGE_MAX = 100
export const SUBSCRIPTIONS_PAGE_MAX = 100
export const SKUS_MAX = 100

/* Lobbies. */

export const LOBBY_MEMBERS_MAX = 25
export const LOBBY_METADATA_KEYS_MAX = 25
/** All keys and values together. */
export const LOBBY_METADATA_MAX = 1000
export const LOBBY_IDLE_MIN_S = 5
/** 7 days. */
export const LOBBY_IDLE_MAX_S = 604_800
export const LOBBY_SECRET_MAX = 250
export const LOBBY_NAME_MAX = 80
export const LOBBY_EVENTS_URL_MAX = 512
export const LOBBY_MESSAGES_MAX = 200
export const MODERATION_KEYS_MAX = 5
export const MODERATION_VALUE_MAX = 2000
