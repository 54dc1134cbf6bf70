/** The sandbox of a task: its seed, the bot's permissions, and the variables that point a server at it. */
import { Clock, Effect } from "effect"
import { bitsOf, type PermissionName } from "../../src/errors/PermissionName.ts"
import { routes } from "../../src/sandbox/routes/all.ts"
import { make, type SandboxOptions, type SandboxShape } from "../../src/sandbox/Sandbox.ts"
import { problemsOf, type SeededGuild, type Task } from "./task.ts"

/** What the bot may do in every task, besides what the sandbox's own seed permits. */
const PERMISSIONS: ReadonlyArray<PermissionName> = [
  "BAN_MEMBERS",
  "CREATE_EVENTS",
  "CREATE_INSTANT_INVITE",
  "KICK_MEMBERS",
  "MANAGE_GUILD",
  "MANAGE_GUILD_EXPRESSIONS",
  "MANAGE_NICKNAMES",
  "MANAGE_ROLES",
  "MANAGE_THREADS",
  "MANAGE_WEBHOOKS",
  "MODERATE_MEMBERS",
  "PIN_MESSAGES",
  "VIEW_AUDIT_LOG"
]

/** A rate limit that no task reaches. */
const UNREACHABLE = 10_000

/** The options of a task's sandbox. */
export const sandboxOptions = ({ without = [] }: Task): SandboxOptions => ({
  permissions: bitsOf(PERMISSIONS.filter((permission) => !without.includes(permission))),
  globalPerSecond: UNREACHABLE,
  limits: Object.fromEntries(routes.map(({ operation }) => [operation, { limit: UNREACHABLE, windowMs: 1000 }]))
})

/** Seeds a sandbox for a task. `problems` compares its state with that after the seed. */
export const seeded = Effect.fnUntraced(function* (task: Task, sandbox: SandboxShape) {
  const guild: SeededGuild = {
    ids: sandbox.ids,
    nowMs: yield* Clock.currentTimeMillis,
    state: yield* sandbox.snapshot
  }
  yield* sandbox.patch(task.seed?.(guild) ?? {})
  const before = yield* sandbox.snapshot
  return {
    guild,
    sentence: task.says(guild),
    /** Returns what is wrong after an agent ended with a text. */
    problems: (text: string) =>
      Effect.map(sandbox.snapshot, (after) => problemsOf(task, guild, { before, after, text }))
  }
})

/** Starts the sandbox of a task. */
export const startSandbox = (task: Task) => make(sandboxOptions(task))

/** The surfaces of this server. */
export const surfaces = ["core", "full", "search"] as const
export type Surface = (typeof surfaces)[number]

/** The guild of the sandbox's seed. */
const GUILD = "1248328050278400001"

/**
 * The settings of this server in a task: destructive calls run after a person agrees. Other servers have variables with
 * other names, and ignore these.
 */
export const settingsFor = (surface: string): Readonly<Record<string, string>> => ({
  DISCORD_DEFAULT_GUILD_ID: GUILD,
  LOG_LEVEL: "warn",
  MCP_AUDIT: "off",
  MCP_CONFIRM: "elicit",
  MCP_DRY_RUN: "false",
  MCP_GLOBAL_REQUESTS_PER_SECOND: String(UNREACHABLE),
  MCP_TOOL_SURFACE: surface
})
