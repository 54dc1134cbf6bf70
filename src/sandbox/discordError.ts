/** Responses, and the status, JSON code and message of every error that the sandbox sends. */
import { Array, Data, Record } from "effect"

/** A complete response, before it is sent or a fault applies to it. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

/** Returns a response with a JSON body. */
export const json = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(value)
})

/** A 204. */
export const noContent: Reply = { status: 204, headers: {}, body: "" }

/** Adds headers to a response. */
export const withHeaders = (reply: Reply, headers: Readonly<Record<string, string>>): Reply => ({
  ...reply,
  headers: { ...reply.headers, ...headers }
})

/** A request that fails, with its response. */
export class Refusal extends Data.TaggedError("Refusal")<{ readonly reply: Reply }> {}

/** A problem in a body: its path, and Discord's code and message for it. */
export interface Problem {
  readonly path: ReadonlyArray<PropertyKey>
  readonly code: string
  readonly message: string
}

/** Creates an error response with a JSON code. */
export const refuse = (status: number, code: number, message: string): Refusal =>
  new Refusal({ reply: json(status, { message, code }) })

/** Creates a 400 with code 50035 and nested `errors` (Discord docs, reference, error messages). */
export const invalidForm = (problems: ReadonlyArray<Problem>): Refusal =>
  new Refusal({ reply: json(400, { message: "Invalid Form Body", code: 50035, errors: nest(problems) }) })

export const unauthorized = refuse(401, 0, "401: Unauthorized")

export const unknownChannel = refuse(404, 10003, "Unknown Channel")
export const unknownGuild = refuse(404, 10004, "Unknown Guild")
export const unknownInvite = refuse(404, 10006, "Unknown Invite")
export const unknownMember = refuse(404, 10007, "Unknown Member")
export const unknownMessage = refuse(404, 10008, "Unknown Message")
export const unknownOverwrite = refuse(404, 10009, "Unknown Overwrite")
export const unknownRole = refuse(404, 10011, "Unknown Role")
export const unknownUser = refuse(404, 10013, "Unknown User")
export const unknownEmoji = refuse(400, 10014, "Unknown Emoji")
export const unknownGuildEmoji = refuse(404, 10014, "Unknown Emoji")
export const unknownWebhook = refuse(404, 10015, "Unknown Webhook")
export const unknownBan = refuse(404, 10026, "Unknown Ban")
export const unknownTemplate = refuse(404, 10057, "Unknown Guild Template")
export const unknownInteraction = refuse(404, 10062, "Unknown interaction")
/** Discord documents no specific code for this error. */
export const unknownRule = refuse(404, 0, "404: Not Found")
export const unknownWelcomeScreen = refuse(404, 10069, "Unknown Guild Welcome Screen")
export const unknownEvent = refuse(404, 10070, "Unknown Guild Scheduled Event")

export const tooManyPins = refuse(400, 30003, "Maximum number of pins reached for the channel (250)")
export const tooManyRoles = refuse(400, 30005, "Maximum number of server roles reached (250)")
export const tooManyWebhooks = refuse(400, 30007, "Maximum number of webhooks reached (15)")
export const tooManyEmojis = (max: number) => refuse(400, 30008, `Maximum number of emojis reached (${max})`)
export const tooManyAnimatedEmojis = (max: number) =>
  refuse(400, 30018, `Maximum number of animated emojis reached (${max})`)
export const tooManyReactions = refuse(400, 30010, "Maximum number of reactions reached (20)")
export const tooManyChannels = refuse(400, 30013, "Maximum number of server channels reached (500)")

export const hasTemplate = refuse(400, 30031, "Guild already has a template")
export const stageBitrate = refuse(400, 30052, "Bitrate is too high for channel of this type")
export const tooManyOverwrites = refuse(400, 30060, "Maximum number of channel permission overwrites reached (1000)")

export const tooLarge = refuse(413, 40005, "Request entity too large")
export const isBanned = refuse(403, 40007, "The user is banned from this guild.")
export const oneParentAtATime = refuse(400, 40009, "Only one channel can have a parent_id modified at a time")
export const alreadyCrossposted = refuse(400, 40033, "This message has already been crossposted.")
export const duplicateTags = refuse(400, 40061, "Tag names must be unique")
export const missingAccess = refuse(403, 50001, "Missing Access")
export const notInDirectMessages = refuse(403, 50003, "Cannot execute action on a DM channel")
export const notTheAuthor = refuse(403, 50005, "Cannot edit a message authored by another user")
export const emptyMessage = refuse(400, 50006, "Cannot send an empty message")
export const cannotWriteTo = refuse(403, 50007, "Cannot send messages to this user")
export const missingPermissions = refuse(403, 50013, "Missing Permissions")
export const twoFactorRequired = refuse(403, 60003, "Two factor is required for this operation")
export const unreadableForward = refuse(400, 160014, "Cannot forward a message whose content you cannot read")
export const systemMessage = refuse(403, 50021, "Cannot execute action on a system message")
export const wrongChannelType = refuse(400, 50024, "Cannot execute action on this channel type")
export const wrongWebhookToken = refuse(401, 50027, "Invalid Webhook Token")
export const voiceWithContent = refuse(400, 50159, "Voice messages do not support additional content.")
export const voiceWithoutRecording = refuse(400, 50160, "Voice messages must have a single audio attachment.")
export const voiceWithoutMetadata = refuse(400, 50161, "Voice messages must have supporting metadata.")
export const voiceNotEditable = refuse(400, 50162, "Voice messages cannot be edited.")
export const forumNeedsThread = refuse(
  400,
  220001,
  "Webhooks posted to forum channels must have a thread_name or thread_id"
)
export const threadNameAndId = refuse(
  400,
  220002,
  "Webhooks posted to forum channels cannot have both a thread_name and thread_id"
)
export const threadNameOutsideForum = refuse(400, 220003, "Webhooks can only create threads in forum channels")
export const invalidRole = refuse(400, 50028, "Invalid Role")
export const invalidRecipient = refuse(400, 50033, "Invalid Recipient(s)")
export const tooOldToDelete = refuse(400, 50034, "You can only bulk delete messages that are under 14 days old.")
export const requiredByCommunity = refuse(400, 50074, "Cannot delete a channel required for community servers")
export const archivedThread = refuse(400, 50083, "Thread is archived")
export const notACommunityChannel = refuse(400, 50086, "Community server channels must be text channels")
export const needsBoosts = refuse(403, 50101, "This server needs more boosts to perform this action")
export const invalidJson = refuse(400, 50109, "The request body contains invalid JSON.")
export const invalidEmoji = refuse(400, 50151, "The specified emoji is invalid")
export const threadExists = refuse(400, 160004, "A thread has already been created for this message")
export const finishedEvent = refuse(400, 180000, "Cannot update a finished event")
export const onboardingRequirements = refuse(400, 350000, "Cannot enable onboarding, requirements are not met")
export const belowOnboarding = refuse(400, 350001, "Cannot update onboarding while below requirements")
export const failedToBan = refuse(400, 500000, "Failed to ban users")
export const pollExpired = refuse(400, 520001, "Poll expired")
export const pollNotEditable = refuse(400, 520003, "Cannot edit a poll message")
export const noPoll = refuse(400, 520006, "Cannot expire a non-poll message")

export const unauthorizedFor = refuse(403, 20012, "You are not authorized to perform this action on this application")

/** Creates a 400 with code 50035 for one field. */
export const invalidField = (field: string, code: string, message: string): Refusal =>
  invalidForm([{ path: [field], code, message }])

/** Creates the error of an operation that Discord does not have or the sandbox does not serve. */
export const notImplemented = (method: string, path: string): Refusal =>
  refuse(404, 0, `The sandbox does not know ${method} ${path}`)

interface ErrorTree {
  readonly [key: string]: ErrorTree | ReadonlyArray<{ readonly code: string; readonly message: string }>
}

const nest = (problems: ReadonlyArray<Problem>): ErrorTree => {
  const [below, here] = Array.partition(problems, (problem) => problem.path.length === 0)
  const groups = Array.groupBy(below, (problem) => String(problem.path[0]))
  return {
    ...(here.length > 0 && { _errors: here.map(({ code, message }) => ({ code, message })) }),
    ...Record.map(groups, (group) => nest(group.map((problem) => ({ ...problem, path: problem.path.slice(1) }))))
  }
}
