import { assert, describe, it } from "@effect/vitest"
import type { Environment } from "../../src/cli/Environment.ts"
import { clients } from "../../src/cli/init/clients.ts"
import { commandLine, launchCommandOf } from "../../src/cli/init/ServerEntry.ts"

const linux: Environment = { platform: "linux", variables: { HOME: "/home/ada" }, directory: "/work/tides" }
const xdg: Environment = { ...linux, variables: { HOME: "/home/ada/", XDG_CONFIG_HOME: "/conf", CODEX_HOME: "/codex" } }
const darwin: Environment = {
  platform: "darwin",
  variables: { HOME: "/Users/ada", XDG_CONFIG_HOME: "/no" },
  directory: "/p"
}
const windows: Environment = {
  platform: "win32",
  variables: { USERPROFILE: "C:\\Users\\ada", APPDATA: "D:\\Roaming" },
  directory: "C:\\tides"
}
const bare: Environment = { ...windows, variables: { USERPROFILE: "C:\\Users\\ada" } }

const where = (environment: Environment): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    clients.flatMap(({ name, locations }) =>
      locations.map(({ path, scope }) => [`${name} ${scope}`, path(environment)])
    )
  )

describe("the config file of a client", () => {
  it("is below the home directory and .config on Linux", () =>
    assert.deepStrictEqual(where(linux), {
      "claude-desktop user": "/home/ada/.config/Claude/claude_desktop_config.json",
      "claude-code project": "/work/tides/.mcp.json",
      "claude-code user": "/home/ada/.claude.json",
      "cursor user": "/home/ada/.cursor/mcp.json",
      "cursor project": "/work/tides/.cursor/mcp.json",
      "vscode user": "/home/ada/.config/Code/User/mcp.json",
      "vscode project": "/work/tides/.vscode/mcp.json",
      "windsurf user": "/home/ada/.codeium/windsurf/mcp_config.json",
      "gemini-cli user": "/home/ada/.gemini/settings.json",
      "gemini-cli project": "/work/tides/.gemini/settings.json",
      "zed user": "/home/ada/.config/zed/settings.json",
      "codex user": "/home/ada/.codex/config.toml",
      "codex project": "/work/tides/.codex/config.toml",
      "copilot-cli user": "/home/ada/.copilot/mcp-config.json",
      "antigravity user": "/home/ada/.gemini/config/mcp_config.json"
    }))

  it("is where variables say, if they are absolute paths", () => {
    assert.deepInclude(where(xdg), {
      "claude-desktop user": "/conf/Claude/claude_desktop_config.json",
      "cursor user": "/home/ada/.cursor/mcp.json",
      "zed user": "/conf/zed/settings.json",
      "codex user": "/codex/config.toml"
    })
    const relative = { ...linux, variables: { HOME: "/home/ada", XDG_CONFIG_HOME: "conf" } }
    assert.strictEqual(where(relative)["zed user"], "/home/ada/.config/zed/settings.json")
  })

  it("is in Application Support on macOS, except for clients that use .config", () =>
    assert.deepInclude(where(darwin), {
      "claude-desktop user": "/Users/ada/Library/Application Support/Claude/claude_desktop_config.json",
      "vscode user": "/Users/ada/Library/Application Support/Code/User/mcp.json",
      "zed user": "/Users/ada/.config/zed/settings.json",
      "windsurf user": "/Users/ada/.codeium/windsurf/mcp_config.json"
    }))

  it("is in the roaming application data on Windows", () => {
    assert.deepInclude(where(windows), {
      "claude-desktop user": "D:\\Roaming\\Claude\\claude_desktop_config.json",
      "vscode user": "D:\\Roaming\\Code\\User\\mcp.json",
      "vscode project": "C:\\tides\\.vscode\\mcp.json",
      "zed user": "D:\\Roaming\\Zed\\settings.json",
      "cursor user": "C:\\Users\\ada\\.cursor\\mcp.json"
    })
    assert.strictEqual(where(bare)["zed user"], "C:\\Users\\ada\\AppData\\Roaming\\Zed\\settings.json")
  })

  it("is unknown without a home directory, except in a project", () =>
    assert.deepStrictEqual(
      Object.values(where({ ...linux, variables: {} })).filter((path) => path !== undefined),
      [
        "/work/tides/.mcp.json",
        "/work/tides/.cursor/mcp.json",
        "/work/tides/.vscode/mcp.json",
        "/work/tides/.gemini/settings.json",
        "/work/tides/.codex/config.toml"
      ]
    ))
})

describe("how a client starts the server", () => {
  for (const [script, platform, command, ...args] of [
    ["/usr/lib/node_modules/effect-discord-mcp/dist/bin/main.js", "linux", "npx", "-y", "effect-discord-mcp"],
    [
      "/home/ada/.npm/_npx/1a/node_modules/effect-discord-mcp/dist/bin/main.js",
      "darwin",
      "npx",
      "-y",
      "effect-discord-mcp"
    ],
    [
      "C:\\npm\\node_modules\\effect-discord-mcp\\dist\\bin\\main.js",
      "win32",
      "cmd",
      "/c",
      "npx",
      "-y",
      "effect-discord-mcp"
    ],
    ["/src/effect-discord-mcp/dist/bin/main.js", "linux", "node", "/src/effect-discord-mcp/dist/bin/main.js", "serve"],
    ["/src/node_modules.bak/main.js", "linux", "node", "/src/node_modules.bak/main.js", "serve"]
  ] as const) {
    it(`is ${command} for ${script} on ${platform}`, () =>
      assert.deepStrictEqual(launchCommandOf(script, platform, true), { command, args }))

    it(`is node for ${script} on ${platform} while the registry has no package`, () =>
      assert.deepStrictEqual(launchCommandOf(script, platform, false), { command: "node", args: [script, "serve"] }))
  }

  it("is printed with words in quotes that have a space", () =>
    assert.strictEqual(
      commandLine({ command: "node", args: ["/my src/main.js", "serve", "--sandbox"] }, "doctor", "--offline"),
      'node "/my src/main.js" doctor --offline'
    ))
})
