import { Effect } from "effect"
import { TOKEN } from "../init/Client.ts"
import { type Listed, listed } from "../init/listing.ts"
import type { Check } from "./Examination.ts"
import type { Finding } from "./Finding.ts"

/** Which clients have this server, and whether one of them still waits for its token. */
export const clients: Check = {
  name: "clients",
  run: ({ launch, standpoint }) => Effect.map(listed(standpoint, launch), finding)
}

const finding = (all: ReadonlyArray<Listed>): Finding => {
  const configured = all.filter(({ state }) => state === "configured")
  const waiting = configured.filter(({ placeholder }) => placeholder)
  const unreadable = all.filter(({ state }) => state === "unreadable")
  const found =
    configured.length === 0
      ? "none has this server; init CLIENT adds it"
      : configured.map(({ path, title }) => `${title} (${path})`).join(", ")
  const details = [
    ...waiting.map(
      ({ name, path, title }) => `${title}: ${TOKEN} of "${name}" in ${path} is still the placeholder that init wrote.`
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
          ...(waiting.length > 0 ? ["Put the bot's token in the place of the placeholder."] : []),
          ...(unreadable.length > 0
            ? ["Mend the files that cannot be read: their clients cannot read them either."]
            : [])
        ],
        facts
      }
}
