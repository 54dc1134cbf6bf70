import type { FileUploadType } from "discord-api-types/v10"
import { Schema } from "effect"
import { optional, setOf } from "../shared/fields.ts"
import * as Limits from "../shared/limits.ts"

/** A kind of file, or an extension (Discord docs, reference, file type filtering). */
const fileType = Schema.String.pipe(
  Schema.filter((given): given is FileUploadType => FILE_TYPE.test(given), {
    description: "A kind of file, or an extension.",
    message: () => "must be audio, image, video, or an extension such as .pdf",
    jsonSchema: { pattern: "^(audio|image|video|\\.[\\w.-]{1,15})$" },
    arbitrary: () => (fc) =>
      fc.oneof(
        fc.constantFrom<FileUploadType>("audio", "image", "video"),
        fc.stringMatching(/^[a-z\d]{1,15}$/).map((extension): FileUploadType => `.${extension}`)
      )
  })
)

const FILE_TYPE = /^(audio|image|video|\.[\w.-]{1,15})$/

/** Which files may be uploaded. */
export const file_types = optional(
  setOf("Accept only these files: audio, image, video, or extensions such as .pdf.", fileType, 0, Limits.FILE_TYPES_MAX)
)
