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

/** Characters of an invite's code. */
export const INVITE_CODE_MAX = 32
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
