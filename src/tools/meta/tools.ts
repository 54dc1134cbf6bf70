import { Effect, Predicate, Schema } from "effect"
import { Settings } from "../../config/Settings.ts"
import { higherRisk, type Risk } from "../../discord/Permit.ts"
import { ValidationError } from "../../errors/DiscordMcpError.ts"
import { itemsUpTo, listOf, opaque, optional, withDefault } from "../../objects/schema/fields.ts"
import { didYouMean } from "../../text/nearestName.ts"
import { quoted } from "../../text/words.ts"
import type { Catalogue } from "../Catalogue.ts"
import { prefixIssues } from "../dsl/checks.ts"
import { decodeArguments, normalizeInput } from "../dsl/decodeArguments.ts"
import { group } from "../dsl/defineTool.ts"
import { custom } from "../dsl/toolBuilders.ts"
import { ARGUMENTS, openObject } from "../shared/openObject.ts"
import type { StepCall, Tool } from "../Tool.ts"
import { META, scopeRejection } from "./scopes.ts"
import { searchTools } from "./search.ts"
import { listedTools } from "./surface.ts"

/** The tools that find and run other tools. With them, a client can list only these four. */
export const metaTools = (tools: Catalogue["Type"]) => [
  ...group(META, [
    custom("mcp_tools_search", {
      title: "Search tools",
      description:
        "Find tools by what you want to do: best matches first, one line each. With names: the whole schemas of these tools. Call a tool by name, or with mcp_tools_read, _write or _destructive.",
      fields: {
        query: optional(opaque("What you want to do, such as: who is banned?", 200)),
        names: optional(listOf("Tools to show whole.", opaque("A tool's name.", 64), 1, 10)),
        category: optional(opaque("Only tools of this category, such as members.", 40)),
        limit: optional(itemsUpTo("Number of matches.", 1, 20))
      },
      validate: ({ category, limit, names, query }) => {
        if (names === undefined) {
          return query === undefined ? [{ path: "query", message: "is required, or names", code: "required" }] : []
        }
        return Object.entries({ query, category, limit }).flatMap(([path, value]) =>
          value === undefined ? [] : [{ path, message: "cannot be set together with names", code: "exclusive" }]
        )
      },
      risk: "read",
      run: (input) =>
        Effect.flatMap(Settings, (settings) =>
          searchTools(tools, input, {
            isAllowed: (tool) => scopeRejection(tool, settings) === undefined,
            isListed: (tool) => listedTools([tool], settings).length > 0,
            defaultGuildId: settings.defaultGuildId
          })
        )
    })
  ]),
  dispatcher("read", tools),
  dispatcher("write", tools),
  dispatcher("destructive", tools)
]

/** Returns whether a tool runs another tool, which its arguments name. */
export const isDispatcher = (name: string): boolean => Object.values<string>(dispatchers).includes(name)

const dispatchers = {
  read: "mcp_tools_read",
  write: "mcp_tools_write",
  destructive: "mcp_tools_destructive"
} as const satisfies Readonly<Record<Risk, string>>

const summaries: Readonly<Record<Risk, string>> = {
  read: "Run any tool that only reads.",
  write: "Run any tool that changes something without destroying it.",
  destructive:
    "Run any tool whose effect is destructive or cannot be undone. If a preview asks for __confirm, put it into args."
}

/** The field with the arguments of the other tool. */
const ARGS = "args"

/** The input of a dispatcher. */
const DispatcherInput = Schema.Struct({
  tool: opaque("The tool's name.", 64),
  args: withDefault(
    Schema.Record({ key: Schema.String, value: Schema.Unknown }).annotations({
      message: () => "must be an object with the tool's own arguments",
      jsonSchema: openObject("The tool's own arguments.", ARGUMENTS)
    }),
    {}
  )
})

/** Normalizes the input of a dispatcher, so that other modules can read its `tool` and `args`. */
export const normalizeDispatch = (input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const { issues, value } = normalizeInput(DispatcherInput.ast, input)
  return issues.length === 0 && Predicate.isReadonlyRecord(value) ? value : input
}

/** Makes a tool that runs any tool of one risk, so that a host can approve calls by risk. */
const dispatcher = <Through extends Risk>(
  risk: Through,
  tools: Catalogue["Type"]
): Tool<(typeof dispatchers)[Through], typeof DispatcherInput.Encoded, Readonly<Record<string, unknown>>> => {
  const decode = decodeArguments(DispatcherInput)
  const findCalledTool = Effect.fnUntraced(function* (raw: unknown) {
    const { args, tool: name } = (yield* decode(raw)).value
    const tool = yield* tools.find(name)
    return tool === undefined ? yield* noSuchTool(name, tools) : { args, tool }
  })
  return {
    name: dispatchers[risk],
    category: META,
    title: `Run a ${risk} tool`,
    description: summaries[risk],
    operation: undefined,
    risk,
    duration: "default",
    idempotent: risk === "read",
    permissions: [],
    failures: {},
    input: DispatcherInput,
    prepare: (raw, defaultGuildId) =>
      Effect.gen(function* () {
        const { args, tool } = yield* findCalledTool(raw)
        const call = yield* Effect.mapError(tool.prepare(args, defaultGuildId), prefixIssues(ARGS))
        return yield* requireRisk(risk, "is", {
          ...call,
          ...resolveRiskInArgs(call),
          argumentsField: ARGS,
          dispatcher: dispatchers[risk],
          run: Effect.catchTag(call.run, "ValidationError", prefixIssues(ARGS))
        })
      }),
    outline: (raw, isOpen, defaultGuildId) =>
      Effect.gen(function* () {
        const { args, tool } = yield* findCalledTool(raw)
        const outline = yield* Effect.mapError(tool.outline(args, isOpen, defaultGuildId), prefixIssues(ARGS))
        // The open arguments may raise the risk. The highest possible risk decides, before the plan runs.
        return yield* requireRisk(risk, "can be", { ...outline, ...resolveRiskInArgs(outline), argumentsField: ARGS })
      })
  }
}

/** Fails unless the call has the risk of the dispatcher. If the gate resolves the risk, this check runs after it. */
const requireRisk = <Call extends StepCall>(
  allowed: Risk,
  verb: "is" | "can be",
  call: Call
): Effect.Effect<Call, ValidationError> => {
  const { resolveRisk, risk, tool } = call
  if (resolveRisk === undefined || higherRisk(risk, allowed) !== allowed) {
    return risk === allowed ? Effect.succeed(call) : wrongDispatcher(tool.name, verb, risk)
  }
  return Effect.succeed({
    ...call,
    resolveRisk: Effect.flatMap(resolveRisk, (resolved) => {
      const highest = higherRisk(risk, resolved)
      return highest === allowed ? Effect.succeed(highest) : wrongDispatcher(tool.name, "is", highest)
    })
  })
}

/** Makes the paths in errors of the risk resolution relative to the dispatcher's arguments. */
const resolveRiskInArgs = ({ resolveRisk }: StepCall) =>
  resolveRisk === undefined ? {} : { resolveRisk: Effect.catchTag(resolveRisk, "ValidationError", prefixIssues(ARGS)) }

const noSuchTool = (name: string, tools: Catalogue["Type"]) =>
  new ValidationError({
    validation_issues: [
      {
        path: "tool",
        message: `there is no tool named ${quoted(name)}${didYouMean(name, tools.names)}`,
        code: "unknown_tool"
      }
    ],
    suggested_tool: "mcp_tools_search"
  })

const wrongDispatcher = (name: string, verb: "is" | "can be", risk: Risk) =>
  new ValidationError({
    validation_issues: [
      {
        path: "tool",
        message: `${name} with these arguments ${verb} ${risk}: run it through ${dispatchers[risk]}`,
        code: "wrong_risk"
      }
    ],
    suggested_tool: dispatchers[risk]
  })
