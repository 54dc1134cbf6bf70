import { Data } from "effect"

/** What a call that is watched tells: how far it is, as often as the server says so, and its answer at the end. */
export type CallEvent<A> = Data.TaggedEnum<{
  /** `total` and `message` where the server tells them. */
  Progress: { readonly done: number; readonly total?: number; readonly message?: string }
  Answered: { readonly answer: A }
}>

interface Definition extends Data.TaggedEnum.WithGenerics<1> {
  readonly taggedEnum: CallEvent<this["A"]>
}

/** Makes and matches them. */
export const CallEvent = Data.taggedEnum<Definition>()
