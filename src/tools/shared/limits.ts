/** Discord's limits, each named once (Discord docs, resources). */

/** Characters of a message. */
export const MESSAGE_CONTENT_MAX = 2000
/** Messages of one page. */
export const MESSAGES_PAGE_MAX = 100
/** Messages of one bulk delete, at least and at most. */
export const BULK_DELETE_MIN = 2
export const BULK_DELETE_MAX = 100
/** Characters of an audit log reason. */
export const AUDIT_REASON_MAX = 512
/** Characters of a channel's name. */
export const CHANNEL_NAME_MAX = 100
/** Characters of a channel's topic; of a forum's. */
export const CHANNEL_TOPIC_MAX = 1024
export const FORUM_TOPIC_MAX = 4096
/** Seconds of slow mode. */
export const SLOWMODE_MAX_S = 21_600
/** Guilds of one page. */
export const GUILDS_PAGE_MAX = 200
/** Characters of an address. */
export const URL_MAX = 2048
/** Embeds of a message. */
export const EMBEDS_MAX = 10
/** Parts of an embed, in characters, and its fields. */
export const EMBED_TITLE_MAX = 256
export const EMBED_DESCRIPTION_MAX = 4096
export const EMBED_FIELDS_MAX = 25
export const EMBED_FIELD_NAME_MAX = 256
export const EMBED_FIELD_VALUE_MAX = 1024
export const EMBED_FOOTER_MAX = 2048
export const EMBED_AUTHOR_MAX = 256
/** Files of a message, and their alternative text. */
export const FILES_MAX = 10
export const ATTACHMENT_DESCRIPTION_MAX = 1024

/* Channels and their permissions. */

/** Permission overwrites of a channel. */
export const OVERWRITES_MAX = 100
/** Bits per second of a voice channel; people in it (a stage holds most); characters of its status and region. */
export const BITRATE_MIN = 8000
export const BITRATE_MAX = 384_000
export const USER_LIMIT_MAX = 10_000
export const VOICE_STATUS_MAX = 500
export const REGION_MAX = 100
/** Places in the list of channels, and how many are moved at once. */
export const CHANNEL_POSITION_MAX = 1000
export const CHANNEL_MOVES_MAX = 500
/** Tags of a forum, of a post, and characters of a tag's name. */
export const TAGS_MAX = 20
export const APPLIED_TAGS_MAX = 5
export const TAG_NAME_MAX = 50
/** Threads and thread members of one page; Discord takes no fewer threads than two. */
export const THREADS_PAGE_MIN = 2
export const THREADS_PAGE_MAX = 100
export const THREAD_MEMBERS_PAGE_MAX = 100

/* Members. */

/** Members and bans of one page. */
export const MEMBERS_PAGE_MAX = 1000
export const BANS_PAGE_MAX = 1000
/** Characters that members are searched by. */
export const MEMBER_QUERY_MAX = 100
/** Characters of a nickname, and of the bot's text about itself. */
export const NICK_MAX = 32
export const BIO_MAX = 190
/** Roles of a guild, and so of a member. */
export const ROLES_MAX = 250
/** How long a timeout lasts at most: 28 days. */
export const TIMEOUT_MAX_MS = 28 * 24 * 60 * 60 * 1000
/** Users of one bulk ban, and how far back a ban deletes messages. */
export const BULK_BAN_MAX = 200
export const BAN_DELETE_MAX_S = 604_800
/** Characters of an OAuth2 access token. */
export const ACCESS_TOKEN_MAX = 10_240

/* Invites. */

/** Characters of an invite's link, as people paste it. */
export const INVITE_LINK_MAX = 100
/** Users an invite can be for by a list of ids; a file can hold more. */
export const INVITE_USERS_MAX = 1000
/** How long an invite holds, and how often it can be used. */
export const INVITE_AGE_MAX_S = 604_800
export const INVITE_USES_MAX = 100

/* Scheduled events and stages. */

/** Characters of an event's name, description and place. */
export const EVENT_NAME_MAX = 100
export const EVENT_DESCRIPTION_MAX = 1000
export const EVENT_LOCATION_MAX = 100
/** Users of an event on one page. */
export const EVENT_USERS_PAGE_MAX = 100
/** Exceptions whose users are counted at once. */
export const EVENT_EXCEPTIONS_MAX = 10
/** Characters of what a stage is about. */
export const STAGE_TOPIC_MAX = 120

/* Parts of messages: embeds in all, polls, stickers, components. */

/** Characters of all embeds of a message together. */
export const EMBEDS_TEXT_MAX = 6000
/** Stickers of a message. */
export const STICKERS_MAX = 3
/** A poll: characters of its question and of an answer, answers, hours. */
export const POLL_QUESTION_MAX = 300
export const POLL_ANSWER_MAX = 55
export const POLL_ANSWERS_MAX = 10
export const POLL_HOURS_MAX = 768
/** Components of a message: all of them, nested ones too, and the characters of all their texts. */
export const COMPONENTS_MAX = 40
export const COMPONENTS_TEXT_MAX = 4000
/** Rows of a message without the newer components. */
export const ACTION_ROWS_MAX = 5
/** Parts of components. */
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

/* Commands of applications. */

/** Characters of a command's or option's name and description, of a choice, and of a text that is filled in. */
export const COMMAND_NAME_MAX = 32
export const COMMAND_DESCRIPTION_MAX = 100
export const COMMAND_CHOICE_MAX = 100
export const COMMAND_TEXT_MAX = 6000
/** Options of a command or subcommand, and choices of an option. */
export const COMMAND_OPTIONS_MAX = 25
/** Characters of a command in all: names, descriptions and values. */
export const COMMAND_TOTAL_MAX = 8000
/** Commands of each kind in one place, and in all. */
export const CHAT_COMMANDS_MAX = 100
export const CONTEXT_COMMANDS_MAX = 15
export const COMMANDS_MAX = 130
/** Entries of a command's permissions. */
export const COMMAND_PERMISSIONS_MAX = 100

/* Guilds: settings, welcome, onboarding, templates, roles, AutoMod, audit log. */

/** Characters of a guild's name and description. */
export const GUILD_NAME_MIN = 2
export const GUILD_NAME_MAX = 100
export const GUILD_DESCRIPTION_MAX = 300
/** Features of a guild, and characters of one. */
export const GUILD_FEATURES_MAX = 200
export const GUILD_FEATURE_MAX = 100
/** Days without activity, and roles, a prune goes by. */
export const PRUNE_DAYS_MAX = 30
export const PRUNE_ROLES_MAX = 100
/** A welcome screen: characters of its text and of a channel's, and channels. */
export const WELCOME_DESCRIPTION_MAX = 140
export const WELCOME_CHANNEL_MAX = 50
export const WELCOME_CHANNELS_MAX = 5
/** Join requests of one page, and characters of why one is rejected. */
export const JOIN_REQUESTS_PAGE_MAX = 100
export const REJECTION_REASON_MAX = 160
/** Onboarding: questions, answers to one, characters of their texts, roles or channels of an answer. */
export const ONBOARDING_PROMPTS_MAX = 15
export const ONBOARDING_PROMPT_TITLE_MAX = 100
export const ONBOARDING_OPTIONS_MAX = 50
export const ONBOARDING_OPTION_TITLE_MAX = 50
export const ONBOARDING_OPTION_DESCRIPTION_MAX = 100
export const ONBOARDING_OPTION_IDS_MAX = 50
/** Channels that every new member sees: at least so many to be enabled, and at most. */
export const DEFAULT_CHANNELS_MIN = 7
export const DEFAULT_CHANNELS_MAX = 500
/** Characters of a template's code, name and description. */
export const TEMPLATE_CODE_MAX = 100
export const TEMPLATE_NAME_MAX = 100
export const TEMPLATE_DESCRIPTION_MAX = 120
/** Characters of a role's name and emoji, and the largest colour. */
export const ROLE_NAME_MAX = 100
export const ROLE_EMOJI_MAX = 100
export const COLOR_MAX = 0xff_ff_ff
/** AutoMod: characters of a rule's name, actions, roles and channels it leaves alone. */
export const AUTOMOD_NAME_MAX = 100
export const AUTOMOD_ACTIONS_MAX = 5
export const AUTOMOD_EXEMPT_ROLES_MAX = 20
export const AUTOMOD_EXEMPT_CHANNELS_MAX = 50
/** Keywords and patterns of a rule, with their characters; words it allows, more of them beside presets. */
export const AUTOMOD_KEYWORDS_MAX = 1000
export const AUTOMOD_KEYWORD_MAX = 60
export const AUTOMOD_PATTERNS_MAX = 10
export const AUTOMOD_PATTERN_MAX = 260
export const AUTOMOD_ALLOWED_MAX = 100
export const AUTOMOD_ALLOWED_BY_PRESET_MAX = 1000
/** Mentions of a message, seconds of a timeout by AutoMod, characters of what is said to whom is blocked. */
export const AUTOMOD_MENTIONS_MAX = 50
export const AUTOMOD_TIMEOUT_MAX_S = 2_419_200
export const AUTOMOD_MESSAGE_MAX = 150
/** Entries of one page of the audit log. */
export const AUDIT_LOG_PAGE_MAX = 100

/* Emojis, stickers and sounds. */

/** Characters of an emoji's name, bytes of its picture, roles that may use it. */
export const EMOJI_NAME_MIN = 2
export const EMOJI_NAME_MAX = 32
export const EMOJI_BYTES_MAX = 256 * 1024
export const EMOJI_ROLES_MAX = 250
/** Characters of a sticker's name, description and tags, bytes of its picture. */
export const STICKER_NAME_MIN = 2
export const STICKER_NAME_MAX = 30
export const STICKER_DESCRIPTION_MIN = 2
export const STICKER_DESCRIPTION_MAX = 100
export const STICKER_TAGS_MAX = 200
export const STICKER_BYTES_MAX = 512 * 1024
/** Characters of a sound's name, bytes of the sound, characters of its emoji. */
export const SOUND_NAME_MIN = 2
export const SOUND_NAME_MAX = 32
export const SOUND_BYTES_MAX = 512 * 1024
export const SOUND_EMOJI_MAX = 32

/* Users. */

/** Characters of a username. */
export const USERNAME_MIN = 2
export const USERNAME_MAX = 32

/* Search of messages and threads. */

/** Results of one page, and how far the pages go. */
export const SEARCH_PAGE_MAX = 25
export const SEARCH_OFFSET_MAX = 9975
/** Characters of the words searched for; values of one condition, and characters of one that is a word. */
export const SEARCH_CONTENT_MAX = 1024
export const SEARCH_VALUES_MAX = 100
export const SEARCH_WORD_MAX = 256
/** Our own look through a channel: characters of its text, and messages. */
export const SEARCH_QUERY_MAX = 200
export const SEARCH_SCAN_MAX = 1000
/** Users of one page who reacted, or voted. */
export const REACTIONS_PAGE_MAX = 100
export const VOTERS_PAGE_MAX = 100
/** Pins of one page. */
export const PINS_PAGE_MAX = 50

/* Webhooks. */

/** Characters of a webhook's name, and of the name it writes under. */
export const WEBHOOK_NAME_MAX = 80

/* Interactions. */

/** Values that autocomplete suggests. */
export const SUGGESTIONS_MAX = 25
/** Parts of a modal: how many, and their texts in characters. */
export const MODAL_COMPONENTS_MAX = 5
export const MODAL_TITLE_MAX = 45
export const MODAL_LABEL_MAX = 45
export const MODAL_CHOICES_MAX = 10
export const TEXT_INPUT_MAX = 4000
export const TEXT_INPUT_PLACEHOLDER_MAX = 100

/* Layouts of our own, small enough for all of Discord's limits. */

/** Buttons, lines, and the characters of either side of a line. */
export const TEMPLATE_OPTIONS_MAX = 10
export const TEMPLATE_ITEM_MAX = 80
export const TEMPLATE_ITEMS_MAX = 10

/** Types of files that an upload can be limited to. */
export const FILE_TYPES_MAX = 10
