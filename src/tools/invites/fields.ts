/** What invites are named by, and whom they are for. */
import { Encoding, Schema } from "effect"
import type { FileInput } from "../../discord/FileSource.ts"
import { described, setOf, text } from "../shared/fields.ts"
import { upload } from "../shared/files.ts"
import { ofKind, UserId } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"

/** The code of an invite; its address is taken too. */
export const inviteCode = Schema.transform(
  text("Its code or link.", { max: Limits.INVITE_LINK_MAX }),
  Schema.String.pipe(
    Schema.pattern(/^[\w-]{1,32}$/, {
      ...ofKind("invite"),
      message: () => "must be the code of an invite, or its link"
    })
  ),
  { strict: true, decode: (given) => LINK.exec(given.trim())?.[1] ?? given.trim(), encode: (code) => code }
).annotations({ description: "Its code or link." })

const LINK = /^(?:https?:\/\/)?(?:www\.)?(?:discord\.gg|discord(?:app)?\.com\/invite)\/([\w-]+)/

/** Whom an invite is for: nobody else can see or use it. */
export const user_ids = setOf("The only users who can use it.", UserId, 1, Limits.INVITE_USERS_MAX)

/** Users who are put on that list, or taken off it. */
export const changed_user_ids = setOf("The users.", UserId, 1, Limits.INVITE_USERS_MAX)

/** The same in a file, for more of them. */
export const users_file = described("Or a CSV file with one user id a line.", upload)

/** The file of users, as a row sends it. */
export const usersFile = (given: {
  readonly user_ids?: typeof user_ids.Type
  readonly users_file?: typeof upload.Type
}): ReadonlyArray<readonly [file: FileInput, at: string, key: string]> => {
  if (given.users_file !== undefined) return [[given.users_file, "users_file", FORM_FIELD]]
  if (given.user_ids === undefined) return []
  const base64 = `data:text/csv;base64,${Encoding.encodeBase64(given.user_ids.join("\n"))}`
  return [[{ name: "users.csv", base64 }, "user_ids", FORM_FIELD]]
}

/** The field of the form that Discord expects that file in. */
const FORM_FIELD = "target_users_file"

/** The users in a file of Discord's: a head line, then one id a line. */
export const usersIn = (file: string): ReadonlyArray<string> => file.match(/^\d{17,20}$/gm) ?? []
