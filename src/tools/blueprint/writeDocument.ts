/** Writes a blueprint as YAML: stable, readable, and read back to the same document. */
import { Effect } from "effect"
import { type Document, SCHEMA_ID } from "./document.ts"
import { loadYaml } from "./parseText.ts"

/**
 * Writes a blueprint as YAML. The first line names its schema, for editors. Invisible characters are escaped: a result
 * that a model reads has none, and they would be lost.
 */
export const writeDocument = (document: Document): Effect.Effect<string> =>
  Effect.map(loadYaml, ({ Document, isScalar, visit }) => {
    const yaml = new Document(document, { version: "1.2", aliasDuplicateObjects: false })
    visit(yaml, {
      Scalar: (_, node) => {
        if (typeof node.value === "string" && NEEDS_QUOTES.test(node.value)) node.type = "QUOTE_DOUBLE"
      },
      Seq: (_, node) => {
        if (node.items.every((item) => isScalar(item))) node.flow = true
      }
    })
    const text = yaml.toString({ lineWidth: 120, flowCollectionPadding: false })
    return `# yaml-language-server: $schema=${SCHEMA_ID}\n${text.replaceAll(INVISIBLE, escaped)}`
  })

/** Texts that older YAML reads as another type, and texts with invisible characters or spaces at their ends. */
const NEEDS_QUOTES =
  /^(?:<<|[~=]|y|n|yes|no|on|off|[-+.\d].*)$|[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2028\u2029]|^\s|\s$/iu

/** Invisible characters. All texts that have them are in double quotes. */
const INVISIBLE = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2028\u2029]/gu

const escaped = (character: string): string => {
  const point = (character.codePointAt(0) ?? 0).toString(16)
  return point.length > 4 ? `\\U${point.padStart(8, "0")}` : `\\u${point.padStart(4, "0")}`
}
