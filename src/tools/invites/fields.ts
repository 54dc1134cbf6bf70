import { Encoding, Schema } from "effect"
import type { FileInput } from "../../discord/FileSource.ts"
import { described, setOf, text } from "../../objects/schema/fields.ts"
import { idKindAnnotation, UserId, withoutMarkup } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { upload } from "../shared/files.ts"

/** Decodes the code of an invite, from the code or from its URL. */
export const inviteCode = Schema.transform(
  text("Invite code or link.", { max: Limits.INVITE_LINK_MAX }),
  Schema.String.pipe(
    Schema.pattern(/^[\w-]{1,32}$/, {
      ...idKindAnnotation("invite"),
      message: () => "must be an invite code or an invite link"
    })
  ),
  { strict: true, decode: (text) => LINK.exec(withoutMarkup(text))?.[1] ?? withoutMarkup(text), encode: (code) => code }
).annotations({ description: "Invite code or link." })

const LINK = /^(?:https?:\/\/)?(?:\w+\.)?(?:discord\.gg|discord(?:app)?\.com\/invite)\/([\w-]+)/i

/** The target users of an invite: no other user can see or use it. */
export const user_ids = setOf("The only users who can use the invite, up to 1000.", UserId, 1, Limits.INVITE_USERS_MAX)

/** Users to add to the target users or to remove from them. */
export const changed_user_ids = setOf("The users, up to 1000.", UserId, 1, Limits.INVITE_USERS_MAX)

/** The target users as a file, for more users. */
export const users_file = described("Instead of user_ids: a CSV file with one user id per line.", upload)

/** Returns the file of target users to upload, if any. */
export const usersFile = (input: {
  readonly user_ids?: typeof user_ids.Type
  readonly users_file?: typeof upload.Type
}): ReadonlyArray<readonly [file: FileInput, at: string, key: string]> => {
  if (input.users_file !== undefined) return [[input.users_file, "users_file", FORM_FIELD]]
  if (input.user_ids === undefined) return []
  const base64 = `data:text/csv;base64,${Encoding.encodeBase64(input.user_ids.join("\n"))}`
  return [[{ name: "users.csv", base64 }, "user_ids", FORM_FIELD]]
}

/** The name of Discord's form field for the file. */
const FORM_FIELD = "target_users_file"

/** Parses Discord's CSV file of users: a header line, then one id per line. */
export const usersIn = (file: string): ReadonlyArray<string> => file.match(/^\d{17,20}$/gm) ?? []
