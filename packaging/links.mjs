// The install links of the README, derived from package.json.

/** The prompt of VS Code for the token, which it keeps in its secret storage. */
const tokenInput = { type: "promptString", id: "discord-token", description: "The token of the Discord bot", password: true }

/** A link per client and per way to start: on the sandbox, and with a bot. */
export const installLinks = ({ name }) => {
  const onSandbox = { command: "npx", args: ["-y", name, "serve", "--sandbox"] }
  const withBot = (token) => ({ command: "npx", args: ["-y", name], env: { DISCORD_TOKEN: token } })
  return [
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the client fills these in
    { client: "Cursor", sandbox: cursor(onSandbox), bot: cursor(withBot("${env:DISCORD_TOKEN}")) },
    {
      client: "VS Code",
      sandbox: vscode(onSandbox, []),
      bot: vscode(withBot(`\${input:${tokenInput.id}}`), [tokenInput])
    }
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: the client fills these in
  ]
}

const cursor = (config) =>
  `https://cursor.com/en/install-mcp?${new URLSearchParams({ name: "discord", config: btoa(JSON.stringify(config)) })}`

const vscode = (config, inputs) =>
  `https://insiders.vscode.dev/redirect/mcp/install?${[
    ["name", "discord"],
    ["config", JSON.stringify(config)],
    ...(inputs.length > 0 ? [["inputs", JSON.stringify(inputs)]] : [])
  ]
    // A space as %20: a plus would arrive as one.
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join("&")}`
