import { Either } from "effect"
import { didYouMean } from "../../text/nearestName.ts"
import { quoted } from "../../text/words.ts"
import { clients } from "./clients.ts"
import type { McpClient } from "./McpClient.ts"

/** Returns the client with this name, or a message that names all clients. */
export const findClient = (name: string): Either.Either<McpClient, string> => {
  const names = clients.map((client) => client.name)
  const near = didYouMean(name, names)
  return Either.fromNullable(
    clients.find((client) => client.name === name),
    () => `There is no client ${quoted(name)}${near === "" ? "." : near} The clients are: ${names.join(", ")}.`
  )
}
