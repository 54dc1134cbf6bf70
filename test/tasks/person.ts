/** The person in a task: answers what a server asks through elicitation. */
import type { ElicitResult } from "@modelcontextprotocol/sdk/types.js"
import { Predicate } from "effect"

/** Returns the person's answer to a form: yes in every field, or a refusal. */
export const answerOf = (params: unknown, declines: boolean): ElicitResult => {
  if (declines) return { action: "decline" }
  const schema = Predicate.hasProperty(params, "requestedSchema") ? params.requestedSchema : {}
  const properties = Predicate.hasProperty(schema, "properties") ? Object(schema.properties) : {}
  return {
    action: "accept",
    content: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, yesIn(Object(field))]))
  }
}

const yesIn = ({ enum: choices, type }: { readonly enum?: ReadonlyArray<string>; readonly type?: string }) =>
  type === "boolean"
    ? true
    : (choices?.find((choice) => /^(y|ok|accept|confirm|approve)/i.test(choice)) ?? choices?.[0] ?? "yes")
