/**
 * The kinds of effects that need consent: what cannot be undone by a second call, what gives power over others, and what
 * reaches many people, or people elsewhere, and cannot be taken back. Any other change runs at once.
 */
import { Array as Arr } from "effect"

/** Each kind with the words of a description, its effect and the reason. The table of docs/safety.md has the last two. */
export const consentKinds = {
  deletes: {
    label: "deletes",
    effect: "deletes an object, ends it, or takes back a permission overwrite",
    reason: "Nothing brings back what is deleted."
  },
  removes_people: {
    label: "removes people",
    effect: "kicks, bans or prunes people, or removes them from a conversation",
    reason: "They lose access, and no call makes them return."
  },
  silences: {
    label: "silences",
    effect: "times somebody out, also by an AutoMod rule",
    reason: "A person cannot speak or react until somebody ends it."
  },
  grants: {
    label: "grants power",
    effect:
      "gives a dangerous permission: by a role, an overwrite, an invite, or the end of a denial; or power over approvals",
    reason: "Who has the permission can do what this table protects from. A role without one is given at once."
  },
  replaces: {
    label: "replaces all",
    effect: "replaces a whole list, such as all overwrites of a channel, or drops entries of the present one",
    reason: "What the new list lacks is gone. A list that only adds, or that repeats the present one, does not ask."
  },
  switches_off: {
    label: "switches off",
    effect: "turns off a feature of a guild, or cancels an event",
    reason: "People lose it, and its settings are lost."
  },
  weakens: {
    label: "weakens protection",
    effect: "lowers a level, weakens a filter or a rule, exempts somebody, opens a private channel or hides it",
    reason: "What was kept out comes in before somebody sees the change."
  },
  pings_everyone: {
    label: "pings everyone",
    effect: "notifies everyone, everyone who is online, or a role",
    reason: "A notification cannot be taken back."
  },
  publishes: {
    label: "publishes",
    effect:
      "reaches people or servers outside of the guild: a followed announcement or its edit, a template, an address of events",
    reason: "Copies elsewhere cannot be taken back."
  }
} as const satisfies Readonly<Record<string, Readonly<Record<"label" | "effect" | "reason", string>>>>

/** A kind of effect that needs consent. */
export type ConsentKind = keyof typeof consentKinds

/** Returns the description of a tool. It ends with the kinds of effects for which its calls ask. Other calls of it run at once. */
export const descriptionOf = ({
  asks = [],
  description
}: {
  readonly asks?: ReadonlyArray<ConsentKind> | undefined
  readonly description: string
}): string =>
  Arr.match(asks, {
    onEmpty: () => description,
    onNonEmpty: (some) => `${description} Asks if it ${alternatives(some.map((kind) => consentKinds[kind].label))}.`
  })

/** Joins words as in "a, b or c". */
const alternatives = (words: ReadonlyArray<string>): string =>
  [words.slice(0, -1).join(", "), ...words.slice(-1)].filter((part) => part !== "").join(" or ")
