import type { JsonObject } from "../JsonObject.ts"
import { renderFields } from "../rendering/renderValue.ts"
import type { RenderOptions } from "../rendering/Style.ts"

/** The structured content of a result, split into the data and the server's notices about the data. */
export interface SplitContent {
  readonly data: JsonObject
  /** The notice, and the names of the fields that Discord users wrote. */
  readonly notices: JsonObject
}

/** Separates the server's notices from the data. */
export const splitNotices = ({ notice, untrusted_fields, ...data }: JsonObject): SplitContent => ({
  // A `notice` that is not text is a field of the data.
  data: notice === undefined || typeof notice === "string" ? data : { ...data, notice },
  notices: {
    ...(typeof notice === "string" && { notice }),
    ...(untrusted_fields !== undefined && { untrusted_fields })
  }
})

/** Renders the notices as the last lines of a result. Returns no line if there are none. */
export const noticeLines = (notices: JsonObject, options: RenderOptions): ReadonlyArray<string> =>
  Object.keys(notices).length === 0 ? [] : ["", ...renderFields(notices, options, options.style.yellow)]
