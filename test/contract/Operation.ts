import { readFileSync } from "node:fs"
import type { Method } from "../../src/discord/DiscordRequest.ts"

/** An operation of Discord's API, by its facts alone. */
export interface Operation {
  readonly method: Method
  readonly path: string
  readonly id: string
}

/** What an operation is, whatever its placeholders are called: `GET /channels/{}/messages/{}`. */
export const shapeOf = (operation: string): string => operation.replaceAll(/\{[^}]*\}/g, "{}")

/** Every operation of Discord's published API, as `operations.tsv` lists them. */
export const operations: ReadonlyArray<Operation> = readFileSync(new URL("operations.tsv", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [method = "", path = "", id = ""] = line.split("\t")
    return { method: method as Method, path, id } // a test holds that the file has no other methods
  })
