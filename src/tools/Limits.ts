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
