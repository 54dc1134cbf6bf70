import type { Method } from "../../src/discord/DiscordRequest.ts"
import { specified } from "./spec/paths.ts"

/** An operation of Discord's API, by its facts alone. */
export interface Operation {
  readonly method: Method
  readonly path: string
  readonly id: string
}

/** Returns an operation without the names of its placeholders: `GET /channels/{}/messages/{}`. */
export const shapeOf = (operation: string): string => operation.replaceAll(/\{[^}]*\}/g, "{}")

/** Every operation of Discord's published API. */
export const operations: ReadonlyArray<Operation> = specified.map(({ id, method, path }) => ({ id, method, path }))
