// How people start this package. `published` of package.json decides: from the npm registry, or from a checkout.
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** package.json of this checkout. */
export const manifestOf = (root = fileURLToPath(new URL("..", import.meta.url))) =>
  JSON.parse(readFileSync(`${root}/package.json`, "utf8"))

/** The command line of the pages, to which a command is added. In a checkout it works in the top directory. */
export const startLine = ({ name, published }) => (published ? `npx -y ${name}` : `node ${MAIN}`)

const MAIN = "dist/bin/main.js"

/** The command and the arguments of a client's entry. `checkout` is the path of the checkout. */
export const launchOf = ({ name, published }, checkout = `/path/to/${name}`) =>
  published ? { command: "npx", args: ["-y", name] } : { command: "node", args: [`${checkout}/${MAIN}`, "serve"] }

/** What npm, pnpm and yarn install: the name, or the file that `npm pack` makes. */
export const packageSpec = ({ name, published, version }) => (published ? name : `./${name}-${version}.tgz`)

/** The bot's token in the examples: a file with nothing else in it. */
const tokenFile = (directory) => ({ DISCORD_TOKEN_FILE: `${directory}/discord.token` })

/** An entry for every client that reads `mcpServers`. */
export const entryOf = (manifest) => ({
  mcpServers: { discord: { ...launchOf(manifest), env: tokenFile("/path/to") } }
})

/** The lines that add the server with a client's own command, for a POSIX shell in the top directory of the checkout. */
export const clientLines = (manifest) => {
  const { args, command } = launchOf(manifest, "$PWD")
  const env = tokenFile("$HOME")
  const variables = Object.entries(env).map(([key, value]) => `--env ${key}=${quoted(value)}`)
  const words = [command, ...args].map(quoted).join(" ")
  return [
    // Claude Code needs another option between --env and the name.
    { client: "Claude Code", line: `claude mcp add --scope user ${variables} --transport stdio discord \\\n  -- ${words}` },
    { client: "Codex", line: `codex mcp add discord ${variables} \\\n  -- ${words}` },
    { client: "Gemini CLI", line: `gemini mcp add --scope user ${variables} discord \\\n  ${words}` },
    {
      client: "VS Code",
      line: `code --add-mcp ${inQuotes(JSON.stringify({ name: "discord", command, args, env })).replace('\\"env', '\\\n\\"env')}`
    }
  ]
}

const inQuotes = (text) => `"${text.replaceAll('"', '\\"')}"`
const quoted = (word) => (word.includes("$") ? inQuotes(word) : word)

/** The prompt of VS Code for the token, which it keeps in its secret storage. */
const tokenInput = { type: "promptString", id: "discord-token", description: "The token of the Discord bot", password: true }

/** A link per client and per way to start: on the sandbox, and with a bot. They work only for a published package. */
export const installLinks = (manifest) => {
  if (!manifest.published) return []
  const { args, command } = launchOf(manifest)
  const onSandbox = { command, args: [...args, "serve", "--sandbox"] }
  const withBot = (token) => ({ command, args, env: { DISCORD_TOKEN: token } })
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

const COMMANDS = "audit|blueprint|call|clients|connect|demo|doctor|help|init|sandbox|serve|tools|wait|--help|--version|--completions"

/**
 * Returns a page in which every command, entry and install line starts the package as `published` says. Lines of Docker
 * name the image, and "Usage:" names the program.
 */
export const withCommands = (page, manifest) => {
  const { name } = manifest
  const written = [
    `npx -y ${name}(?![\\w@/.-])`,
    `(?<![\\w/.-])node ${MAIN.replaceAll(".", "\\.")}`,
    // The name alone, at the start of a command.
    `(?<=^|\`|\\$ |\\w=\\S+ )${name}(?= (?:${COMMANDS})(?![\\w-]))`
  ]
  const entry = (command, args) => new RegExp(`"command": "${command}",(\\s*)"args": \\[${args}`, "g")
  const { args, command } = launchOf(manifest)
  const own = args.filter((word) => word !== "serve").map((word) => `"${word}"`)
  return page
    .split("\n")
    .map((line) => (/\bdocker\b/.test(line) ? line : line.replaceAll(new RegExp(written.join("|"), "g"), startLine(manifest))))
    .join("\n")
    .replaceAll(entry("(?:npx|node)", `(?:"-y", "${name}"|"/path/to/${name}/${MAIN}")`), (_, space) =>
      `"command": "${command}",${space}"args": [${own.join(", ")}`
    )
    .replaceAll(
      new RegExp(`\\b(npm install|pnpm add|yarn add) (?:${name}|\\S*/${name}-[\\d.]+\\.tgz)(?![\\w@/.-])`, "g"),
      (_, install) => `${install} ${packageSpec(manifest)}`
    )
}

/** Run as a script, before `npm publish`: the package says about itself that it is published. */
if (process.argv[1] === fileURLToPath(import.meta.url) && !manifestOf().published) {
  console.error('package.json says "published": false. Set it to true, run npm run docs, commit, then publish.')
  process.exitCode = 1
}
