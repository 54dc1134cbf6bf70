/** What the pages of the help say beside the definitions: groups, examples and exit codes. */
import { type ExitCode, exitCodes } from "../exit.ts"

/** The groups of the commands, in the order of the help. */
export const groups = ["Set up", "Serve", "Use", "Operate"] as const

/** A command line after the name of the program, and what it does. A test runs it. */
export type Example = readonly [line: string, purpose: string]

/** What the page of a command says beside its definition. */
export interface Page {
  /** The group of a command. A subcommand has none. */
  readonly group?: (typeof groups)[number]
  readonly examples: ReadonlyArray<Example>
  /** The exit codes of a command that has its own. */
  readonly exitCodes?: ReadonlyArray<ExitCode>
}

/** The pages by the words of their command. The page of the program itself has no words. */
export const pages: Readonly<Record<string, Page>> = {
  "": {
    examples: [
      ["demo", "See what it does, without a bot."],
      ["init", "Add it to an MCP client: choose the client on a terminal."],
      ["doctor", "Check the settings, the token and the bot."],
      ["call users_get_current --sandbox", "Call a tool in the sandbox."],
      ["help call", "Show the help of a command."]
    ]
  },
  demo: {
    group: "Set up",
    examples: [["demo", "Watch an agent's calls and what they return. It takes a few seconds."]]
  },
  init: {
    group: "Set up",
    examples: [
      ["init", "Choose the client on a terminal; elsewhere, list the clients."],
      ["init cursor --dry-run", "Show what would change in Cursor's config."],
      ["init claude-desktop --sandbox --yes", "Let Claude Desktop try the sandbox."]
    ]
  },
  doctor: {
    group: "Set up",
    examples: [
      ["doctor", "Check with the settings of this shell."],
      ["doctor --client claude-desktop", "Check with the settings of Claude Desktop's entry."],
      ["doctor --sandbox", "Check this machine, without a bot."]
    ],
    exitCodes: Object.values(exitCodes.doctor)
  },
  serve: {
    group: "Serve",
    examples: [
      ["serve --sandbox", "Serve the sandbox to the client that started this process."],
      ["serve --http --sandbox", "Serve the sandbox over HTTP to the clients in MCP_HTTP_CLIENTS_FILE."]
    ]
  },
  connect: {
    group: "Serve",
    examples: [["connect http://127.0.0.1:3000/mcp", "Connect a client that only starts processes to this server."]]
  },
  tools: {
    group: "Use",
    examples: [
      ["tools --risk destructive", "List the tools that delete, ban or the like."],
      ['tools --search "who is banned"', "Find tools by words."],
      ["tools messages_send", "Show one tool in full."]
    ]
  },
  call: {
    group: "Use",
    examples: [
      ["call messages_send --help", "Show the fields of a tool."],
      ["call channels_list --guild_id 1248328050278400001 --sandbox", "List the channels of a server in the sandbox."],
      [
        'call messages_send --channel_id 1248328050311954441 --content "Hello" --sandbox',
        "Send a message in the sandbox."
      ]
    ],
    exitCodes: [exitCodes.ok, exitCodes.failed, exitCodes.toolFailed]
  },
  wait: {
    group: "Use",
    examples: [
      ["wait --mentions-me --timeout 15m", "Wait until somebody mentions the bot."],
      ["wait --channel 1248328050311954441 --json", "Wait for a message in a channel, and print JSON."]
    ],
    exitCodes: [exitCodes.ok, exitCodes.failed, exitCodes.timedOut, exitCodes.noOwner]
  },
  blueprint: {
    group: "Use",
    examples: [["blueprint export 1248328050278400001 --sandbox", "Print a server in the sandbox as YAML."]]
  },
  "blueprint export": {
    examples: [
      ["blueprint export 1248328050278400001 --sandbox", "Print a server in the sandbox as YAML."],
      ["blueprint export 1248328050278400001 --section roles --sandbox", "Print only its roles."]
    ]
  },
  "blueprint plan": {
    examples: [["blueprint plan 1248328050278400001 guild.yaml", "Show what apply would change."]],
    exitCodes: [exitCodes.ok, exitCodes.failed, exitCodes.planChanges, exitCodes.toolFailed]
  },
  "blueprint apply": {
    examples: [
      ["blueprint apply 1248328050278400001 guild.yaml", "Change a server to be as its file, after a question."]
    ],
    exitCodes: [exitCodes.ok, exitCodes.failed, exitCodes.toolFailed]
  },
  "blueprint schema": { examples: [["blueprint schema", "Print the JSON Schema of blueprints."]] },
  clients: {
    group: "Operate",
    examples: [["clients list", "List the clients in MCP_HTTP_CLIENTS_FILE."]]
  },
  "clients add": {
    examples: [
      ["clients add reports --read-only", "Add a client that only reads."],
      ["clients add announcer --category messages --guild 1248328050278400001", "Add a client for one purpose."]
    ]
  },
  "clients rotate": { examples: [["clients rotate reports", "Replace the token of a client."]] },
  "clients remove": { examples: [["clients remove reports", "End the access of a client."]] },
  "clients list": { examples: [["clients list --json", "Print the clients as JSON."]] },
  audit: {
    group: "Operate",
    examples: [["audit verify", "Check the audit log of this user."]]
  },
  "audit verify": {
    examples: [
      ["audit verify", "Check the audit log of this user, or of MCP_AUDIT_FILE."],
      ["audit verify audit.log", "Check this audit log."]
    ],
    exitCodes: Object.values(exitCodes.audit)
  },
  sandbox: {
    group: "Operate",
    examples: [["sandbox --latency 100 --jitter 50", "Run a slow Discord to test other programs with."]]
  },
  help: { group: "Operate", examples: [["help clients add", "Show the help of clients add."]] }
}
