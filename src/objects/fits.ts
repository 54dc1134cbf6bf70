/** Checks of fields by the types of discord-api-types. */
import type { Schema } from "effect"

type Fields = Schema.Struct.Fields

/** Checks body fields against a body type of discord-api-types: a field that Discord lacks does not compile. */
export const fits =
  <JsonBody>() =>
  <F extends Fields>(fields: F & (Fit<F, JsonBody> extends true ? unknown : Misfit<JsonBody>)): F =>
    fields

type Fit<F extends Fields, JsonBody> =
  keyof F extends KeyOf<JsonBody>
    ? Schema.Struct.Type<F> extends { readonly [Key in keyof F]?: Frozen<ValueOf<JsonBody, Key>> }
      ? true
      : false
    : false

/** Discord's bodies are often unions, such as one per channel type. */
type KeyOf<Body> = Body extends unknown ? keyof Body : never
type ValueOf<Body, Key> = Body extends unknown ? (Key extends keyof Body ? Body[Key] : never) : never

/** Makes a type of discord-api-types read-only at every depth, like our inputs. */
export type Frozen<A> = A extends (infer Item)[]
  ? ReadonlyArray<Frozen<Item>>
  : A extends object
    ? { readonly [Key in keyof A]: Frozen<A[Key]> }
    : A

/** The type that the compiler shows for a body that does not fit. */
interface Misfit<JsonBody> {
  readonly "does not fit Discord's body": JsonBody
}
