/** The files of pictures that a plan uploads. They are read before the plan is shown, so that a missing one is reported. */
import { Array as Arr, Effect } from "effect"
import { FileSource } from "../discord/FileSource.ts"
import { ValidationError } from "../errors/DiscordMcpError.ts"
import { limitIssues } from "../errors/validationIssues.ts"
import type { PlannedCall } from "../tools/Tool.ts"
import type { Document } from "./document.ts"
import { literal } from "./PlanDraft.ts"

/** The maximum size of a picture in bytes (Discord docs, emoji and sticker). Some pictures of emojis are made smaller. */
const BYTES_MAX = 10_000_000

/** Fails with every file that calls upload and that cannot be read. `field`: the field of the call with the blueprint. */
export const checkPictureFiles = Effect.fnUntraced(function* (
  document: Document,
  steps: ReadonlyArray<PlannedCall>,
  field: string
) {
  const uploaded = new Set(steps.flatMap(({ args }) => [Object(args.image).path, Object(args.file).path]))
  const files = (["emojis", "stickers"] as const).flatMap((section) =>
    (document[section] ?? []).flatMap(({ file }, at) =>
      file !== undefined && uploaded.has(literal(file)) ? [{ file, path: `${field}.${section}[${at}].file` }] : []
    )
  )
  const source = yield* FileSource
  const results = yield* Effect.forEach(files, ({ file, path }) => Effect.either(source.read(file, path, BYTES_MAX)))
  const issues = Arr.getLefts(results).flatMap(({ validation_issues }) => validation_issues)
  if (issues.length > 0) return yield* new ValidationError({ validation_issues: limitIssues(issues) })
})
