/** The MCP clients that `init` supports: config files, formats and token sources. */
import { Either } from "effect"
import { didYouMean } from "../../text/nearestName.ts"
import { quoted } from "../../text/words.ts"
import { inAppData, inConfig, inHome, inNamed, inPackagedAppData, inProject } from "./locations.ts"
import {
  botTokenName,
  type ConfigLocation,
  type ConfigScope,
  type FileLocation,
  type McpClient,
  remoteTokenName,
  type TokenName,
  type TokenSource
} from "./McpClient.ts"

const location = (
  scope: ConfigScope,
  location: FileLocation,
  source: (token: TokenName) => TokenSource
): ConfigLocation => ({ ...location, scope, token: source(botTokenName), remoteToken: source(remoteTokenName) })

/** The client expands references to its own environment variables. */
const expands =
  (title: string, reference: (name: string) => string) =>
  ({ name }: TokenName): TokenSource => ({
    name,
    variable: reference(name),
    todo: `Set ${name} in the environment that starts ${title}.`
  })

const forwards =
  (title: string) =>
  ({ name }: TokenName): TokenSource => ({
    name,
    forwarded: true,
    todo: `Set ${name} in the environment that starts ${title}.`
  })

const prompts =
  (title: string) =>
  ({ input, name }: TokenName): TokenSource => ({
    name,
    variable: `\${input:${input.id}}`,
    prompted: input,
    todo: `${title} asks for the token when it first starts the server, and stores it as a secret.`
  })

/** The client supports no references, so the file must contain the token itself. */
const literal =
  (title: string) =>
  ({ name, placeholder }: TokenName): TokenSource => ({
    name,
    variable: placeholder,
    todo: `${name === botTokenName.name ? "Keep the token in a file: run init again with --token-from file. Or replace" : "Replace"} "${placeholder}" with the token, because ${title} supports no reference here. Restrict the file to your user.`
  })

const cursor = expands("Cursor", (name) => `\${env:${name}}`)
const gemini = (token: TokenName): TokenSource => ({
  ...expands("Gemini CLI", (name) => `\${${name}}`)(token),
  todo: `Set ${token.name} in the environment that starts Gemini CLI, or in ~/.gemini/.env.`
})

/** All clients, in the order of the list. */
export const clients: ReadonlyArray<McpClient> = [
  {
    name: "claude-desktop",
    title: "Claude Desktop",
    format: "json",
    servers: "mcpServers",
    elicitation: {
      supported: false,
      source: "https://github.com/anthropics/claude-code/issues/41347",
      instead: "Claude Desktop asks before it uses a tool: never choose Always allow for a tool that deletes or bans."
    },
    locations: [
      location("user", inPackagedAppData("Claude/claude_desktop_config.json", "Claude_"), literal("Claude Desktop"))
    ],
    notes: [
      "On Windows, Claude Desktop is an MSIX package since February 2026. It reads the config of its package, although its button Edit Config may open the other one."
    ],
    startsFromDesktop: true,
    reload: "Quit and restart Claude Desktop."
  },
  {
    name: "claude-code",
    title: "Claude Code",
    format: "json",
    servers: "mcpServers",
    remote: { url: "url", fields: { type: "http" } },
    elicitation: {
      supported: true,
      source: "https://code.claude.com/docs/en/hooks#elicitation",
      note: "Version 2.1.76 or later asks."
    },
    locations: [
      location("user", inHome(".claude.json"), literal("Claude Code")),
      // Claude Code expands variables only in this file.
      location(
        "project",
        inProject(".mcp.json"),
        expands("Claude Code", (name) => `\${${name}}`)
      )
    ],
    wakesByCommand: true,
    reload: "Restart Claude Code, then check /mcp."
  },
  {
    name: "cursor",
    title: "Cursor",
    format: "json",
    servers: "mcpServers",
    remote: { url: "url" },
    readsEnvFile: true,
    toolLimit: { max: 40, source: "Cursor's documentation of MCP, 2025" },
    elicitation: { supported: true, source: "https://cursor.com/docs/context/mcp" },
    locations: [
      location("user", inHome(".cursor/mcp.json"), cursor),
      location("project", inProject(".cursor/mcp.json"), cursor)
    ],
    startsFromDesktop: true,
    reload: "Enable the server in Cursor's settings, under MCP."
  },
  {
    name: "vscode",
    title: "VS Code",
    format: "json",
    servers: "servers",
    fields: { type: "stdio" },
    remote: { url: "url", fields: { type: "http" } },
    readsEnvFile: true,
    toolLimit: { max: 128, source: "https://code.visualstudio.com/docs/copilot/agents/agent-tools" },
    notes: [
      "The tools are available in agent mode. The tools picker of the chat selects them.",
      "Profiles and VS Code Insiders have a separate config: MCP: Open User Configuration opens it."
    ],
    elicitation: {
      supported: true,
      source: "https://code.visualstudio.com/updates/v1_102#_support-for-elicitations",
      note: "Version 1.102 or later asks."
    },
    locations: [
      location("user", inAppData("Code/User/mcp.json"), prompts("VS Code")),
      location("project", inProject(".vscode/mcp.json"), prompts("VS Code"))
    ],
    startsFromDesktop: true,
    reload: "Start the server with the command MCP: List Servers."
  },
  {
    name: "windsurf",
    title: "Windsurf",
    format: "json",
    servers: "mcpServers",
    remote: { url: "serverUrl" },
    toolLimit: { max: 100, source: "https://docs.windsurf.com/windsurf/cascade/mcp" },
    elicitation: {
      supported: false,
      source: "not documented",
      instead: "Turn off the tools that delete or ban in Cascade's list of MCP servers, or watch each call."
    },
    locations: [
      location(
        "user",
        inHome(".codeium/windsurf/mcp_config.json"),
        expands("Windsurf", (name) => `\${env:${name}}`)
      )
    ],
    startsFromDesktop: true,
    reload: "Press Refresh in Cascade's list of MCP servers."
  },
  {
    name: "gemini-cli",
    title: "Gemini CLI",
    format: "json",
    servers: "mcpServers",
    remote: { url: "httpUrl" },
    elicitation: {
      supported: false,
      source: "https://github.com/google-gemini/gemini-cli/issues/28074",
      instead:
        "Gemini CLI asks before it uses a tool: leave the field trust of the entry unset, and never choose to always allow."
    },
    locations: [
      location("user", inHome(".gemini/settings.json"), gemini),
      location("project", inProject(".gemini/settings.json"), gemini)
    ],
    reload: "Restart Gemini CLI, then check /mcp."
  },
  {
    name: "zed",
    title: "Zed",
    format: "json",
    servers: "context_servers",
    remote: { url: "url" },
    elicitation: {
      supported: false,
      source: "https://zed.dev/docs/ai/mcp",
      instead: "Zed's agent asks before it uses a tool: leave its tool permission at confirm."
    },
    locations: [location("user", inConfig("zed/settings.json", "Zed/settings.json"), literal("Zed"))],
    startsFromDesktop: true,
    reload: "Zed starts the server itself. Check the settings of the agent panel."
  },
  {
    name: "codex",
    title: "Codex",
    format: "toml",
    servers: "mcp_servers",
    remote: { url: "url", bearerVariable: "bearer_token_env_var" },
    // The client's default is 10 seconds. The first start with npx takes longer, because it downloads the package.
    defaults: { startup_timeout_sec: 60 },
    notes: ["A project's config is used only if the project is trusted."],
    elicitation: {
      supported: true,
      source: "https://github.com/openai/codex/blob/main/codex-rs/tui/src/bottom_pane/mcp_server_elicitation.rs",
      note: "With the approval policy never, it asks nobody, and the call does not run."
    },
    locations: [
      location("user", inNamed("CODEX_HOME", ".codex", "config.toml"), forwards("Codex")),
      location("project", inProject(".codex/config.toml"), forwards("Codex"))
    ],
    reload: "Restart Codex, then check /mcp."
  },
  {
    name: "copilot-cli",
    title: "Copilot CLI",
    format: "json",
    servers: "mcpServers",
    fields: { type: "local" },
    remote: { url: "url", fields: { type: "http" } },
    defaults: { tools: ["*"] },
    notes: ["Version 1.0.10 or later expands the reference to the token."],
    elicitation: { supported: true, source: "https://github.com/microsoft/mcp/pull/2214" },
    locations: [
      location(
        "user",
        inNamed("COPILOT_HOME", ".copilot", "mcp-config.json"),
        expands("Copilot CLI", (name) => `\${${name}}`)
      )
    ],
    reload: "Restart Copilot CLI, then check /mcp show."
  },
  {
    name: "antigravity",
    title: "Antigravity",
    format: "json",
    servers: "mcpServers",
    remote: { url: "serverUrl" },
    toolLimit: { max: 100, source: "https://github.com/google-gemini/gemini-cli/issues/26678" },
    notes: ["Versions before 2.0 read `~/.gemini/antigravity/mcp_config.json`."],
    elicitation: {
      supported: false,
      source: "not documented",
      instead: "Turn off the tools that delete or ban under Manage MCP Servers, or watch each call."
    },
    locations: [location("user", inHome(".gemini/config/mcp_config.json"), literal("Antigravity"))],
    startsFromDesktop: true,
    reload: "Press Refresh under Manage MCP Servers."
  }
]

/** Returns the client with this name, or a message that names all clients. */
export const findClient = (name: string): Either.Either<McpClient, string> => {
  const names = clients.map((client) => client.name)
  const near = didYouMean(name, names)
  return Either.fromNullable(
    clients.find((client) => client.name === name),
    () => `There is no client ${quoted(name)}${near === "" ? "." : near} The clients are: ${names.join(", ")}.`
  )
}
