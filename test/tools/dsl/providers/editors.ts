import Ajv from "ajv"
import { arrayItems, breaking, type Provider, plainRoot, propertiesOf, rules, toolRule } from "./walk.ts"

const ajv = new Ajv.default({ strict: false, validateFormats: false })

/** VS Code validates tools before it sends them to any model. */
export const vsCode: Provider = {
  name: "VS Code",
  sources: [
    "https://github.com/microsoft/vscode-copilot-chat/blob/main/src/extension/tools/common/toolSchemaNormalizer.ts",
    "https://github.com/microsoft/vscode/issues/246119",
    "https://github.com/microsoft/vscode-copilot-release/issues/11653"
  ],
  maxTools: 128,
  problems: rules(
    toolRule("a name has letters, digits, underscores and dashes", ({ name }) => !/^[a-z0-9_-]+$/i.test(name)),
    toolRule("a description is empty", ({ description }) => description === ""),
    plainRoot,
    toolRule("the root has no properties", ({ inputSchema }) => typeof inputSchema.properties !== "object"),
    arrayItems,
    toolRule("the schema is no JSON Schema of draft 7", ({ inputSchema }) => !ajv.validateSchema(inputSchema)),
    breaking(
      "a description has more than 1024 characters",
      ({ description }) => String(description ?? "").length > 1024
    ),
    breaking("a required property is not defined", (schema) =>
      [schema.required ?? []].flat().some((name) => !propertiesOf(schema).some(([property]) => property === name))
    )
  )
}

/** Cursor passes schemas on to the model's provider. It filters tools by their names. */
export const cursor: Provider = {
  name: "Cursor",
  sources: [
    "https://github.com/ComposioHQ/composio/issues/2788",
    "https://github.com/tadata-org/fastapi_mcp/issues/64",
    "https://github.com/bun913/mcp-testrail/issues/6"
  ],
  maxTools: 40,
  problems: rules(
    toolRule(
      "server and name have fewer than 60 characters together",
      ({ name }) => `effect-discord-mcp:${name}`.length >= 60
    )
  )
}
