/** The clients `init` knows: where each keeps its servers, in which form, and how each comes to a token. */
import { type Client, type Location, PLACEHOLDER, type Place, type Scope, TOKEN, type TokenWay } from "./Client.ts"
import { tokenInput } from "./Entry.ts"
import { inAppData, inConfig, inHome, inNamed, inProject } from "./locations.ts"

const place = (scope: Scope, location: Location, token: TokenWay): Place => ({ ...location, scope, token })

/** The client puts the value of a variable in, from the environment it was started in. */
const expands = (title: string, reference: string): TokenWay => ({
  variable: reference,
  todo: `Set ${TOKEN} in the environment that ${title} is started in.`
})

const forwards = (title: string): TokenWay => ({
  forwarded: true,
  todo: `Set ${TOKEN} in the environment that ${title} is started in.`
})

const asks = (title: string): TokenWay => ({
  variable: `\${input:${tokenInput.id}}`,
  asked: true,
  todo: `${title} asks for the token when it first starts the server, and keeps it in its secret storage.`
})

/** It takes values as they are: the file has to hold the token, and be kept accordingly. */
const takesOnly = (title: string): TokenWay => ({
  variable: PLACEHOLDER,
  todo: `Put the token in place of "${PLACEHOLDER}": ${title} knows no reference here. Nobody else should be able to read the file.`
})

const cursor = expands("Cursor", `\${env:${TOKEN}}`)
const gemini: TokenWay = {
  ...expands("Gemini CLI", `\${${TOKEN}}`),
  todo: `Set ${TOKEN} in the environment that Gemini CLI is started in, or in ~/.gemini/.env.`
}

/** All of them, in the order they are listed. */
export const clients: ReadonlyArray<Client> = [
  {
    name: "claude-desktop",
    title: "Claude Desktop",
    format: "json",
    servers: "mcpServers",
    places: [place("user", inAppData("Claude/claude_desktop_config.json"), takesOnly("Claude Desktop"))],
    reload: "Quit Claude Desktop and start it again."
  },
  {
    name: "claude-code",
    title: "Claude Code",
    format: "json",
    servers: "mcpServers",
    places: [
      // Only in this file it puts in the values of variables.
      place("project", inProject(".mcp.json"), expands("Claude Code", `\${${TOKEN}}`)),
      place("user", inHome(".claude.json"), takesOnly("Claude Code"))
    ],
    reload: "Start Claude Code again and look at /mcp."
  },
  {
    name: "cursor",
    title: "Cursor",
    format: "json",
    servers: "mcpServers",
    places: [
      place("user", inHome(".cursor/mcp.json"), cursor),
      place("project", inProject(".cursor/mcp.json"), cursor)
    ],
    reload: "Switch the server on in Cursor's settings, under MCP."
  },
  {
    name: "vscode",
    title: "VS Code",
    format: "json",
    servers: "servers",
    fields: { type: "stdio" },
    places: [
      place("user", inAppData("Code/User/mcp.json"), asks("VS Code")),
      place("project", inProject(".vscode/mcp.json"), asks("VS Code"))
    ],
    reload: "Start the server with MCP: List Servers of the command palette."
  },
  {
    name: "windsurf",
    title: "Windsurf",
    format: "json",
    servers: "mcpServers",
    places: [place("user", inHome(".codeium/windsurf/mcp_config.json"), expands("Windsurf", `\${env:${TOKEN}}`))],
    reload: "Press refresh in Cascade's list of MCP servers."
  },
  {
    name: "gemini-cli",
    title: "Gemini CLI",
    format: "json",
    servers: "mcpServers",
    places: [
      place("user", inHome(".gemini/settings.json"), gemini),
      place("project", inProject(".gemini/settings.json"), gemini)
    ],
    reload: "Start Gemini CLI again and look at /mcp."
  },
  {
    name: "zed",
    title: "Zed",
    format: "json",
    servers: "context_servers",
    places: [place("user", inConfig("zed/settings.json", "Zed/settings.json"), takesOnly("Zed"))],
    reload: "Zed starts it by itself: look at the settings of the agent panel."
  },
  {
    name: "codex",
    title: "Codex",
    format: "toml",
    servers: "mcp_servers",
    places: [
      place("user", inNamed("CODEX_HOME", ".codex", "config.toml"), forwards("Codex")),
      place("project", inProject(".codex/config.toml"), forwards("Codex"))
    ],
    reload: "Start Codex again and look at /mcp."
  }
]
