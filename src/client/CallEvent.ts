import { Data } from "effect"

/** An event of a call: its progress, as often as the server reports it, then its result. */
export type CallEvent<A> = Data.TaggedEnum<{
  /** `total` and `message` are set if the server sends them. */
  Progress: { readonly done: number; readonly total?: number; readonly message?: string }
  Answered: { readonly answer: A }
}>

interface Definition extends Data.TaggedEnum.WithGenerics<1> {
  readonly taggedEnum: CallEvent<this["A"]>
}

/** Constructors and matchers of call events. */
export const CallEvent = Data.taggedEnum<Definition>()
