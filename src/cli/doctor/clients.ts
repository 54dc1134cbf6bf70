import { Effect } from "effect"
import { type ClientStatus, clientStatuses } from "../init/listClients.ts"
import type { Check } from "./CheckContext.ts"
import type { Finding } from "./Finding.ts"

/** Lists the MCP clients that have this server, and warns of missing tokens and unreadable files. */
export const clients: Check = {
  name: "clients",
  run: ({ launch, environment }) => Effect.map(clientStatuses(environment, launch), finding)
}

const finding = (all: ReadonlyArray<ClientStatus>): Finding => {
  const configured = all.filter(({ state }) => state === "configured")
  const waiting = configured.filter(({ placeholder }) => placeholder)
  const unreadable = all.filter(({ state }) => state === "unreadable")
  const found =
    configured.length === 0
      ? "no client has this server; run init CLIENT to add it"
      : configured.map(({ path, title }) => `${title} (${path})`).join(", ")
  const details = [
    ...waiting.map(
      ({ name, path, title }) => `${title}: the token of "${name}" in ${path} is still the placeholder that init wrote.`
    ),
    ...unreadable.map(({ path, problem, title }) => `${title}: ${path} ${problem}.`)
  ]
  const facts = { clients: [...configured, ...unreadable] }
  return details.length === 0
    ? { status: "ok", found, facts }
    : {
        status: "warning",
        found,
        details,
        todo: [
          ...(waiting.length > 0 ? ["Replace the placeholder with the token."] : []),
          ...(unreadable.length > 0
            ? ["Fix the files that cannot be read. Their clients cannot read them either."]
            : [])
        ],
        facts
      }
}
