import type { Finding, Status } from "./Finding.ts"

/** What all checks come to. */
export type Verdict = Exclude<Status, "skipped">

/** The worst of what was found; a check that was skipped says nothing. */
export const verdictOf = (all: ReadonlyArray<Pick<Finding, "status">>): Verdict =>
  worstFirst.find((verdict) => all.some(({ status }) => status === verdict)) ?? "ok"

const worstFirst = ["failed", "warning"] as const satisfies ReadonlyArray<Verdict>
