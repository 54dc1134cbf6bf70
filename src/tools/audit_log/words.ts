/** Everyday words for events of the audit log. */
import { auditEvents } from "./view.ts"

/** Verbs that mean the last word of an event. "Add" and "remove" are missing: a role is also added to a member. */
const verbs: Readonly<Record<string, ReadonlyArray<string>>> = {
  CREATE: ["create", "created"],
  UPDATE: ["update", "updated", "edit", "edited"],
  DELETE: ["delete", "deleted"]
}

/** Other nouns for the beginning of an event. */
const nouns: Readonly<Record<string, string>> = {
  GUILD: "server",
  GUILD_SCHEDULED_EVENT: "event",
  AUTO_MODERATION_RULE: "automod rule",
  CHANNEL_OVERWRITE: "channel permission",
  SOUNDBOARD_SOUND: "sound",
  STAGE_INSTANCE: "stage"
}

/** Maps everyday words to the names of events, such as `delete message` to MESSAGE_DELETE. */
export const auditWords: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.keys(auditEvents).flatMap((event) => {
      const [, subject = "", verb = ""] = /^(\w+)_([A-Z]+)$/.exec(event) ?? []
      const subjects = [subject, nouns[subject] ?? subject].flatMap((noun) => [noun, `${noun}s`])
      return subjects.flatMap((noun) =>
        (verbs[verb] ?? []).flatMap((word) =>
          [`${word} ${noun}`, `${noun} ${word}`].map((spelling) => [spelling, event])
        )
      )
    })
  ),
  ban: "MEMBER_BAN_ADD",
  "ban member": "MEMBER_BAN_ADD",
  unban: "MEMBER_BAN_REMOVE",
  "unban member": "MEMBER_BAN_REMOVE",
  kick: "MEMBER_KICK",
  "kick member": "MEMBER_KICK",
  prune: "MEMBER_PRUNE",
  purge: "MESSAGE_BULK_DELETE",
  "bulk delete": "MESSAGE_BULK_DELETE",
  "pin message": "MESSAGE_PIN",
  "unpin message": "MESSAGE_UNPIN",
  "move member": "MEMBER_MOVE",
  "disconnect member": "MEMBER_DISCONNECT",
  "add bot": "BOT_ADD"
}
