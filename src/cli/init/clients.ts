/** The MCP clients that `init` supports: config files, formats, and how each gets the token. */

import { inAppData, inConfig, inHome, inNamed, inProject } from "./locations.ts"
import {
  type ConfigLocation,
  type ConfigScope,
  type FileLocation,
  type McpClient,
  PLACEHOLDER,
  TOKEN,
  type TokenSource
} from "./McpClient.ts"
import { tokenInput } from "./ServerEntry.ts"

const location = (scope: ConfigScope, location: FileLocation, token: TokenSource): ConfigLocation => ({
  ...location,
  scope,
  token
})

/** The client expands references to its own environment variables. */
const expands = (title: string, reference: string): TokenSource => ({
  variable: reference,
  todo: `Set ${TOKEN} in the environment that starts ${title}.`
})

const forwards = (title: string): TokenSource => ({
  forwarded: true,
  todo: `Set ${TOKEN} in the environment that starts ${title}.`
})

const prompts = (title: string): TokenSource => ({
  variable: `\${input:${tokenInput.id}}`,
  prompted: true,
  todo: `${title} asks for the token when it first starts the server, and stores it as a secret.`
})

/** The client supports no references, so the file must contain the token itself. */
const literal = (title: string): TokenSource => ({
  variable: PLACEHOLDER,
  todo: `Replace "${PLACEHOLDER}" with the token, because ${title} supports no reference here. Restrict the file to your user.`
})

const cursor = expands("Cursor", `\${env:${TOKEN}}`)
const gemini: TokenSource = {
  ...expands("Gemini CLI", `\${${TOKEN}}`),
  todo: `Set ${TOKEN} in the environment that starts Gemini CLI, or in ~/.gemini/.env.`
}

/** All clients, in the order of the list. */
export const clients: ReadonlyArray<McpClient> = [
  {
    name: "claude-desktop",
    title: "Claude Desktop",
    format: "json",
    servers: "mcpServers",
    locations: [location("user", inAppData("Claude/claude_desktop_config.json"), literal("Claude Desktop"))],
    reload: "Quit and restart Claude Desktop."
  },
  {
    name: "claude-code",
    title: "Claude Code",
    format: "json",
    servers: "mcpServers",
    locations: [
      // Claude Code expands variables only in this file.
      location("project", inProject(".mcp.json"), expands("Claude Code", `\${${TOKEN}}`)),
      location("user", inHome(".claude.json"), literal("Claude Code"))
    ],
    reload: "Restart Claude Code, then check /mcp."
  },
  {
    name: "cursor",
    title: "Cursor",
    format: "json",
    servers: "mcpServers",
    locations: [
      location("user", inHome(".cursor/mcp.json"), cursor),
      location("project", inProject(".cursor/mcp.json"), cursor)
    ],
    reload: "Enable the server in Cursor's settings, under MCP."
  },
  {
    name: "vscode",
    title: "VS Code",
    format: "json",
    servers: "servers",
    fields: { type: "stdio" },
    locations: [
      location("user", inAppData("Code/User/mcp.json"), prompts("VS Code")),
      location("project", inProject(".vscode/mcp.json"), prompts("VS Code"))
    ],
    reload: "Start the server with the command MCP: List Servers."
  },
  {
    name: "windsurf",
    title: "Windsurf",
    format: "json",
    servers: "mcpServers",
    locations: [location("user", inHome(".codeium/windsurf/mcp_config.json"), expands("Windsurf", `\${env:${TOKEN}}`))],
    reload: "Press Refresh in Cascade's list of MCP servers."
  },
  {
    name: "gemini-cli",
    title: "Gemini CLI",
    format: "json",
    servers: "mcpServers",
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
    locations: [location("user", inConfig("zed/settings.json", "Zed/settings.json"), literal("Zed"))],
    reload: "Zed starts the server itself. Check the settings of the agent panel."
  },
  {
    name: "codex",
    title: "Codex",
    format: "toml",
    servers: "mcp_servers",
    locations: [
      location("user", inNamed("CODEX_HOME", ".codex", "config.toml"), forwards("Codex")),
      location("project", inProject(".codex/config.toml"), forwards("Codex"))
    ],
    reload: "Restart Codex, then check /mcp."
  }
]
