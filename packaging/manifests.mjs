// The manifests of this package for registries and clients, derived from package.json.

/** The author. */
const author = { name: "The effect-discord-mcp contributors" }

/** The variables a newcomer meets first; docs/configuration.md has all. */
const variables = [
  { name: "DISCORD_TOKEN", title: "Bot token", description: "The bot's token.", isRequired: true, isSecret: true },
  {
    name: "ALLOWED_GUILDS",
    title: "Allowed servers",
    description: "Ids of the servers (guilds) that calls must stay inside, separated by commas; all: every server of the bot.",
    // A form passes an empty field as an empty text, and an empty list of guilds is a mistake, not "all".
    isFilled: true,
    default: "all"
  },
  {
    name: "MCP_DRY_RUN",
    title: "Dry run",
    description: "While true, destructive calls are only previewed.",
    format: "boolean",
    default: "true"
  },
  {
    name: "MCP_READ_ONLY",
    title: "Read only",
    description: "Refuse everything that changes Discord.",
    format: "boolean",
    default: "false"
  },
  {
    name: "MCP_TOOL_SURFACE",
    title: "Tools listed",
    description: "core: the everyday tools; full: all; search: only those that find and run others.",
    choices: ["core", "full", "search"],
    default: "core"
  }
]

/** `server.json` for the MCP registry. */
export const serverJson = ({ description, mcpName, name, version }) => ({
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  name: mcpName,
  title: "Discord",
  description: description.length <= 100 ? description : "Discord for agents, with failures typed from the socket to the model.",
  version,
  packages: [
    {
      registryType: "npm",
      identifier: name,
      version,
      runtimeHint: "npx",
      transport: { type: "stdio" },
      environmentVariables: variables.map(({ isFilled: _, title: __, ...variable }) => variable)
    }
  ]
})

/** The manifest of the `.mcpb` bundle. */
export const mcpbManifest = ({ description, engines, keywords, license, name, version }) => ({
  manifest_version: "0.3",
  name,
  display_name: "Discord",
  version,
  description,
  author,
  license,
  keywords,
  server: {
    type: "node",
    entry_point: "server/main.js",
    mcp_config: {
      command: "node",
      // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the client fills these in
      args: ["${__dirname}/server/main.js", "serve"],
      env: {
        ...Object.fromEntries(variables.map(({ name: variable }) => [variable, `\${user_config.${keyOf(variable)}}`])),
        // As `init` sets up a client that cannot ask its user.
        MCP_CONFIRM: "token"
      }
      // biome-ignore-end lint/suspicious/noTemplateCurlyInString: the client fills these in
    }
  },
  compatibility: { platforms: ["darwin", "win32", "linux"], runtimes: { node: engines.node } },
  tools_generated: true,
  user_config: Object.fromEntries(
    variables.map(({ default: fallback, description, format, isFilled = false, isRequired = isFilled, isSecret, name: variable, title }) => [
      keyOf(variable),
      {
        type: format === "boolean" ? "boolean" : "string",
        title,
        description,
        required: isRequired,
        ...(isSecret && { sensitive: true }),
        ...(fallback !== undefined && { default: format === "boolean" ? fallback === "true" : fallback })
      }
    ])
  )
})

const keyOf = (variable) => variable.toLowerCase()
