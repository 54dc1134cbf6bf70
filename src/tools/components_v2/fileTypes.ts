import type { FileUploadType } from "discord-api-types/v10"
import { Schema } from "effect"
import { LOWER_CASE, optional, setOf, textOf } from "../../objects/schema/fields.ts"
import * as Limits from "../../objects/schema/limits.ts"

const FILE_TYPE = /^(audio|image|video|\.[\w.-]{1,15})$/

/** A media type or file extension (Discord docs, reference, file type filtering). */
const fileType = Schema.String.pipe(
  Schema.filter((value): value is FileUploadType => FILE_TYPE.test(value), {
    description: "audio, image, video, or an extension such as .pdf.",
    message: () => "must be audio, image, video, or an extension such as .pdf",
    jsonSchema: { pattern: FILE_TYPE.source },
    arbitrary: () => (fc) =>
      fc.oneof(
        fc.constantFrom<FileUploadType>("audio", "image", "video"),
        textOf(LOWER_CASE, 1, 15)()(fc).map((extension): FileUploadType => `.${extension}`)
      )
  })
)

/** The field that restricts which files can be uploaded. */
export const file_types = optional(
  setOf("Accept only these files: audio, image, video, or extensions such as .pdf.", fileType, 0, Limits.FILE_TYPES_MAX)
)
