/** Writes a blueprint as YAML: stable, readable, and read back to the same document. */
import { Effect } from "effect"
import { type Document, SCHEMA_ID } from "./document.ts"
import { loadYaml } from "./parseText.ts"

/** Writes a blueprint as YAML. The first line names its schema, for editors. */
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
    return `# yaml-language-server: $schema=${SCHEMA_ID}\n${yaml.toString({ lineWidth: 120, flowCollectionPadding: false })}`
  })

/** Texts that older YAML reads as another type, and texts with invisible characters or spaces at their ends. */
const NEEDS_QUOTES = /^(?:<<|[~=]|y|n|yes|no|on|off|[-+.\d].*)$|[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]|^\s|\s$/iu
