/** Discord's limits of applications, what they sell and their lobbies, each named once (Discord docs, resources). */

/* Applications and what they sell. */

/** Characters of an application's description, its tags and the characters of each. */
export const APPLICATION_DESCRIPTION_MAX = 400
export const APPLICATION_TAGS_MAX = 5
export const APPLICATION_TAG_MAX = 20
/** Records of role connection metadata, and characters of their parts. */
export const ROLE_METADATA_MAX = 5
export const ROLE_METADATA_KEY_MAX = 50
export const ROLE_METADATA_NAME_MAX = 100
export const ROLE_METADATA_DESCRIPTION_MAX = 200
/** Characters of the id of an activity instance. */
export const ACTIVITY_INSTANCE_ID_MAX = 100
/** Entitlements and subscriptions of one page, and SKUs to look for at once. */
export const ENTITLEMENTS_PAGE_MAX = 100
export const SUBSCRIPTIONS_PAGE_MAX = 100
export const SKUS_MAX = 100

/* Lobbies. */

/** Members of a lobby that one call names. */
export const LOBBY_MEMBERS_MAX = 25
/** Metadata of a lobby or member: keys, and characters of all keys and values. */
export const LOBBY_METADATA_KEYS_MAX = 25
export const LOBBY_METADATA_MAX = 1000
/** Seconds without anybody after which a lobby ends. */
export const LOBBY_IDLE_MIN_S = 5
export const LOBBY_IDLE_MAX_S = 604_800
/** Characters of a lobby's secret, of a member's further name, of the address its events go to. */
export const LOBBY_SECRET_MAX = 250
export const LOBBY_NAME_MAX = 80
export const LOBBY_EVENTS_URL_MAX = 512
/** Messages of a lobby in one answer. */
export const LOBBY_MESSAGES_MAX = 200
/** Moderation metadata of a message: keys, and characters of a value. */
export const MODERATION_KEYS_MAX = 5
export const MODERATION_VALUE_MAX = 2000
