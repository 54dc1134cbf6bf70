import { Schema } from "effect"
import { ALPHANUMERIC, textOf } from "../../objects/schema/fields.ts"
import { idKindAnnotation } from "../../objects/schema/ids.ts"
import { TEMPLATE_CODE_MAX } from "../../objects/schema/limits.ts"

/** Returns a schema that decodes a template's code, from the code or from a URL: `discord.new/…`, `discord.com/template/…`. */
export const templateCode = (description: string) =>
  Schema.transform(
    Schema.String.annotations({ message: () => "must be a template code, as a text" }),
    Schema.String.pipe(
      Schema.filter((value) => CODE.test(value) || "must be a template code or its discord.new URL", {
        ...idKindAnnotation("template"),
        arbitrary: textOf(ALPHANUMERIC, 12, 12)
      })
    ),
    { strict: true, decode: (text) => TEMPLATE_URL.exec(text.trim())?.[1] ?? text.trim(), encode: (code) => code }
  ).annotations({ description })

const CODE = new RegExp(`^[A-Za-z\\d-]{1,${TEMPLATE_CODE_MAX}}$`)
const TEMPLATE_URL = /^(?:https?:\/\/)?(?:discord\.new|(?:\w+\.)?discord\.com\/template)\/([A-Za-z\d-]+)\/?$/
