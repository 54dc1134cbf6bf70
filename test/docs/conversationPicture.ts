import { Effect, Predicate } from "effect"
import { chatPicture, steadied } from "../../packaging/picture.mjs"
import { DELETION, play, requests } from "./requests.ts"

/** The text of the picture's title, and of its link in the README. */
export const TITLE = "A chat: a person asks for a deletion, the server asks back with the list, and deletes after a yes"

/**
 * The picture of a request that asks. The question, its choices and the deleted channels are those of a run. Only what
 * the person and the assistant say is written here.
 */
export const conversationPicture = Effect.gen(function* () {
  const request = requests.find(({ sentence }) => sentence === DELETION) ?? requests[0]
  if (request === undefined) return ""
  const { questions, results } = yield* play(request)
  const steps = results.flatMap(({ value }) => (Array.isArray(value.steps) ? value.steps.map(Object) : []))
  const [yes] = questions[0]?.choices ?? []
  return chatPicture(
    [
      { who: "person", text: request.sentence },
      { who: "call", text: "→ channels_list, mcp_pipeline" },
      ...questions.map(({ choices, text }) => ({
        who: "question" as const,
        text: steadied(text),
        choices: choices.map((label) => ({ label, chosen: label === yes }))
      })),
      ...steps.map(({ result, status, tool }) => ({
        who: "call" as const,
        text: `← ${tool} ${Predicate.isReadonlyRecord(result) ? `#${result.name}` : ""}: ${status}`
      })),
      { who: "assistant", text: `Done: ${steps.map(({ result }) => `#${result.name}`).join(" and ")} are deleted.` }
    ],
    { title: TITLE }
  )
})
