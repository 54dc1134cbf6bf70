import Ajv2020 from "ajv/dist/2020.js"
import { breaking, type Provider, plainRoot, prefixed, propertyNames, rules, toolRule } from "./walk.ts"

const ajv = new Ajv2020.default({ strict: false, validateFormats: false })

/** Claude's tools. */
export const anthropic: Provider = {
  name: "Anthropic",
  sources: [
    "https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools",
    "https://platform.claude.com/docs/en/managed-agents/self-hosted-sandboxes"
  ],
  problems: rules(
    toolRule("a name matches ^[a-zA-Z0-9_-]{1,64}$", ({ name }) => !/^[a-zA-Z0-9_-]{1,64}$/.test(prefixed(name))),
    plainRoot,
    propertyNames(/^[a-zA-Z0-9_.-]{1,64}$/),
    breaking("a reference is not supported", (schema) => "$ref" in schema || "$defs" in schema),
    toolRule("the schema is no JSON Schema of draft 2020-12", ({ inputSchema }) => !ajv.validateSchema(inputSchema))
  )
}
