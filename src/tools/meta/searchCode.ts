/** Reads code in requests: method names of Discord libraries, tool names and HTTP routes. */
import { currentName } from "../../text/formerNames.ts"
import type { ToolTraits } from "../Tool.ts"

/**
 * Replaces code with English, object last: `message.react()` with `react message`,
 * `createMessage` with `create Message`.
 */
export const codeToWords = (request: string): string =>
  request.replaceAll(PROPERTY_PATH, (path) => path.split(".").reverse().join(" ")).replaceAll(CAPITAL_INSIDE, " ")

/** Matches `guild.members.ban`, but neither `e.g.` nor a version. */
const PROPERTY_PATH = /\b\p{L}\w+(?:\.\p{L}\w+)+/gu

/** Matches the positions in `createMessage` and `createDMChannel` where a word starts. */
const CAPITAL_INSIDE = /(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu}{2})(?=\p{Lu}\p{Ll}{2})/gu

/** Whether a request names a tool, also by a former name, or a route that the tool calls. */
export const isNamedIn = (request: string): ((tool: ToolTraits) => boolean) => {
  const names = new Set([...(request.match(/\w+/g) ?? []), request.trim()].map(toSnakeCase).map(currentName))
  const route = routeIn(request)
  return ({ name, operation }) =>
    names.has(name) ||
    (route !== undefined &&
      operation !== undefined &&
      toPattern(operation.route) === route.path &&
      (route.method ?? operation.method) === operation.method)
}

const toSnakeCase = (name: string): string => name.replaceAll(CAPITAL_INSIDE, "_").replaceAll(/\W+/g, "_").toLowerCase()

/** Returns the route in a request. A path of one segment is a route only after a method: alone it is a slash command. */
const routeIn = (request: string) => {
  const [, method, path = ""] = request.match(ROUTE) ?? []
  return method === undefined && path.lastIndexOf("/") === 0
    ? undefined
    : { method: method?.toUpperCase(), path: toPattern(path.replace(/\.$/, "")) }
}

const ROUTE = /(?:\b(get|post|put|patch|delete)\s+)?(?:https?:\/\/[\w.]+)?(?:\/api)?(?:\/v\d+)?((?:\/[\w@{}:<>$.-]+)+)/i

/** Replaces the parameters of a path with `:id`: `{guild.id}`, `:guild_id`, `<guild>`, `123`. */
const toPattern = (path: string): string => path.toLowerCase().replaceAll(/\/(?:[{:<$][^/]*|\d+)/g, "/:id")

/**
 * Returns what API libraries call the operation of a tool, such as `create message` for `POST …/messages`. A route with
 * a token has no such phrase: `delete webhook` means the route without it.
 */
export const operationPhrases = ({ operation, shorthand }: ToolTraits): ReadonlyArray<string> => {
  if (operation === undefined || shorthand === true || /\}\/\{\w+\}$/.test(operation.route)) return []
  const segments = operation.route.split("/").slice(1)
  const object = segments.findLast((it) => /^[a-z]/.test(it))?.replaceAll("-", " ") ?? ""
  const isOne = !/^[a-z]/.test(segments.at(-1) ?? "")
  const verbs = {
    GET: isOne ? ["get", "fetch"] : ["list", "fetch", "get"],
    POST: ["create"],
    PUT: isOne ? ["create", "add", "put"] : ["replace", "set"],
    PATCH: ["modify", "edit", "update"],
    DELETE: ["delete", "remove"]
  } satisfies Readonly<Record<typeof operation.method, ReadonlyArray<string>>>
  return verbs[operation.method].map((verb) => `${verb} ${object}`)
}
