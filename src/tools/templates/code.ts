import { Schema } from "effect"
import { ofKind } from "../shared/ids.ts"
import { TEMPLATE_CODE_MAX } from "../shared/limits.ts"

/** The code of a template, or its address: `discord.new/…` and `discord.com/template/…`. */
export const templateCode = (description: string) =>
  Schema.transform(
    Schema.String.annotations({ message: () => "must be the code of a template, as a text" }),
    Schema.String.pipe(
      Schema.filter((value) => CODE.test(value) || "must be the code of a template, or its discord.new address", {
        ...ofKind("template"),
        arbitrary: () => (fc) => fc.stringMatching(/^[A-Za-z\d]{12}$/)
      })
    ),
    { strict: true, decode: (text) => ADDRESS.exec(text.trim())?.[1] ?? text.trim(), encode: (code) => code }
  ).annotations({ description })

const CODE = new RegExp(`^[A-Za-z\\d-]{1,${TEMPLATE_CODE_MAX}}$`)
const ADDRESS = /^(?:https?:\/\/)?(?:discord\.new|(?:\w+\.)?discord\.com\/template)\/([A-Za-z\d-]+)\/?$/
